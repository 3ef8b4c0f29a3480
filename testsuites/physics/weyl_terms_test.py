"""Psi4 against the Weyl tensor written out with numpy from the Riemann tensor, another tetrad construction, a plane
wave, and black holes at rest, which do not radiate."""

import subprocess

import numpy
import pytest

import graphs
import pytest
import simulation
from differences import Differences

EQUATIONS = simulation.SOURCE / "thorns" / "Relativity" / "WeylScal4" / "equations" / "weyl.edl"
ORIGIN = {"xorig": 0.1, "yorig": -0.2, "zorig": 0.05}
GUARDS = [{"fd_order": "2nd"}, {"fd_order": "4th"}] + [{"fd_order": "Nth", "fdOrder": order} for order in "2468"]
NAMES = [("xx", 0, 0), ("xy", 0, 1), ("xz", 0, 2), ("yy", 1, 1), ("yz", 1, 2), ("zz", 2, 2)]
e = numpy.einsum


def order_of(guards):
    return int(guards.get("fdOrder", guards["fd_order"][0]))


@pytest.fixture(scope="module")
def all_graphs():
    result = subprocess.run([simulation.EDLC, "--emit=graph", EQUATIONS], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0, result.stderr
    found = graphs.graphs_in(result.stdout)
    assert [graph.guards for graph in found] == GUARDS
    return found


def variables(place, g, k):
    fields = dict(zip("xyz", place))
    for name, i, j in NAMES:
        fields["ADMBase::g" + name], fields["ADMBase::k" + name] = g[i, j], k[i, j]
    return fields


def tetrad(place, g):
    """e_r and mbar: Gram-Schmidt orthonormalisation of the coordinate directions phi, r, theta."""
    x, y, z = (p - ORIGIN[name] for p, name in zip(place, ("xorig", "yorig", "zorig")))
    found = []
    for vector in ([-y, x, 0 * x], [x, y, z], [x * z, y * z, -(x**2) - y**2]):
        vector = numpy.array(vector)
        for other in found:
            vector = vector - other * e("ij...,i...,j...->...", g, vector, other)
        found.append(vector / numpy.sqrt(e("ij...,i...,j...->...", g, vector, vector)))
    phi, radial, theta = found
    return radial, (theta - 1j * phi) / numpy.sqrt(2)


def oracle(place, g, k, fd):
    """C_abcd n^a mbar^b n^c mbar^d term by term, from the full Riemann tensor of the slice."""
    inverse = numpy.moveaxis(numpy.linalg.inv(numpy.moveaxis(g, (0, 1), (3, 4))), (3, 4), (0, 1))
    dg, ddg, dk = fd.d(g), fd.dd(g), fd.d(k)
    low = 0.5 * (dg + e("ikj...->ijk...", dg) - e("jki...->ijk...", dg))
    up = e("il...,ljk...->ijk...", inverse, low)
    riemann = 0.5 * (e("iljk...->ijkl...", ddg) + e("jkil...->ijkl...", ddg) - e("jlik...->ijkl...", ddg) - e("ikjl...->ijkl...", ddg))
    riemann = riemann + e("mjk...,mil...->ijkl...", low, up) - e("mjl...,mik...->ijkl...", low, up)
    riemann = riemann + e("ik...,jl...->ijkl...", k, k) - e("il...,jk...->ijkl...", k, k)  # Gauss
    electric = e("kl...,kilj...->ij...", inverse, riemann)
    cov = dk - e("lik...,lj...->ijk...", up, k) - e("ljk...,il...->ijk...", up, k)  # ijk: D_k K_ij
    mixed = e("ljk...->jkl...", cov) - e("kjl...->jkl...", cov)  # jkl: D_k K_lj - D_l K_kj
    radial, mbar = tetrad(place, g)
    return (0.5 * e("ij...,i...,j...->...", electric, mbar, mbar) - e("jkl...,j...,k...,l...->...", mixed, mbar, radial, mbar)
            + 0.5 * e("ijkl...,i...,j...,k...,l...->...", riemann, radial, mbar, radial, mbar))


def waves(seed, n):
    """A symmetric tensor of smooth periodic functions."""
    random = numpy.random.default_rng(seed)
    grid = numpy.meshgrid(*[2 * numpy.pi * numpy.arange(n) / n] * 3, indexing="ij")
    one = lambda: sum(random.uniform(-0.04, 0.04) * numpy.sin(sum(m * x for m, x in zip(random.integers(-2, 3, 3), grid)) + random.uniform(0, 6))
                      for _ in range(4))
    parts = {name: one() for name, _, _ in NAMES}
    tensor = numpy.zeros((3, 3, n, n, n))
    for name, i, j in NAMES:
        tensor[i, j] = tensor[j, i] = parts[name]
    return tensor


@pytest.mark.parametrize("index", range(len(GUARDS)))
def test_terms(all_graphs, index):
    graph, order = all_graphs[index], order_of(GUARDS[index])
    n, spacing = 14, (0.3, 0.25, 0.35)
    place = numpy.array(numpy.meshgrid(*[h * (numpy.arange(n) - n / 2 + 0.3) for h in spacing], indexing="ij"))
    g, k = numpy.eye(3)[:, :, None, None, None] + waves(1, n), waves(2, n)
    found = graph.evaluate(variables(place, g, k), ORIGIN, spacing)
    expected = oracle(place, g, k, Differences(order, spacing))
    assert numpy.max(numpy.abs(found["Psi4r"] + 1j * found["Psi4i"] - expected)) < 1e-11 * numpy.max(numpy.abs(expected))


def at_point(graph, order, centre, h, metric):
    """Computes Psi4 at one point from data in a small box around this point."""
    n = 2 * order + 1
    place = numpy.array(numpy.meshgrid(*[c + h * (numpy.arange(n) - order) for c in centre], indexing="ij"))
    g, k = metric(place)
    found = graph.evaluate(variables(place, g, k), ORIGIN, (h, h, h))
    return complex(found["Psi4r"][order, order, order], found["Psi4i"][order, order, order])


AMPLITUDES = numpy.array([[1, 0.7, 0], [0.7, -1, 0], [0, 0, 0]]) * 1e-7


def plane_wave(place):
    """h_ij = A_ij sin(z - t) at t = 0, going to larger z; K_ij = -1/2 d_t h_ij."""
    z = place[2]
    return (numpy.eye(3)[:, :, None, None, None] + AMPLITUDES[:, :, None, None, None] * numpy.sin(z),
            0.5 * AMPLITUDES[:, :, None, None, None] * numpy.cos(z))


def plane_wave_psi4(centre):
    """The same to first order: E_ij = -1/2 d_t^2 h_ij, d_z K_ij = 1/2 d_t^2 h_ij."""
    place = numpy.array(centre)[:, None]
    radial, mbar = (v[:, 0] for v in tetrad(place, numpy.eye(3)[:, :, None]))
    second = -AMPLITUDES * numpy.sin(centre[2])
    return -0.5 * (1 + radial[2]) * mbar @ second @ mbar + 0.5 * mbar[2] * (radial @ second @ mbar)


def schwarzschild(place):
    """Isotropic coordinates, m = 1, around the origin of the radial directions."""
    r = numpy.sqrt(sum((p - o) ** 2 for p, o in zip(place, ORIGIN.values())))
    return numpy.eye(3)[:, :, None, None, None] * (1 + 0.5 / r) ** 4, numpy.zeros((3, 3, *r.shape))


def check_order(graph, order, centre, metric, exact):
    h = 0.4 if metric is plane_wave else 0.3
    errors = [abs(at_point(graph, order, centre, h / refined, metric) - exact) for refined in (1, 2)]
    assert abs(numpy.log2(errors[0] / errors[1]) - order) < 0.4, errors


@pytest.mark.parametrize("index", range(len(GUARDS)))
def test_order_for_a_black_hole_at_rest(all_graphs, index):
    check_order(all_graphs[index], order_of(GUARDS[index]), (2.1, 1.3, 1.7), schwarzschild, 0)


@pytest.mark.parametrize("index", range(len(GUARDS) - 1))  # at order 8, rounding errors of the small amplitude dominate
def test_order_for_a_plane_wave(all_graphs, index):
    centre = (0.9, 1.4, 2.3)
    check_order(all_graphs[index], order_of(GUARDS[index]), centre, plane_wave, plane_wave_psi4(centre))


def test_wave_along_the_axis(all_graphs):
    """Psi4 = -d_t^2 (h_+ - i h_x) with e_theta along x and e_phi along y."""
    on_axis = at_point(all_graphs[-1], 8, (ORIGIN["xorig"], ORIGIN["yorig"], 1.0), 0.1, plane_wave)
    expected = numpy.sin(1.0) * complex(1e-7, -0.7e-7)
    assert abs(on_axis - expected) < 1e-4 * abs(expected)


@pytest.mark.parametrize("point", [tuple(ORIGIN.values()), (0.1, -0.2, -3.0)])
def test_finite_where_the_tetrad_is_degenerate(all_graphs, point):
    value = at_point(all_graphs[0], 2, point, 0.1, plane_wave)
    assert numpy.isfinite(value.real) and numpy.isfinite(value.imag)
