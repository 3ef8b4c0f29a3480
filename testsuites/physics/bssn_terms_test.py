"""The graphs of BSSN against the equations written independently with numpy and other formulas: physical instead of conformal
quantities where possible, whole stencils instead of halves. Both implementations use the same finite differences, so
that their results agree up to rounding."""

import itertools
import re
import subprocess

import numpy
import pytest

import graphs
import simulation
from differences import Differences

N = 16
SPACING = (0.3, 0.25, 0.35)
EQUATIONS = simulation.SOURCE / "thorns" / "Relativity" / "BSSN" / "equations" / "bssn.edl"


def scalar(seed, size=0.05):
    random = numpy.random.default_rng(seed)
    x = [2 * numpy.pi * numpy.arange(N) / N] * 3
    grid = numpy.meshgrid(*x, indexing="ij")
    return sum(size * random.uniform(-1, 1) * numpy.sin(sum(k * g for k, g in zip(random.integers(-2, 3, 3), grid)) + random.uniform(0, 6))
               for _ in range(4))


def symmetric(seed):
    parts = {pair: scalar(seed + n) for n, pair in enumerate(itertools.combinations_with_replacement(range(3), 2))}
    return numpy.array([[parts[min(i, j), max(i, j)] for j in range(3)] for i in range(3)])


def state(conformal_factor):
    gt = numpy.eye(3)[:, :, None, None, None] + symmetric(100)
    determinant = numpy.linalg.det(numpy.moveaxis(gt, (0, 1), (3, 4)))
    gt = gt / determinant ** (1 / 3)
    at = symmetric(200)
    inverse = numpy.moveaxis(numpy.linalg.inv(numpy.moveaxis(gt, (0, 1), (3, 4))), (3, 4), (0, 1))
    at = at - gt * numpy.einsum("ij...,ij...", inverse, at) / 3
    vector = lambda seed: numpy.array([scalar(seed + i) for i in range(3)])
    return {"phi": scalar(1) + (1 if conformal_factor == "W" else 0), "gt": gt, "Xt": vector(10), "trK": scalar(20), "At": at,
            "alpha": 1 + scalar(30), "A": scalar(35), "beta": vector(40), "B": vector(50)}


def oracle(s, parameters, fd):
    """Time derivatives and constraints by name."""
    e = numpy.einsum
    d, dd = fd.d, fd.dd
    gt, at, xt, k, alpha, beta, b = (s[name] for name in ("gt", "At", "Xt", "trK", "alpha", "beta", "B"))
    gu = numpy.moveaxis(numpy.linalg.inv(numpy.moveaxis(gt, (0, 1), (3, 4))), (3, 4), (0, 1))
    dgt = d(gt)  # ijk: d_k g_ij
    low = 0.5 * (dgt + e("ikj...->ijk...", dgt) - e("jki...->ijk...", dgt))  # Gamma_ijk
    up = e("il...,ljk...->ijk...", gu, low)
    xn = e("jk...,ijk...->i...", gu, up)
    w = s["phi"] if parameters["conformal_factor"] == "W" else None
    if w is not None:
        em4phi, dphi = w**2, -d(w) / (2 * w)
        ddphi = -dd(w) / (2 * w) + e("i...,j...->ij...", d(w), d(w)) / (2 * w**2)
    else:
        em4phi, dphi, ddphi = numpy.exp(-4 * s["phi"]), d(s["phi"]), dd(s["phi"])
    cov = lambda second, first: second - e("kij...,k...->ij...", up, first)
    ddphi = cov(ddphi, dphi)
    dxt = d(xt)
    ricci = -0.5 * e("kl...,ijkl...->ij...", gu, dd(gt))
    half = e("ki...,kj...->ij...", gt, dxt) + e("k...,ijk...->ij...", xn, low)
    ricci = ricci + 0.5 * (half + e("ij...->ji...", half))
    pair = e("lm...,kli...,jkm...->ij...", gu, up, low)
    ricci = ricci + pair + e("ij...->ji...", pair) + e("lm...,kim...,klj...->ij...", gu, up, low)
    square = e("i...,j...->ij...", dphi, dphi)
    ricci = ricci - 2 * ddphi - 2 * gt * e("kl...,kl...", gu, ddphi) + 4 * square - 4 * gt * e("kl...,kl...", gu, square)
    da = d(alpha)
    cross = e("i...,j...->ij...", dphi, da)
    dda = cov(dd(alpha), da) - 2 * (cross + e("ij...->ji...", cross) - gt * e("kl...,kl...", gu, cross))
    atu = e("ik...,jl...,kl...->ij...", gu, gu, at)
    db = d(beta)  # ij: d_j beta^i
    div = e("ii...->...", db)
    def lie(t, weight):
        t1 = e("kj...,ki...->ij...", t, db)
        return fd.advect(beta, t) + t1 + e("ij...->ji...", t1) + weight * t * div
    diss = lambda f: parameters["dissipation_strength"] * fd.dissipate(f)
    rhs = {}
    factor = w / 3 if w is not None else -1 / 6
    rhs["phi"] = factor * (alpha * k - div) + fd.advect(beta, s["phi"]) + diss(s["phi"])
    rhs["gt"] = -2 * alpha * at + lie(gt, -2 / 3) + diss(gt)
    rhs["trK"] = (-em4phi * e("ij...,ij...", gu, dda) + alpha * (e("ij...,ij...", at, atu) + k**2 / 3) + fd.advect(beta, k) + diss(k))
    source = em4phi * (alpha * ricci - dda)
    source = source - gt * e("ij...,ij...", gu, source) / 3
    rhs["At"] = source + alpha * (k * at - 2 * e("ik...,kl...,lj...->ij...", at, gu, at)) + lie(at, -2 / 3) + diss(at)
    dxt_dt = (-2 * e("ij...,j...->i...", atu, da)
              + 2 * alpha * (e("ijk...,jk...->i...", up, atu) - 2 / 3 * e("ij...,j...->i...", gu, d(k)) + 6 * e("ij...,j...->i...", atu, dphi))
              + e("jk...,ijk...->i...", gu, dd(beta)) + e("ij...,kjk...->i...", gu, dd(beta)) / 3
              - e("j...,ij...->i...", xn, db) + 2 / 3 * xn * div)
    rhs["Xt"] = dxt_dt + fd.advect(beta, xt) + diss(xt)
    speed = 2 * alpha if parameters["slicing"] == "1+log" else alpha**2
    lapse, shift = parameters["advect_lapse"], parameters["advect_shift"]
    dk_dt = rhs["trK"] - fd.advect(beta, k) - diss(k)
    rhs["A"] = dk_dt + lapse * fd.advect(beta, s["A"]) + diss(s["A"]) if parameters["evolve_A"] else 0 * k
    rhs["alpha"] = -speed * (s["A"] if parameters["evolve_A"] else k) + lapse * fd.advect(beta, alpha) + diss(alpha)
    rhs["beta"] = parameters["shift_gamma"] * b + shift * fd.advect(beta, beta) + diss(beta)
    rhs["B"] = dxt_dt - parameters["shift_damping"] * b + shift * fd.advect(beta, b) + diss(b)
    if parameters["shift_condition"] == "harmonic":
        # alpha^2 g^jk Gamma^i_jk - alpha g^ij D_j alpha with the physical metric, whose Gamma^i is em4phi (Xt^i - 2 gt^ij d_j phi)
        connection = xt if parameters["harmonic_connection"] == "evolved" else xn
        gamma = em4phi * (connection - 2 * e("ij...,j...->i...", gu, dphi))
        rhs["beta"] = (alpha**2 * gamma - alpha * em4phi * e("ij...,j...->i...", gu, da) + shift * fd.advect(beta, beta) + diss(beta))
    if parameters["shift_condition"] == "static":
        rhs["beta"] = 0 * beta
    if parameters["shift_condition"] != "Gamma driver":
        rhs["B"] = 0 * b
    if parameters["slicing"] == "static":
        rhs["alpha"] = 0 * alpha
    dat = d(at) - e("lik...,lj...->ijk...", up, at) - e("ljk...,il...->ijk...", up, at)  # ijk: D_k A_ij
    constraints = {"H": em4phi * e("ij...,ij...", gu, ricci) - e("ij...,ij...", at, atu) + 2 / 3 * k**2,
                   "M": e("jk...,ijk...->i...", gu, dat) + 6 * e("jk...,ij...,k...->i...", gu, at, dphi) - 2 / 3 * d(k),
                   "cXt": xn - xt}
    return rhs, constraints


def components(fields, suffix=""):
    result = {}
    for name, values in fields.items():
        for index in itertools.product(range(3), repeat=values.ndim - 3):
            if list(index) == sorted(index):
                result[name + "".join(str(i + 1) for i in index) + suffix] = values[index]
    return result


def require_equal(found, expected):
    assert set(found) == set(expected)
    for name, values in expected.items():
        scale = max(1.0, numpy.max(numpy.abs(values)))
        assert numpy.max(numpy.abs(found[name] - values)) < 1e-11 * scale, name


BASE = {"conformal_factor": "W", "slicing": "1+log", "advect_lapse": True, "advect_shift": True, "shift_gamma": 0.75,
        "shift_condition": "Gamma driver", "shift_damping": 1.3, "dissipation_strength": 0.2, "minimum_lapse": 1e-8,
        "evolve_A": False, "enforce_determinant": True, "full_lapse_hessian": True, "harmonic_connection": "evolved"}
# The last formula has the same value as the first, because det gt = 1 here.
CHANGES = [{}, {"conformal_factor": "phi"}, {"slicing": "harmonic", "advect_lapse": False, "advect_shift": False},
           {"shift_condition": "harmonic"}, {"slicing": "static", "shift_condition": "static"},
           {"shift_condition": "harmonic", "harmonic_connection": "metric"}, {"evolve_A": True},
           {"evolve_A": True, "slicing": "harmonic", "advect_lapse": False}, {"full_lapse_hessian": False}]
VARIANTS = [(str(order), mixed) for order in (2, 4, 6, 8) for mixed in ("diagonal", "product")]


@pytest.fixture(scope="module")
def all_graphs():
    result = subprocess.run([simulation.EDLC, "--emit=graph", EQUATIONS], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0, result.stderr
    found = graphs.graphs_in(result.stdout)
    keys = [(graph.name, tuple(graph.guards.items())) for graph in found]
    assert len(keys) == len(set(keys))
    return found


def graph_of(all_graphs, name, **guards):
    (graph,) = [graph for graph in all_graphs if graph.name == name and guards.items() <= graph.guards.items()]
    return graph


@pytest.mark.parametrize("factor", ["W", "phi"])
def test_conversion_to_and_from_admbase(all_graphs, factor):
    """The determinant of the physical metric is computed by numpy."""
    parameters = {**BASE, "conformal_factor": factor}
    s = state(parameters["conformal_factor"])
    conformal = s["phi"] ** -2 if parameters["conformal_factor"] == "W" else numpy.exp(4 * s["phi"])
    axes = ["xx", "xy", "xz", "yy", "yz", "zz"]
    pairs = list(itertools.combinations_with_replacement(range(3), 2))
    k = conformal * (s["At"] + s["gt"] * s["trK"] / 3)
    adm = {f"ADMBase::g{name}": (conformal * s["gt"])[pair] for name, pair in zip(axes, pairs)}
    adm |= {f"ADMBase::k{name}": k[pair] for name, pair in zip(axes, pairs)}
    to_adm, from_adm = (next(graph for graph in all_graphs if graph.name == "BSSN_" + name) for name in ("ToADM", "FromADM"))
    require_equal(to_adm.evaluate(components(s), parameters, SPACING), adm)
    gauge = {"ADMBase::alp": s["alpha"], **{f"ADMBase::beta{axis}": s["beta"][n] for n, axis in enumerate("xyz")}}
    expected = components({name: values for name, values in s.items() if name != "Xt"} | {"A": s["trK"], "B": 0 * s["B"]})
    require_equal(from_adm.evaluate({**adm, **gauge}, parameters, SPACING), expected)


@pytest.mark.parametrize("order", [2, 4, 6, 8])
def test_drivers_of_lapse_and_shift(all_graphs, order):
    """A and B follow from the time derivatives of lapse and shift; with the advection terms, the equations reproduce
    these time derivatives."""
    s, fd = state("W"), Differences(order, SPACING)
    slopes = {"ADMBase::dtalp": scalar(60)} | {f"ADMBase::dtbeta{axis}": scalar(70 + n) for n, axis in enumerate("xyz")}
    parameters = BASE | {"fd_order": order}

    def evaluated(name):
        return graph_of(all_graphs, name, fd_order=str(order)).evaluate(components(s) | slopes, parameters, SPACING)

    found = evaluated("BSSN_LapseDriver")
    expected = {"ADMBase::dtalp": -2 * s["alpha"] * found["A"] + fd.advect(s["beta"], s["alpha"])}
    found = evaluated("BSSN_ShiftDriver")
    b = numpy.array([found[f"B{i}"] for i in (1, 2, 3)])
    dtbeta = BASE["shift_gamma"] * b + fd.advect(s["beta"], s["beta"])
    require_equal(slopes, expected | {f"ADMBase::dtbeta{axis}": dtbeta[n] for n, axis in enumerate("xyz")})


def test_enforce(all_graphs):
    """All components are scaled by the old determinant; the trace is taken with the new metric."""
    graph, parameters = graph_of(all_graphs, "BSSN_Enforce"), BASE
    fields = {**state("W"), "gt": 1.1 * numpy.eye(3)[:, :, None, None, None] + symmetric(300), "At": symmetric(400)}
    fields["alpha"] = fields["alpha"] - 1
    matrices = numpy.moveaxis(fields["gt"], (0, 1), (3, 4))
    gt = fields["gt"] / numpy.linalg.det(matrices) ** (1 / 3)
    inverse = numpy.moveaxis(numpy.linalg.inv(numpy.moveaxis(gt, (0, 1), (3, 4))), (3, 4), (0, 1))
    at = fields["At"] - gt * numpy.einsum("ij...,ij...->...", inverse, fields["At"]) / 3
    alpha = numpy.maximum(fields["alpha"], parameters["minimum_lapse"])
    require_equal(graph.evaluate(components(fields), parameters, SPACING), components({"gt": gt, "At": at, "alpha": alpha}))
    # If det gt = 1 is not enforced, the equations still assume it: they use the transposed cofactors as the inverse
    # metric.
    cofactors = inverse * numpy.linalg.det(matrices) ** (2 / 3)
    at = fields["At"] - fields["gt"] * numpy.einsum("ij...,ij...->...", cofactors, fields["At"]) / 3
    found = graph.evaluate(components(fields), parameters | {"enforce_determinant": False}, SPACING)
    require_equal(found, components({"gt": fields["gt"], "At": at, "alpha": alpha}))


def test_full_lapse_hessian(all_graphs):
    """Where det gt is not 1, the term along gt_ij changes the time derivative of At, by a multiple of gt_ij, and nothing else."""
    graph, parameters = graph_of(all_graphs, "BSSN_RHS", fd_order="2", mixed_derivatives="diagonal"), BASE | {"fd_order": 2}
    fields = {**state("W"), "gt": 1.1 * state("W")["gt"]}
    full, without = (graph.evaluate(components(fields), parameters | {"full_lapse_hessian": value}, SPACING) for value in (True, False))
    change = {name: full[name] - without[name] for name in full}
    assert {name for name, values in change.items() if numpy.any(values)} == {name for name in full if name.startswith("At")}
    factor = change["At11rhs"] / fields["gt"][0, 0]
    assert numpy.max(numpy.abs(factor)) > 1e-4
    for name, values in change.items():
        if name.startswith("At"):
            metric = components(fields)[name.removesuffix("rhs").replace("At", "gt")]
            assert numpy.max(numpy.abs(values - factor * metric)) < 1e-14, name


@pytest.mark.parametrize("name", ["BSSN_RHS", "BSSN_Constraints"])
@pytest.mark.parametrize("order, mixed", VARIANTS)
def test_terms(all_graphs, name, order, mixed):
    graph = graph_of(all_graphs, name, fd_order=order, mixed_derivatives=mixed)
    fd = Differences(int(order), SPACING, diagonal=mixed == "diagonal")
    for change in CHANGES if (order, mixed) == ("4", "product") else CHANGES[:1]:
        parameters = {**BASE, **change, "fd_order": int(order)}
        fields = state(parameters["conformal_factor"])
        rhs, constraints = oracle(fields, parameters, fd)
        expected = components(rhs, "rhs") if name == "BSSN_RHS" else components(constraints)
        require_equal(graph.evaluate(components(fields), parameters, SPACING), expected)


@pytest.mark.parametrize("name, n_components", [("BSSN_RHS", 25), ("BSSN_Constraints", 7)])
@pytest.mark.parametrize("order, mixed", VARIANTS)
def test_minkowski_vanishes(all_graphs, name, n_components, order, mixed):
    graph = graph_of(all_graphs, name, fd_order=order, mixed_derivatives=mixed)
    ones = ("phi", "alpha", "gt11", "gt22", "gt33")
    flat = {name: numpy.full((12, 12, 12), float(name in ones)) for name in components(state("W"))}
    found = graph.evaluate(flat, {**BASE, "fd_order": int(order)}, SPACING)
    assert len(found) == n_components
    assert max(numpy.max(numpy.abs(values)) for values in found.values()) < 1e-13


# Operations of the right-hand side after all passes, with default values of parameters.
OPERATIONS = {("4", "diagonal"): 4_450, ("8", "diagonal"): 6_150, ("4", "product"): 4_850, ("8", "product"): 8_800}


@pytest.mark.parametrize("order, mixed", OPERATIONS)
def test_number_of_operations_is_bounded(order, mixed):
    text = subprocess.run([simulation.EDLC, "--emit=statistics", EQUATIONS], check=True, capture_output=True, text=True).stdout
    found = re.search(rf"^BSSN_RHS with fd_order = {order} and mixed_derivatives = {mixed}: .* (\d+) after the passes", text, re.M)
    assert int(found[1]) <= OPERATIONS[order, mixed]
