"""Spherical modes on 1 and 2 processes: rounding errors where the interpolation is exact, its order elsewhere, fields that are
calculated only for output, continued files, and errors of parameters."""

import math

import numpy
import pytest

from all_output import all_output, differences
from simulation import require_error, run

THORNS = ('ActiveThorns = "PUGH PUGHReduce PUGHSlab PUGHInterp LocalInterp LocalReduce CoordBase SymBase CartGrid3D Time '
          'Boundary MoL IOUtil IOBasic IOHDF5 CaKernel Accelerator Devices ADMBase PunctureTracker Multipole TestAnalysis"\n')
GRID = ('driver::global_nsize = {n}\ndriver::ghost_size = 2\ngrid::type = "byrange"\ngrid::xyzmin = -1.55\n'
        'grid::xyzmax = 1.65\nIO::out_dir = "data"\nIO::parfile_write = "no"\nCaKernel::machine_limits = "none"\n')
SPHERES = ("Multipole::nradii = 2\nMultipole::radius[0] = 1\nMultipole::radius[1] = 1.25\nMultipole::ntheta = 12\n"
           "Multipole::nphi = 20\nMultipole::l_max = 3\n")
FIELDS = ("Multipole::variables = \"TestAnalysis::poly_real{{cmplx='TestAnalysis::poly_imag' name='poly'}} "
          "TestAnalysis::spin_real{{sw=-2 cmplx='TestAnalysis::spin_imag' name='psi4'}} TestAnalysis::late\"\n")


def modes(folder, name, radius, l_max=3):
    """(l, m) -> time, real, imaginary part of each line."""
    found = {}
    for l in range(l_max + 1):
        for m in range(-l, l + 1):
            path = folder / "data" / f"mp_{name}_l{l}_m{m}_r{radius:.2f}.asc"
            found[l, m] = numpy.loadtxt(path, ndmin=2)
    return found


def largest_error(found, expected, line=0):
    return max(abs(complex(*rows[line, 1:]) - expected.get(mode, 0)) for mode, rows in found.items())


def spin_error(n, ranks=1):
    folder, _ = run(THORNS + GRID.format(n=n) + SPHERES + FIELDS.format() + "Cactus::cctk_itlast = 0\n", ranks=ranks)
    for radius in (1, 1.25):
        expected = {(2, 2): radius**2 / math.sqrt(15 / (32 * math.pi)), (1, 0): radius / math.sqrt(3 / (4 * math.pi))}
        assert largest_error(modes(folder, "poly", radius), expected) < 1e-13
    return folder, largest_error(modes(folder, "psi4", 1), {(2, 1): math.sqrt(16 * math.pi / 5)})


def test_interpolation_has_fourth_order_and_no_process_matters():
    one, coarse = spin_error(17)
    two, coarse_on_two = spin_error(17, ranks=2)
    assert coarse_on_two == coarse and not differences(all_output(one / "data"), all_output(two / "data"))
    _, fine = spin_error(33)
    assert math.log2(coarse / fine) >= 4


def test_times_and_continued_files():
    """A field that is calculated only for output, every second iteration; a run in two parts writes the same lines."""
    steps = "Multipole::out_every = 2\nCactus::terminate = \"iteration\"\nCactus::cctk_itlast = {}\n"
    base = THORNS + GRID.format(n=17) + SPHERES + FIELDS.format()
    checkpoints = 'IOHDF5::checkpoint = yes\nIO::checkpoint_every = 4\nIO::checkpoint_dir = "data"\nIO::recover_dir = "data"\nIO::recover = "autoprobe"\n'
    whole, _ = run(base + steps.format(8))
    expected = [(t, t * math.sqrt(4 * math.pi), 0) for t in 0.5 * 0.2 * numpy.array([0, 2, 4, 6, 8])]
    assert numpy.allclose(modes(whole, "late", 1)[0, 0], expected, atol=1e-13)
    part, _ = run(base + checkpoints + steps.format(6))
    run(base + checkpoints + steps.format(8), folder=part, ranks=2)
    for name in ("late", "poly", "psi4"):
        continued = modes(part, name, 1.25)
        assert all(numpy.array_equal(rows, continued[mode]) for mode, rows in modes(whole, name, 1.25).items()), name


BASE = THORNS + GRID.format(n=17) + "Cactus::cctk_itlast = 0\n"
FIELD = 'Multipole::variables = "TestAnalysis::poly_real{}"\n'
OCTANT = BASE.replace('"byrange"', '"byspacing"\ngrid::dxyz = 0.2\ngrid::domain = "octant"')


@pytest.mark.parametrize("parameters, words", [
    (BASE + FIELD.format("{cmplx='TestAnalysis::no'}") + SPHERES, ["cmplx='TestAnalysis::no' is not the name of a real grid function"]),
    (BASE + FIELD.format("{spin=-2}") + SPHERES, ["are sw (an integer), cmplx and name (texts), nothing else"]),
    (BASE + FIELD.format("{sw=}") + SPHERES, ["cannot be read: expected sw=-2"]),
    (BASE + 'Multipole::variables = "PunctureTracker::pt_loc_x[0]"\n' + SPHERES, ["is not a real grid function"]),
    (BASE + 'Multipole::variables = "TestAnalysis::nothing"\n' + SPHERES, ["contains a name that is neither a variable nor a group"]),
    (BASE + FIELD.format("") + SPHERES.replace("= 12", "= 3"), ["too few points for modes up to l_max = 3: more than 3 and 6"]),
    (BASE + FIELD.format(""), ["Multipole::nradii is 1, but radius[0] is not set"]),
    (BASE + FIELD.format("") + SPHERES + 'Multipole::interpolator_pars = "order"\n', ['interpolator_pars = "order" is malformed']),
    (BASE + FIELD.format("") + SPHERES + 'Multipole::interpolator_name = "spline"\n', ["is not a registered operator"]),
    (BASE + FIELD.format("") + SPHERES.replace("= 1.25", "= 2.5"), ["radius[1] = 2.5 leaves the grid, which ends at x = -1.55"]),
    (OCTANT + FIELD.format("") + SPHERES, ["radius[0] = 1 leaves the grid, which ends at x = -0.3.",
                                           "The symmetry CartGrid3D there cannot interpolate. Use the mirrors of thorn Refl"]),
    (BASE + FIELD.format("") + SPHERES + 'Multipole::coord_system = "polar"\n', ['"polar" is not a coordinate system of the grid']),
])
def test_errors(parameters, words):
    require_error(parameters, words)
