"""The graphs of BSSN against the equations written out a second time, with numpy and other formulas: physical instead
of conformal quantities where possible, whole stencils instead of halves. Both take the same finite differences, so that
they agree to rounding."""

import itertools
import subprocess
import sys

import numpy

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


def compare(found, expected, what):
    worst = 0.0
    for name, values in expected.items():
        scale = max(1.0, numpy.max(numpy.abs(values)))
        worst = max(worst, float(numpy.max(numpy.abs(found[name] - values)) / scale))
    good = set(found) == set(expected) and worst < 1e-11
    print(f"{'ok' if good else 'WRONG'} {what}: {len(expected)} components, largest difference {worst:.1e}")
    return good


def check_adm(all_graphs, parameters):
    """To the variables of ADMBase and back again; the physical metric's determinant by numpy."""
    s = state(parameters["conformal_factor"])
    factor = s["phi"] ** -2 if parameters["conformal_factor"] == "W" else numpy.exp(4 * s["phi"])
    axes = ["xx", "xy", "xz", "yy", "yz", "zz"]
    pairs = list(itertools.combinations_with_replacement(range(3), 2))
    k = factor * (s["At"] + s["gt"] * s["trK"] / 3)
    adm = {f"ADMBase::g{name}": (factor * s["gt"])[pair] for name, pair in zip(axes, pairs)}
    adm |= {f"ADMBase::k{name}": k[pair] for name, pair in zip(axes, pairs)}
    to, back = (next(graph for graph in all_graphs if graph.name == "BSSN_" + name) for name in ("ToADM", "FromADM"))
    good = compare(to.evaluate(components(s), parameters, SPACING), adm, to.name)
    gauge = {"ADMBase::alp": s["alpha"], **{f"ADMBase::beta{axis}": s["beta"][n] for n, axis in enumerate("xyz")}}
    expected = components({name: values for name, values in s.items() if name != "Xt"} | {"A": s["trK"], "B": 0 * s["B"]})
    return compare(back.evaluate({**adm, **gauge}, parameters, SPACING), expected, back.name) and good


def check_drivers(all_graphs, parameters):
    """A and B from the time derivatives of lapse and shift: what they add to the advection gives these again."""
    s, slopes, good = state("W"), {"ADMBase::dtalp": scalar(60)} | {f"ADMBase::dtbeta{axis}": scalar(70 + n) for n, axis in enumerate("xyz")}, True
    for graph in all_graphs:
        if graph.name not in ("BSSN_LapseDriver", "BSSN_ShiftDriver"):
            continue
        order = int(graph.guards["fd_order"])
        fd = Differences(order, SPACING)
        found = graph.evaluate(components(s) | slopes, parameters | {"fd_order": order}, SPACING)
        if graph.name == "BSSN_LapseDriver":
            expected = {"ADMBase::dtalp": -2 * s["alpha"] * found["A"] + fd.advect(s["beta"], s["alpha"])}
        else:
            b = numpy.array([found[f"B{i}"] for i in (1, 2, 3)])
            dtbeta = parameters["shift_gamma"] * b + fd.advect(s["beta"], s["beta"])
            expected = {f"ADMBase::dtbeta{axis}": dtbeta[n] for n, axis in enumerate("xyz")}
        good = compare({name: slopes[name] for name in expected}, expected, f"{graph.name}, order {order}") and good
    return good


def check_enforce(graph, parameters):
    """All components by the old determinant; the trace with the new metric."""
    fields = {**state("W"), "gt": 1.1 * numpy.eye(3)[:, :, None, None, None] + symmetric(300), "At": symmetric(400)}
    fields["alpha"] = fields["alpha"] - 1
    matrices = numpy.moveaxis(fields["gt"], (0, 1), (3, 4))
    gt = fields["gt"] / numpy.linalg.det(matrices) ** (1 / 3)
    inverse = numpy.moveaxis(numpy.linalg.inv(numpy.moveaxis(gt, (0, 1), (3, 4))), (3, 4), (0, 1))
    at = fields["At"] - gt * numpy.einsum("ij...,ij...->...", inverse, fields["At"]) / 3
    alpha = numpy.maximum(fields["alpha"], parameters["minimum_lapse"])
    good = compare(graph.evaluate(components(fields), parameters, SPACING), components({"gt": gt, "At": at, "alpha": alpha}), graph.name)
    # As it is, its determinant counts as 1, and the transposed cofactors as its inverse.
    cofactors = inverse * numpy.linalg.det(matrices) ** (2 / 3)
    at = fields["At"] - fields["gt"] * numpy.einsum("ij...,ij...->...", cofactors, fields["At"]) / 3
    found = graph.evaluate(components(fields), parameters | {"enforce_determinant": False}, SPACING)
    return compare(found, components({"gt": fields["gt"], "At": at, "alpha": alpha}), f"{graph.name}, determinant kept") and good


def check_lapse_hessian(graph, parameters):
    """Where det gt is not 1, the term along gt_ij changes the time derivative of At, by a multiple of gt_ij, and nothing else."""
    fields = {**state("W"), "gt": 1.1 * state("W")["gt"]}
    full, without = (graph.evaluate(components(fields), parameters | {"full_lapse_hessian": value}, SPACING) for value in (True, False))
    change = {name: full[name] - without[name] for name in full}
    changed = {name for name, values in change.items() if numpy.any(values)}
    factor = change["At11rhs"] / fields["gt"][0, 0]
    along = max(float(numpy.max(numpy.abs(values - factor * components(fields)[name.removesuffix("rhs").replace("At", "gt")])))
                for name, values in change.items() if name.startswith("At"))
    good = changed == {name for name in full if name.startswith("At")} and along < 1e-14 and float(numpy.max(numpy.abs(factor))) > 1e-4
    print(f"{'ok' if good else 'WRONG'} lapse's second derivatives: {len(changed)} components differ, off the direction of gt by {along:.1e}")
    return good


def main():
    result = subprocess.run([simulation.EDLC, "--emit=graph", EQUATIONS], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    print(result.stderr)
    all_graphs = graphs.graphs_in(result.stdout)
    good = result.returncode == 0
    base = {"conformal_factor": "W", "slicing": "1+log", "advect_lapse": True, "advect_shift": True, "shift_gamma": 0.75,
            "shift_condition": "Gamma driver", "shift_damping": 1.3, "dissipation_strength": 0.2, "minimum_lapse": 1e-8,
            "evolve_A": False, "enforce_determinant": True, "full_lapse_hessian": True, "harmonic_connection": "evolved"}
    others = [{}, {"conformal_factor": "phi"}, {"slicing": "harmonic", "advect_lapse": False, "advect_shift": False},
              {"shift_condition": "harmonic"}, {"slicing": "static", "shift_condition": "static"},
              {"shift_condition": "harmonic", "harmonic_connection": "metric"}, {"evolve_A": True},
              {"evolve_A": True, "slicing": "harmonic", "advect_lapse": False},
              {"full_lapse_hessian": False}]  # the same, as det gt = 1 here
    good = good and check_enforce(next(graph for graph in all_graphs if graph.name == "BSSN_Enforce"), base)
    good = check_drivers(all_graphs, base) and good
    right_hand_side = next(graph for graph in all_graphs if graph.name == "BSSN_RHS" and graph.guards["fd_order"] == "2")
    good = check_lapse_hessian(right_hand_side, base | {"fd_order": 2}) and good
    for factor in ("W", "phi"):
        good = check_adm(all_graphs, {**base, "conformal_factor": factor}) and good
    for graph in all_graphs:
        if graph.name not in ("BSSN_RHS", "BSSN_Constraints"):
            continue
        order, mixed = int(graph.guards["fd_order"]), graph.guards["mixed_derivatives"]
        differences = Differences(order, SPACING, diagonal=mixed == "diagonal")
        for change in others if (order, mixed) == (4, "product") else others[:1]:
            parameters = {**base, **change, "fd_order": order}
            fields = state(parameters["conformal_factor"])
            found = graph.evaluate(components(fields), parameters, SPACING)
            rhs, constraints = oracle(fields, parameters, differences)
            expected = components(rhs, "rhs") if graph.name == "BSSN_RHS" else components(constraints)
            good = compare(found, expected, f"{graph.name}, order {order}, {mixed}, {change}") and good
        flat = {name: numpy.zeros((12, 12, 12)) + one for name, one in
                {**{n: 0.0 for n in components(state("W"))}, "phi": 1.0, "alpha": 1.0, "gt11": 1.0, "gt22": 1.0, "gt33": 1.0}.items()}
        zero = graph.evaluate(flat, {**base, "fd_order": order}, SPACING)
        largest = max(float(numpy.max(numpy.abs(values))) for values in zero.values())
        print(f"{graph.name}, order {order}, {mixed}: {len(zero)} components of Minkowski, largest {largest:.1e}; {graph.counts()}")
        good = good and largest < 1e-13 and len(zero) == (25 if graph.name == "BSSN_RHS" else 7)
    variants = sorted((graph.name, tuple(graph.guards.items())) for graph in all_graphs)
    good = good and len(variants) == len(set(variants)) and sum(name == "BSSN_RHS" for name, _ in variants) == 8
    sys.exit(0 if good else 1)


main()
