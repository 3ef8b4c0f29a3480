"""Spherical modes on 1 and 2 processes: round-off where the interpolation is exact, its order elsewhere, fields that are
calculated for output only, continued files, and what is refused."""

import math
import sys

import numpy

from all_output import all_output, differences
from simulation import refuse, run

THORNS = ('ActiveThorns = "PUGH PUGHReduce PUGHSlab PUGHInterp LocalInterp LocalReduce CoordBase SymBase CartGrid3D Time '
          'Boundary MoL IOUtil IOBasic IOHDF5 CaKernel Accelerator DeviceHost ADMBase PunctureTracker Multipole TestAnalysis"\n')
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
        if (error := largest_error(modes(folder, "poly", radius), expected)) > 1e-13:
            sys.exit(f"modes of a polynomial are wrong by {error}")
    return folder, largest_error(modes(folder, "psi4", 1), {(2, 1): math.sqrt(16 * math.pi / 5)})


def check_times():
    """A field that is calculated for output only, every second iteration; a run in two parts writes the same lines."""
    steps = "Multipole::out_every = 2\nCactus::terminate = \"iteration\"\nCactus::cctk_itlast = {}\n"
    base = THORNS + GRID.format(n=17) + SPHERES + FIELDS.format()
    checkpoints = 'IOHDF5::checkpoint = yes\nIO::checkpoint_every = 4\nIO::checkpoint_dir = "data"\nIO::recover_dir = "data"\nIO::recover = "autoprobe"\n'
    whole, _ = run(base + steps.format(8))
    for rows in [modes(whole, "late", 1)[0, 0]]:
        expected = [(t, t * math.sqrt(4 * math.pi), 0) for t in 0.5 * 0.2 * numpy.array([0, 2, 4, 6, 8])]
        if not numpy.allclose(rows, expected, atol=1e-13):
            sys.exit(f"modes of the time are\n{rows}\nnot\n{expected}")
    part, _ = run(base + checkpoints + steps.format(6))
    run(base + checkpoints + steps.format(8), folder=part, ranks=2)
    for name in ("late", "poly", "psi4"):
        one, two = modes(whole, name, 1.25), modes(part, name, 1.25)
        if any(not numpy.array_equal(one[mode], two[mode]) for mode in one):
            sys.exit(f"modes of {name} differ after a recovery")


def main():
    one, coarse = spin_error(17)
    two, same = spin_error(17, ranks=2)
    if wrong := differences(all_output(one / "data"), all_output(two / "data")):
        sys.exit("\n".join(wrong))
    _, fine = spin_error(33)
    slope = math.log2(coarse / fine)
    print(f"interpolation: errors {coarse:.1e} {fine:.1e}, slope {slope:.2f}")
    if slope < 4 or same != coarse:
        sys.exit("the error of the interpolation does not fall with the fourth power of the spacing, or more")
    check_times()
    field = 'Multipole::variables = "TestAnalysis::poly_real{}"\n'
    base = THORNS + GRID.format(n=17) + "Cactus::cctk_itlast = 0\n"
    refuse(base + field.format("{cmplx='TestAnalysis::no'}") + SPHERES, ["cmplx='TestAnalysis::no' is not the name of a real grid function"])
    refuse(base + field.format("{spin=-2}") + SPHERES, ["are sw (an integer), cmplx and name (texts), nothing else"])
    refuse(base + field.format("{sw=}") + SPHERES, ["cannot be read: expected sw=-2"])
    refuse(base + 'Multipole::variables = "PunctureTracker::pt_loc_x[0]"\n' + SPHERES, ["is not a real grid function"])
    refuse(base + 'Multipole::variables = "TestAnalysis::nothing"\n' + SPHERES, ["holds a name that is no variable or group"])
    refuse(base + field.format("") + SPHERES.replace("= 12", "= 3"), ["too few points for modes up to l_max = 3: more than 3 and 6"])
    refuse(base + field.format(""), ["1 spheres are wanted, but radius[0] is not set"])
    refuse(base + field.format("") + SPHERES + 'Multipole::interpolator_pars = "order"\n', ['interpolator_pars = "order" cannot be read'])
    refuse(base + field.format("") + SPHERES + 'Multipole::interpolator_name = "spline"\n', ["is not an operator that a thorn has registered"])
    refuse(base + field.format("") + SPHERES.replace("= 1.25", "= 2.5"), ["radius[1] = 2.5 leaves the grid, which ends at x = -1.55"])
    octant = base.replace('"byrange"', '"byspacing"\ngrid::dxyz = 0.2\ngrid::domain = "octant"')
    refuse(octant + field.format("") + SPHERES, ["radius[0] = 1 leaves the grid, which ends at x = -0.3.",
                                                 "The symmetry CartGrid3D there cannot interpolate. Use the mirrors of thorn Refl"])
    refuse(base + field.format("") + SPHERES + 'Multipole::coord_system = "polar"\n', ["\"polar\" is no coordinate system of the grid"])


if __name__ == "__main__":
    main()
