"""Apparent horizons: areas of known black holes with and without spin, mirrors and displaced centres, the order of the
interpolation, two holes against a geodesic; the same bits on 2 processes and after a recovery; messages where no horizon exists."""

import math

import numpy
import pytest

from minimal_surface import common_horizon_area
from relativity import ALWAYS
from simulation import require_words, run

THORNS = ('ActiveThorns = "PUGH PUGHReduce PUGHSlab PUGHInterp LocalInterp LocalReduce CoordBase SymBase CartGrid3D '
          'ReflectionSymmetry Time Boundary IOUtil IOBasic IOHDF5 IOScalar CaKernel Accelerator Devices ADMBase ExactData '
          'PunctureTracker ApparentHorizon"\n')
BASE = {key: ALWAYS[key] for key in ("CaKernel::machine_limits", "CaKernel::compiler", "CaKernel::report", "IO::out_dir",
                                     "cactus::terminate")}
BASE |= {"driver::ghost_size": 3, "IO::parfile_write": '"no"', "cactus::cctk_itlast": 0, "grid::type": '"coordbase"',
         "CoordBase::domainsize": '"minmax"', "CoordBase::spacing": '"numcells"'}
ONE, ROUND = 16 * math.pi, 8 * math.pi
SINGLE = 1.777763657 * ONE  # of one hole of two that are 1.5 apart, by harmonics in place of a grid (fast_flow_test.cpp)


def text(*parameters):
    values = dict(BASE)
    for more in parameters:
        values |= more
    return THORNS + "".join(f"{name} = {value}\n" for name, value in values.items())


def cube(low, high, cells):
    """Parameters of a grid with points at cell centres, and with mirrors at 0 if the cube starts at 0."""
    values = {"driver::global_nsize": cells + 6}
    for axis in "xyz":
        values |= {f"CoordBase::{axis}min": low, f"CoordBase::{axis}max": high, f"CoordBase::ncells_{axis}": cells}
        values |= {f"ReflectionSymmetry::reflection_{axis}": "yes" if low == 0 else "no"}
        for side in ("lower", "upper"):
            values |= {f"CoordBase::boundary_size_{axis}_{side}": 3, f"CoordBase::boundary_staggered_{axis}_{side}": "yes"}
    return values


def data(name, **parameters):
    return {"ADMBase::initial_data": f'"{name}"'} | {f"ExactData::{key}": value for key, value in parameters.items()}


def horizons(*radii, **more):
    values = {"ApparentHorizon::n_horizons": len(radii), "ApparentHorizon::interp_order": 5}
    values |= {f"ApparentHorizon::initial_radius[{i}]": radius for i, radius in enumerate(radii)}
    return values | {f"ApparentHorizon::{key}": value for key, value in more.items()}


def moved(x, y, z):
    return {f"ApparentHorizon::centre_{axis}[0]": value for axis, value in zip("xyz", (x, y, z))}


def table(folder, number=0):
    """The lines of a horizon's file: iteration, time, area, ..."""
    return numpy.loadtxt(folder / "data" / f"ah_{number}.asc", ndmin=2)


def area(*parameters, ranks=1):
    folder, _ = run(text(*parameters), ranks=ranks)
    (line,) = table(folder)
    assert math.isclose(line[3], math.sqrt(line[2] / ONE)), "the irreducible mass does not follow from the area"
    return line[2]


def require_area(found, expected, within=1e-4):
    assert abs(found / expected - 1) < within


def test_area_converges_with_the_interpolation():
    """The area converges at least with the fourth power of the spacing."""
    isotropic, octants = data("Brill-Lindquist", mass1=1), [cube(0, 1.2, n) for n in (12, 24)]
    errors = [abs(area(isotropic, octant, horizons(0.8)) / ONE - 1) for octant in octants]
    assert math.log2(errors[0] / errors[1]) >= 4 and errors[1] <= 1e-4


def test_displaced_hole():
    displaced = data("Brill-Lindquist", mass1=1, x1=0.11, y1=-0.07, z1=0.03)
    require_area(area(displaced, cube(-1.2, 1.2, 32), horizons(0.8, l_max=12), moved(0.05, 0, 0.1),
                      {"ApparentHorizon::ntheta": 26, "ApparentHorizon::nphi": 52}), ONE)


def test_kerr_schild():
    require_area(area(data("Kerr-Schild"), cube(-3, 3, 30), horizons(2.5)), ONE)


def test_kerr_schild_with_spin():
    require_area(area(data("Kerr-Schild", spin=0.6), cube(-3, 3, 30), horizons(2.5), ranks=2), ROUND * 1.8)


@pytest.mark.parametrize("distance", [1.5, 1.6])
def test_two_holes(distance):
    """A common horizon exists below the distance 1.532 of two holes of mass 1, and not above. The other horizon is that of one
    hole around its puncture."""
    grid = cube(0, 2.4, 32) | {"PunctureTracker::track[2]": "yes", "ApparentHorizon::puncture[1]": 2}
    holes = data("Brill-Lindquist", mass1=1, mass2=1, z1=distance / 2, z2=-distance / 2)
    place = {"PunctureTracker::initial_z[2]": distance / 2, "ApparentHorizon::max_iterations": 200}
    folder, result = run(text(holes, grid, place, horizons(2, 0.5, interp_order=4)))
    (single,) = table(folder, 1)
    assert single[11] == distance / 2
    if distance == 1.5:
        require_area(single[2], SINGLE, within=3e-3)
    expected = common_horizon_area(distance)
    if expected:
        require_area(table(folder)[0, 2], expected, within=1e-3)
    else:
        require_words(result, ["No apparent horizon 0 at time 0: the surface "], distance)
        assert "# 0 0 none: the surface " in (folder / "data/ah_0.asc").read_text()


def test_bits_on_two_processes_and_after_recovery():
    """Some iterations of stationary data; each search starts from the last surface, also after a recovery."""
    spinning = text(data("Kerr-Schild", spin=0.5), cube(-3, 3, 20), horizons(2.5, 2.6, find_every=2),
                    {"ApparentHorizon::start_time[1]": 0.6001, "time::dtfac": 0.5,
                     "IOScalar::outScalar_vars": '"ApparentHorizon::ah_area[0] ApparentHorizon::ah_found"',
                     "IOScalar::outScalar_every": 1})
    checkpoints = {"IO::checkpoint_every": 4, "IO::checkpoint_dir": '"data"', "IO::recover_dir": '"data"',
                   "IO::recover": '"autoprobe"', "IOHDF5::checkpoint": '"yes"'}
    lines = "".join(f"{name} = {value}\n" for name, value in checkpoints.items())
    steps = "cactus::cctk_itlast = {}\n"
    spinning = spinning.replace("cactus::cctk_itlast = 0\n", "")
    one_process, _ = run(spinning + steps.format(8))
    two_processes, _ = run(spinning + steps.format(8), ranks=2)
    recovered, _ = run(spinning + lines + steps.format(5))
    run(spinning + lines + steps.format(8), folder=recovered, ranks=3)
    assert list(table(one_process)[:, 0]) == [0, 2, 4, 6, 8] and list(table(one_process, 1)[:, 0]) == [4, 6, 8]
    for name in ("ah_0.asc", "ah_1.asc"):
        expected = (one_process / "data" / name).read_bytes()
        assert all((folder / "data" / name).read_bytes() == expected for folder in (two_processes, recovered)), name
    (scalars,) = (one_process / "data").glob("ah_area*")
    assert abs(numpy.loadtxt(scalars)[3, 2] / table(one_process)[1, 2] - 1) < 1e-12, "ah_area[0] keeps the last area"


def test_surface_that_leaves_the_grid():
    hole, grid = data("Brill-Lindquist", mass1=1), cube(-1.2, 1.2, 12)
    _, result = run(text(hole, grid, horizons(2.5), {"ApparentHorizon::verbose": "yes"}))
    require_words(result, ["No apparent horizon 0 at time 0: the surface left the grid after 0 iterations."], "a large radius")


def test_interpolation_order_needs_ghost_zones():
    hole, grid = data("Brill-Lindquist", mass1=1), cube(-1.2, 1.2, 12)
    _, result = run(text(hole, grid, horizons(0.8, interp_order=9), {"ApparentHorizon::start_time[0]": 100}), ranks=2, expect=None)
    assert result.returncode != 0
    require_words(result, ["Ghost zones must be as wide as half of ApparentHorizon::interp_order = 9 where the grid is divided, but in direction",
                           "they are 3 wide. Increase driver::ghost_size."], "an order that is too high")
