"""Operations with a metric against numpy: inverse, moved indices, Christoffel symbols, curvature, covariant and Lie derivatives of
densities. Both implementations use the same finite differences, so that their results agree up to rounding."""

import itertools
import subprocess

import numpy

import graphs
import simulation
from differences import Differences
from folders import new_folder

N = 12
SPACING = (0.3, 0.25, 0.35)

EQUATIONS = """
begin thorn Terms
begin variables
  g_(ij) f v^i k_(ij)
  d^i weight 2/3
  h_(ij) weight -2/3
  over determinant root
  raised^ij mixed^i_j lower_i cofactor^(ij)
  ricci_(ij) connection^i_(jk)
  cdv^i_j cdk_ij_k divergence hessian_(ij) metricity_ij_k curl_[ij]
  lied^i lieh_(ij) liek^i_j lief
  tracek free_(ij) upper_free^ij
  forward backward mixed_second
  J^i_j curved_ij curved_gradient_i curved_ahead_i
  u^i curved_up_i curved_advection
end variables
begin metrics
  g_ij : connection: G, derivative: CD, ricci: R
end metrics
begin derivatives
  D_i = centred(4, diagonal)
  Ahead_i = forward(2)
  Behind_i = backward(4)
  Patch_i = J^a_i centred(4)
  Patchahead_i = J^a_i forward(2)
  Patchup_i = J^a_i upwind(4, u)
end derivatives
include "parts/functions.edl"
begin calculation Algebra on interior
  determinant = det(g)
  root = sqrt(det(g)) g^i_i/3
  raised^ij = k^ij
  mixed^i_j = twice(k^i_j, f)
  lower_i = v_i
  cofactor^ij = g^ij det(g)
  tracek = trace(k_ij) + k^i_i
  free_ij = tracefree(k_ij)
  upper_free^ij = tracefree(v^i v^j)
  over = g^ij g_ij + R_ij g^ij
end calculation
begin calculation Derivatives
  ricci_ij = R_ij
  connection^i_jk = G^i_jk
  cdv^i_j = CD_j v^i
  cdk_ij_k = CD_k k_ij
  divergence = CD_i v^i
  hessian_ij = CD_ij f
  metricity_ij_k = CD_k g_ij
  curl_ij = CD_i v_j - CD_j v_i
  lied^i = Lie_v d^i
  lieh_ij = Lie_v h_ij
  liek^i_j = Lie_v k^i_j
  lief = Lie_v (2 f)
  forward = Ahead_1 f
  backward = Behind_2 f
  mixed_second = D_13 f
  curved_gradient_i = Patch_i f
  curved_ij = Patch_ij f
  curved_ahead_i = Patchahead_i f
  curved_up_i = Patchup_i (f**2)
  curved_advection = u^i Patchup_i f
end calculation
end thorn
"""


FUNCTIONS = """
begin definitions
  twice(q, s) = q + s q
end definitions
"""


def waves(seed, size=0.1):
    random = numpy.random.default_rng(seed)
    grid = numpy.meshgrid(*[2 * numpy.pi * numpy.arange(N) / N] * 3, indexing="ij")
    return sum(size * numpy.sin(sum(k * x for k, x in zip(random.integers(-2, 3, 3), grid)) + random.uniform(0, 6)) for _ in range(4))


def symmetric(seed):
    values = {pair: waves(seed + n) for n, pair in enumerate(itertools.combinations_with_replacement(range(3), 2))}
    return numpy.array([[values[min(i, j), max(i, j)] for j in range(3)] for i in range(3)])


def by_component(name, values):
    for index in itertools.product(range(3), repeat=values.ndim - 3):
        yield name + "".join(str(n + 1) for n in index), values[index]


def test_terms():
    folder = new_folder()
    source = folder / "terms.edl"
    source.write_text(EQUATIONS)
    (folder / "parts").mkdir()
    (folder / "parts" / "functions.edl").write_text(FUNCTIONS)
    result = subprocess.run([simulation.EDLC, "--emit=graph", source], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0, result.stderr
    e, fd = numpy.einsum, Differences(4, SPACING, diagonal=True)
    g = numpy.eye(3)[:, :, None, None, None] + symmetric(1)
    jacobian = numpy.array([[waves(90 + 3 * i + j) + (i == j) for j in range(3)] for i in range(3)])
    k, h, f = symmetric(20), symmetric(40), 1 + waves(60)
    v, d = (numpy.array([waves(seed + i) for i in range(3)]) for seed in (70, 80))
    wind = numpy.array([waves(100 + i) for i in range(3)])
    fields = dict(item for name, values in (("u", wind), ("g", g), ("k", k), ("h", h), ("f", f), ("v", v), ("d", d), ("J", jacobian))
                  for item in by_component(name, values))
    found = {}
    for graph in graphs.graphs_in(result.stdout):
        found.update(graph.evaluate(fields, {}, SPACING))

    inverse = numpy.moveaxis(numpy.linalg.inv(numpy.moveaxis(g, (0, 1), (3, 4))), (3, 4), (0, 1))
    determinant = numpy.linalg.det(numpy.moveaxis(g, (0, 1), (3, 4)))
    dg, ddg = fd.d(g), fd.dd(g)
    low = 0.5 * (dg + e("ikj...->ijk...", dg) - e("jki...->ijk...", dg))
    up = e("il...,ljk...->ijk...", inverse, low)
    # R_abcd = 1/2 (g_ad,bc + g_bc,ad - g_ac,bd - g_bd,ac) + Gamma terms; R_bd = g^ac R_abcd
    riemann = 0.5 * (e("adbc...->abcd...", ddg) + e("bcad...->abcd...", ddg) - e("acbd...->abcd...", ddg) - e("bdac...->abcd...", ddg))
    riemann = riemann + e("ebc...,ead...->abcd...", low, up) - e("ebd...,eac...->abcd...", low, up)
    ricci = e("ac...,abcd...->bd...", inverse, riemann)
    mixed = e("il...,lj...->ij...", inverse, k)
    lower = e("ij...,j...->i...", g, v)
    cdv = fd.d(v) + e("ijk...,k...->ij...", up, v)
    cov = lambda t: fd.d(t) - e("lik...,lj...->ijk...", up, t) - e("ljk...,il...->ijk...", up, t)
    dlower = fd.d(lower)
    dv = fd.d(v)
    div = e("ii...->...", dv)
    along = lambda t: sum(v[a] * fd.apply(fd.first, t, a) for a in range(3))
    lie_low = lambda t: along(t) + e("kj...,ki...->ij...", t, dv) + e("ik...,kj...->ij...", t, dv)
    vv = e("i...,j...->ij...", v, v)
    trace = e("ij...,ij...->...", inverse, k)
    forward = {0: -1.5, 1: 2.0, 2: -0.5}
    backward = {0: 25 / 12, -1: -4.0, -2: 3.0, -3: -4 / 3, -4: 0.25}
    plain = Differences(4, SPACING)
    # The stencil follows from the signs of the wind in grid coordinates, which the Jacobian changes.
    on_grid = e("ai...,i...->a...", jacobian, wind)
    assert numpy.any(on_grid[0] * wind[0] < 0), "the Jacobian turns the wind nowhere"
    from_below = {-1: -1 / 4, 0: -5 / 6, 1: 3 / 2, 2: -1 / 2, 3: 1 / 12}
    from_above = {-offset: -weight for offset, weight in from_below.items()}
    up_on_grid = lambda t: numpy.array([numpy.where(on_grid[a] < 0, fd.apply(from_above, t, a), fd.apply(from_below, t, a))
                                        for a in range(3)])
    slope = e("ai...,bja...->bij...", jacobian, plain.d(jacobian))
    curved = e("ai...,bj...,ab...->ij...", jacobian, jacobian, plain.dd(f)) + e("bij...,b...->ij...", slope, plain.d(f))
    # The slope is symmetric for a true Jacobian; of any other the upper triangle counts.
    curved = numpy.array([[curved[i, j] if i <= j else e("ai...,bj...,ab...->ij...", jacobian, jacobian, plain.dd(f))[i, j]
                           + e("b...,b...->...", slope[:, j, i], plain.d(f)) for j in range(3)] for i in range(3)])
    expected = {
        "curved_gradient": e("ai...,a...->i...", jacobian, plain.d(f)), "curved": curved,
        "curved_ahead": e("ai...,a...->i...", jacobian, numpy.array([fd.apply(forward, f, a) for a in range(3)])),
        "curved_up": e("ai...,a...->i...", jacobian, up_on_grid(f**2)), "curved_advection": e("a...,a...->...", on_grid, up_on_grid(f)),
        "determinant": determinant, "root": numpy.sqrt(determinant), "raised": e("ik...,jl...,kl...->ij...", inverse, inverse, k),
        "mixed": mixed * (1 + f), "lower": lower, "cofactor": inverse * determinant, "tracek": 2 * trace,
        "free": k - g * trace / 3, "upper_free": vv - inverse * e("ij...,ij...->...", g, vv) / 3,
        "over": 3 + e("ij...,ij...->...", inverse, ricci),
        "ricci": ricci, "connection": up, "cdv": cdv, "cdk": cov(k), "divergence": e("ii...->...", cdv),
        "hessian": fd.dd(f) - e("kij...,k...->ij...", up, fd.d(f)), "metricity": 0 * dg,
        "curl": e("ji...->ij...", dlower) - dlower,
        "lied": along(d) - e("k...,ik...->i...", d, dv) + 2 / 3 * d * div, "lieh": lie_low(h) - 2 / 3 * h * div,
        "liek": along(mixed) - e("kj...,ik...->ij...", mixed, dv) + e("ik...,kj...->ij...", mixed, dv), "lief": 2 * along(f),
        "forward": fd.apply(forward, f, 0), "backward": fd.apply(backward, f, 1), "mixed_second": fd.mixed(f, 0, 2),
    }
    compared = set()
    for name, values in expected.items():
        for component, value in by_component(name, values):
            if component in found:
                compared.add(component)
                assert numpy.max(numpy.abs(found[component] - value)) < 1e-11, component
    assert set(found) == compared and len(found) >= 150
