"""Two black holes on the grid: metric and curvature against formulas written independently, the same bits on 1 and 2 processes,
the options, and errors of parameters."""


import numpy
import pytest

from all_output import all_output, differences
from simulation import require_error, require_words, run

THORNS = ('ActiveThorns = "PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL '
          'IOUtil IOBasic IOASCII ADMBase TwoPunctures"\n')
GRID = ('driver::global_nsize = 9\ndriver::ghost_size = 1\ngrid::type = "byrange"\ngrid::xyzmin = -1.9\n'
        'grid::xyzmax = 2.2\nCactus::cctk_itlast = 0\n')
VARIABLES = "gxx gxy gxz gyy gyz gzz kxx kxy kxz kyy kyz kzz alp".split()
OUTPUT = ('IO::out_dir = "data"\nIOASCII::out1D_every = 1\nIOASCII::out1D_vars = "ADMBase::metric ADMBase::curv '
          'ADMBase::lapse TwoPunctures::puncture_u"\nIOASCII::out1D_style = "gnuplot f(x)"\nIOASCII::out_format = ".17g"\n')
HALF, MASSES = 1.1, (0.5, 0.4)
MOMENTA = ((0.1, 0.3, -0.2), (-0.1, -0.3, 0.1))
SPINS = ((0.05, 0.1, 0.2), (0.0, -0.15, 0.1))


def vectors(name, values):
    return "".join(f"TwoPunctures::par_{name}_{side}[{i}] = {v}\n"
                   for side, vector in zip(("plus", "minus"), values) for i, v in enumerate(vector))


HOLES = (f"TwoPunctures::par_b = {HALF}\nTwoPunctures::par_m_plus = {MASSES[0]}\nTwoPunctures::par_m_minus = {MASSES[1]}\n"
         + vectors("P", MOMENTA) + vectors("S", SPINS)
         + "TwoPunctures::npoints_A = 14\nTwoPunctures::npoints_B = 14\nTwoPunctures::npoints_phi = 6\n"
         'ADMBase::admbase_boundary_condition = "none"\nADMBase::initial_data = "twopunctures"\n'
         'TwoPunctures::keep_u_around = yes\n')


def values(folder, name, direction):
    """Returns coordinates and values along one of the lines through the middle of the grid."""
    (path,) = (folder / "data").glob(f"{name}_{direction}_*")
    rows = [line.split() for line in path.read_text().splitlines() if line.strip() and line[0] not in "#\""]
    return numpy.array(rows, float)[:, :2].T


def expected(point, u, lapse):
    """The thirteen variables at a point by Brandt and Bruegmann's and Bowen and York's formulas."""
    curvature, newtonian = numpy.zeros((3, 3)), 0
    for side, mass, momentum, spin in zip((1, -1), MASSES, MOMENTA, SPINS):
        relative = point - numpy.array([side * HALF, 0, 0])
        r = numpy.linalg.norm(relative)
        n, P = relative / r, numpy.array(momentum)
        from_P = numpy.outer(P, n) + numpy.outer(n, P) - (numpy.eye(3) - numpy.outer(n, n)) * (P @ n)
        twist = numpy.outer(numpy.cross(spin, n), n)
        curvature += 1.5 / r**2 * from_P + 3 / r**3 * (twist + twist.T)
        newtonian += mass / (2 * r)
    psi = 1 + newtonian + u
    k = curvature / psi**2
    metric = [psi**4, 0, 0, psi**4, 0, psi**4]
    return metric + [k[0, 0], k[0, 1], k[0, 2], k[1, 1], k[1, 2], k[2, 2], lapse(newtonian)]


def compare(extra, lapse, order=(0, 1, 2), shift=(0, 0, 0), ranks=1):
    """Compares every variable on all three lines with the formulas. `order` maps grid axes to axes of the solver."""
    folder, _ = run(THORNS + GRID + OUTPUT + HOLES + extra, ranks=ranks)
    middle = -1.9 + 4 * (4.1 / 8)
    for axis, direction in enumerate("xyz"):
        coordinate, u = values(folder, "puncture_u", direction)
        found = [values(folder, name, direction)[1] for name in VARIABLES]
        for i, c in enumerate(coordinate):
            at = numpy.full(3, middle)
            at[axis] = c
            at = (at - shift)[list(order)]
            wanted = expected(at, u[i], lapse)
            index = {(a, b): 0 for a in range(3) for b in range(3)}
            for n, (a, b) in enumerate([(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]):
                index[a, b] = index[b, a] = n
            for n, (a, b) in enumerate([(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]):
                for base in (0, 6):
                    error = abs(found[base + n][i] - wanted[base + index[order[a], order[b]]])
                    assert error < 1e-12 * max(1, abs(wanted[0])), f"{VARIABLES[base + n]} at {at}"
            assert abs(found[12][i] - wanted[12]) < 1e-13, f"lapse at {at}"
    return folder


LAPSE = 'ADMBase::initial_lapse = "{}"\n'


def test_variables_and_bits_on_two_processes():
    one, two = (compare(LAPSE.format("psi^n"), lambda s: (1 + s) ** -2, ranks=ranks) for ranks in (1, 2))
    assert not differences(all_output(one / "data"), all_output(two / "data"))


def test_swapped_axes_and_antisymmetric_lapse():
    compare(LAPSE.format("twopunctures-antisymmetric") + "TwoPunctures::swap_xz = yes\n", lambda s: (1 - s) / (1 + s),
            order=(2, 1, 0))


def test_displaced_centre_and_averaged_lapse():
    compare(LAPSE.format("twopunctures-averaged") + "TwoPunctures::center_offset[1] = 0.3\n", lambda s: 1 / (1 + s),
            shift=(0, 0.3, 0))


def test_parameters_without_effect_are_reported():
    without_effect = ('TwoPunctures::grid_setup_method = "Taylor expansion"\nTwoPunctures::do_residuum_debug_output = yes\n'
                      "TwoPunctures::do_initial_debug_output = yes\nTwoPunctures::rescale_sources = no\n"
                      "TwoPunctures::schedule_in_ADMBase_InitialData = no\n")
    compare(LAPSE.format("brownsville") + "TwoPunctures::initial_lapse_psi_exponent = 4\n" + without_effect,
            lambda s: 2 / (1 + (1 + s) ** 4))
    _, result = run(THORNS + GRID + HOLES + without_effect)
    require_words(result, [f"TwoPunctures::{name} has no effect" for name in
                           ("schedule_in_ADMBase_InitialData = no", "do_residuum_debug_output = yes", "do_initial_debug_output = yes")],
                  without_effect)


NO_MASS = (THORNS + GRID + HOLES).replace(f"par_m_plus = {MASSES[0]}", "par_m_plus = 0")
ON_GRID = (THORNS + GRID + HOLES).replace(f"par_b = {HALF}", "par_b = 1").replace("= -1.9", "= -4").replace("= 2.2", "= 4")
BASE = THORNS + GRID + OUTPUT + HOLES


@pytest.mark.parametrize("parameters, words", [
    *((f"{BASE}TwoPunctures::{name} = yes\n", [f"TwoPunctures::{name} = yes is not implemented: the solver is for vacuum"])
      for name in ("use_sources", "use_external_initial_guess", "multiply_old_lapse", "solve_momentum_constraint")),
    (BASE + "TwoPunctures::TP_Extend_Radius = 0.1\n", ["TwoPunctures::TP_Extend_Radius"]),
    (BASE + "TwoPunctures::Newton_maxit = 1\n", ["after 1 Newton steps, more than 1e-10", "a larger Newton_maxit"]),
    (NO_MASS, ["par_m_plus is 0, so there is no hole, but par_P_plus or par_S_plus is not 0"]),
    (NO_MASS + "TwoPunctures::give_bare_mass = no\n", ["first guess of the bare mass"]),
    (THORNS + GRID + 'ADMBase::initial_lapse = "psi^n"\n', ['set it to "twopunctures"']),
    (ON_GRID, ["The grid point (-1, 0, 0) is at a puncture", "TP_Tiny or TP_epsilon"]),
])
def test_errors(parameters, words):
    require_error(parameters, words)
