"""Coordinates, time step and mirrors against formulas, for every way to specify a grid, on 1 to 4 processes."""

import math
import re

import pytest
import points
import simulation

SHAPE = "driver::global_nx = 13\ndriver::global_ny = 10\ndriver::global_nz = 9\ndriver::ghost_size = 2\n"
DUMP = 'TestGrid::dump = "grid::coordinates"\n'


def centred(n, spacing, avoid_origin=True):
    """Returns the first coordinate of n points around 0. If 0 is not a point and n is odd, one more point is above
    0."""
    return -0.5 * (n - 1 - (1 if avoid_origin and n % 2 else 0)) * spacing


# name: (parameters, expected origin and spacing of x, y, z)
GRIDS = {
    "byspacing": (
        'grid::type = "byspacing"\ngrid::dx = 0.1\ngrid::dy = 0.2\ngrid::dz = 0.3\n',
        [(centred(13, 0.1), 0.1), (centred(10, 0.2), 0.2), (centred(9, 0.3), 0.3)],
    ),
    "byspacing through the origin": (
        'grid::type = "byspacing"\ngrid::dxyz = 0.125\ngrid::avoid_origin = no\n',
        [(centred(n, 0.125, avoid_origin=False), 0.125) for n in (13, 10, 9)],
    ),
    "byrange": (
        'grid::type = "byrange"\ngrid::xmin = -1\ngrid::xmax = 2\ngrid::ymin = 0\ngrid::ymax = 1.8\n'
        "grid::zmin = -3\ngrid::zmax = 5\n",
        [(-1, 3 / 12), (0, 1.8 / 9), (-3, 1.0)],
    ),
    "byrange, one range": (
        'grid::type = "byrange"\ngrid::xyzmin = -1\ngrid::xyzmax = 1\n',
        [(-1, 2 / 12), (-1, 2 / 9), (-1, 2 / 8)],
    ),
    "box": ('grid::type = "box"\n', [(-0.5, 1 / 12), (-0.5, 1 / 9), (-0.5, 1 / 8)]),
    "coordbase": (
        'grid::type = "coordbase"\nCoordBase::domainsize = "minmax"\nCoordBase::xmin = 0\nCoordBase::xmax = 3\n'
        'CoordBase::ymin = -1\nCoordBase::ymax = 1\nCoordBase::zmin = 1\nCoordBase::zmax = 2\n'
        'CoordBase::spacing = "numcells"\nCoordBase::ncells_x = 8\nCoordBase::ncells_y = 7\nCoordBase::ncells_z = 8\n'
        "CoordBase::boundary_size_x_lower = 3\nCoordBase::boundary_size_x_upper = 3\n"
        "CoordBase::boundary_staggered_y_lower = yes\nCoordBase::boundary_staggered_y_upper = yes\n",
        [(0 - 0.375 * 2, 0.375), (-1 - 2 / 7 * 0.5, 2 / 7), (1, 0.125)],
    ),
    "octant": (
        'grid::type = "byspacing"\ngrid::dxyz = 0.5\ngrid::domain = "octant"\n',
        [(-0.75, 0.5)] * 3,
    ),
    "bitant by range": (
        'grid::type = "byrange"\ngrid::zmax = 3\ngrid::domain = "bitant"\n',
        [(-1, 2 / 12), (-1, 2 / 9), (-1.5 * (3 / 6.5), 3 / 6.5)],
    ),
}


@pytest.mark.parametrize("name", GRIDS)
def test_coordinates(name):
    parameters, expected = GRIDS[name]
    reference = None
    for ranks in (1, 2, 4):
        grid, _ = points.run(SHAPE + DUMP + parameters, ranks=ranks)
        for d in range(3):
            for value, wanted in ((grid.origin[d], expected[d][0]), (grid.spacing[d], expected[d][1])):
                assert math.isclose(value, wanted, rel_tol=1e-15, abs_tol=1e-15), f"direction {d}"
        for d, coordinate in enumerate("xyz"):
            formula = {p: grid.origin[d] + p[d] * grid.spacing[d] for p in grid["grid::x"]}
            points.expect_equal(f"{name}: {coordinate}", grid[f"grid::{coordinate}"], formula)
        x, y, z = (grid[f"grid::{c}"] for c in "xyz")
        radius = {p: math.sqrt(x[p] * x[p] + y[p] * y[p] + z[p] * z[p]) for p in x}
        points.expect_equal(f"{name}: r", grid["grid::r"], radius)
        whole_grid = (grid.origin, grid.spacing, grid.values)
        assert whole_grid == (reference or whole_grid), f"{ranks} processes give another grid than one"
        reference = whole_grid


def test_time_step():
    for parameters, expected in (
        ("time::dtfac = 0.25\n", 0.25 * 0.1),
        ('time::timestep_method = "given"\ntime::timestep = 0.017\n', 0.017),
        (
            'time::timestep_method = "courant_speed"\ntime::courant_fac = 0.5\nTestGrid::wave_speed = 4\n',
            0.5 * (0.1 / 4) / math.sqrt(3),
        ),
    ):
        grid, _ = points.run(SHAPE + GRIDS["byspacing"][0] + parameters)
        assert math.isclose(grid.time_step, expected, rel_tol=1e-15), parameters


COURANT = 'time::timestep_method = "courant_speed"\nTestGrid::wave_speed = 1\n'


def test_end_at_final_time():
    """The step that would pass the final time ends there, for each termination condition that depends on the time."""
    thorns = 'ActiveThorns = "PUGH PUGHReduce CoordBase SymBase CartGrid3D Time Boundary TestGrid IOUtil IOBasic"\n'
    table = 'IO::out_dir = "data"\nIOBasic::outInfo_every = 1\nIOBasic::time_prec = 12\nIOBasic::time_width = 16\n'
    dt = 0.9 * 0.1 / math.sqrt(3)
    end = 2.5 * dt
    for terminate, last_iteration, final_time, times in (
        ("iteration", 3, end, [dt, 2 * dt, 3 * dt]),
        ("time", 3, end, [dt, 2 * dt, end]),
        ("any", 9, end, [dt, 2 * dt, end]),
        ("any", 2, -1, [dt, 2 * dt]),  # the default final time is none
        ("either", 9, end, [dt, 2 * dt, end]),
        ("all", 4, end, [dt, 2 * dt, end, end + dt]),
        ("both", 4, end, [dt, 2 * dt, end, end + dt]),
    ):
        text = (thorns + table + SHAPE + GRIDS["byspacing"][0] + COURANT + f'cactus::terminate = "{terminate}"\n'
                f"cactus::cctk_itlast = {last_iteration}\ncactus::cctk_final_time = {final_time!r}\n")
        _, result = simulation.run(text)
        rows = re.findall(r"^ *(\d+) +(\d+\.\d{12}) \|", result.stdout, re.MULTILINE)
        found = [float(time) for iteration, time in rows if iteration != "0"]
        assert found == pytest.approx(times, rel=0, abs=1e-9), f'terminate = "{terminate}", final time {final_time}'


def test_unset_crossing_time():
    """A time step of zero would never end the run."""
    text = ('ActiveThorns = "PUGH CoordBase SymBase CartGrid3D Time Boundary TestGrid"\n' + SHAPE + GRIDS["byspacing"][0]
            + 'time::timestep_method = "courant_time"\ncactus::terminate = "iteration"\ncactus::cctk_itlast = 2\n')
    _, result = simulation.run(text, expect=None)
    assert result.returncode != 0
    simulation.require_words(result, ["time::courant_min_time is 0"], text)


def test_mirrors():
    """The points beyond a mirror hold parity times the value of their image."""
    for parity in (1, -1):
        parameters = (
            f'grid::type = "byspacing"\ngrid::dxyz = 0.5\ngrid::domain = "octant"\nTestGrid::parity = {parity}\n'
            'TestGrid::condition = "None"\nTestGrid::width = 0\nTestGrid::number_condition = "None"\n'
            'TestGrid::dump = "TestGrid::f TestGrid::n"\n'
        )
        for ranks in (1, 4):
            grid, _ = points.run(SHAPE + parameters, ranks=ranks)
            for name, sign in (("TestGrid::f", parity), ("TestGrid::n", 1)):
                image = lambda i: (i, 1) if i > 1 else (3 - i, sign)
                expected = {}
                for p in grid[name]:
                    (i, si), (j, sj), (k, sk) = map(image, p)
                    expected[p] = si * sj * sk * grid[name][i, j, k]
                points.expect_equal(f"{name} beyond mirrors", grid[name], expected)


def test_rotations():
    """The points beyond a face with a rotation about x have the value rotated by 180 degrees: y and z change their signs."""
    for domain, has_mirror in (('"bitant_rotate"', False), ('"quadrant_reflect_rotate"', True)):
        parameters = (
            f'grid::type = "byspacing"\ngrid::dxyz = 0.5\ngrid::domain = {domain}\ngrid::rotation_axis = "x"\n'
            'grid::bitant_plane = "xy"\ngrid::quadrant_direction = "y"\nTestGrid::parity = -1\n'
            'TestGrid::condition = "None"\nTestGrid::width = 0\nTestGrid::dump = "TestGrid::f"\n'
        )
        field = points.run(SHAPE + parameters)[0]["TestGrid::f"]
        expected = {}
        for i, j, k in field:
            turned = (i, j, k) if k > 1 else (i, 9 - j, 3 - k)
            sign = -1 if has_mirror and i < 2 else 1
            expected[i, j, k] = sign * field[(3 - i if sign < 0 else i), turned[1], turned[2]]
        points.expect_equal(f"{domain} beyond the rotated face", field, expected)


def test_boundaries_ranges_and_systems():
    """Thorns can query types and sizes of boundaries, registered ranges and coordinate systems."""
    _, output = points.run(SHAPE + 'grid::type = "byspacing"\ngrid::dxyz = 0.5\ngrid::symmetry_ymin = yes\n'
                           "CoordBase::boundary_size_x_lower = 3\nCoordBase::boundary_size_y_lower = 2\n")
    for line in (
        "face 0: 3 points, physical",
        "face 1: 1 points, physical",
        "face 2: 2 points, symmetry",
        "coordinate x: -2.75 to 3.25, physical 0 to 12",
        "coordinate y: -0.75 to 3.75, physical 2 to 9",
        "the system of field is cart3d, in which y is grid::y with spacing 0.5",
        "lower y face has the symmetry CartGrid3D",
    ):
        assert line in output


BITANT = 'grid::type = "byspacing"\ngrid::domain = "bitant_rotate"\n'


@pytest.mark.parametrize("parameters, message", [
    ('grid::type = "multipatch"\n', "multipatch"),
    ('grid::type = "box"\ngrid::domain = "octant"\n', "contains both sides of the origin and has no symmetries"),
    (BITANT, "is not in grid::bitant_plane"),
    ('grid::type = "byspacing"\ngrid::domain = "quadrant_reflect_rotate"\n', "must differ from grid::quadrant"),
    (BITANT + 'grid::rotation_axis = "y"\n', "must be symmetric in x"),
])
def test_errors(parameters, message):
    _, output = points.run(SHAPE + parameters, expect=1)
    assert message in " ".join(output.split())


def test_mirror_needs_enough_points_on_each_process():
    thin = ('PUGH::processor_topology = "manual"\nPUGH::processor_topology_3d_z = 2\nPUGH::processor_weights = "1 3"\n'
            'grid::type = "byspacing"\ngrid::domain = "octant"\nTestGrid::condition = "None"\nTestGrid::width = 0\n')
    _, output = points.run(SHAPE + thin, ranks=2, expect=1)
    assert "in direction z, too few for the mirror with 2 ghost points" in " ".join(output.split())
    assert "PARAMETER ERROR (CartGrid3D)" in output


def test_rotation_needs_one_process():
    _, output = points.run(SHAPE + BITANT + 'grid::rotation_axis = "x"\n', ranks=2, expect=1)
    assert "requires one process, but there are 2" in " ".join(output.split())
