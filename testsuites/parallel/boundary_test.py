"""Boundary conditions against direct loops over the global grid, on 1 to 4 processes, edges and corners included."""

import itertools
import math

import pytest
import points

SHAPE = (11, 12, 13)
WIDTH = 2
MARK = -999.0
GRID = (
    "driver::global_nx = 11\ndriver::global_ny = 12\ndriver::global_nz = 13\ndriver::ghost_size = 2\n"
    'grid::type = "byspacing"\ngrid::dx = 0.2\ngrid::dy = 0.25\ngrid::dz = 0.3\n'
    'TestGrid::dump = "TestGrid::field TestGrid::other TestGrid::numbers grid::coordinates"\n'
)
ALL_POINTS = list(itertools.product(*map(range, SHAPE)))
FACES = range(6)


def number(p):
    return p[0] + 100 * (p[1] + 100 * p[2])


def field(grid, p):
    r = grid["grid::r"][p]
    return number(p) + 1 / (1 + r * r)


def in_interior(p, width=WIDTH):
    return all(width <= i < n - width for i, n in zip(p, SHAPE))


def initial(grid):
    return {p: field(grid, p) if in_interior(p) else MARK for p in ALL_POINTS}


def layers(face, width=WIDTH):
    """Yields the boundary points of a face, starting at the interior, with the nearest interior point and the outward
    step."""
    d, upper = divmod(face, 2)
    step = 1 if upper else -1
    first_interior = SHAPE[d] - 1 - width if upper else width
    for p in ALL_POINTS:
        if p[d] != first_interior:
            continue
        for layer in range(1, width + 1):
            yield move(p, d, layer * step), p, d, step


def move(p, d, by):
    return tuple(i + by if e == d else i for e, i in enumerate(p))


def flat(grid, values, faces=FACES, width=WIDTH):
    for face in faces:
        for p, inner, _, _ in layers(face, width):
            values[p] = values[inner]
    return values


def fill(values, function, faces=FACES, width=WIDTH):
    for face in faces:
        for p, _, _, _ in layers(face, width):
            values[p] = function(p)
    return values


def extrapolated(values):
    for face in FACES:
        for p, _, d, step in layers(face):
            values[p] = 2 * values[move(p, d, -step)] - values[move(p, d, -2 * step)]
    return values


def radiation(grid, values, limit, speed, power, faces=FACES):
    """The equation of a spherical wave, discretised halfway between two points and two times, and solved for the new
    value at the outer point."""
    past = {p: 2 * field(grid, p) + p[0] for p in ALL_POINTS}
    r = grid["grid::r"]
    dt = grid.time_step
    for face in faces:
        for p, _, d, step in layers(face):
            x = grid["grid::" + "xyz"[d]]
            dx = step * grid.spacing[d]
            a, b = move(p, d, -step), move(p, d, -2 * step)

            def residual(outer, inner, now_outer, source):
                """(x/r) f_t + v f_x + v x (f - limit)/r^2 - v x H/r^2 between two points, H given by source."""
                mean = lambda u, w: 0.5 * (u + w)
                in_time = mean(x[outer] / r[outer] * (now_outer - past[outer]),
                               x[inner] / r[inner] * (values[inner] - past[inner])) / dt
                in_space = mean(now_outer - values[inner], past[outer] - past[inner]) / dx
                x_r2 = mean(x[outer] / r[outer] ** 2, x[inner] / r[inner] ** 2)
                decay = mean(x[outer] / r[outer] ** 2 * (mean(now_outer, past[outer]) - limit),
                             x[inner] / r[inner] ** 2 * (mean(values[inner], past[inner]) - limit))
                return in_time + speed * in_space + speed * decay - speed * x_r2 * source

            source = 0.0
            if power > 0:
                # H one point further in, with the factors at the points; then (H0 - H1)/dx = -n x/r^2 (H0 + H1)/2
                weight = lambda q, f_new, f_old: r[q] * (f_new - f_old)
                in_time = 0.5 * (weight(a, values[a], past[a]) + weight(b, values[b], past[b])) / (speed * dt)
                difference = (values[a] - values[b]) + (past[a] - past[b])
                in_space = 0.25 * difference / dx * (r[a] ** 2 / x[a] + r[b] ** 2 / x[b])
                mean = 0.25 * (values[a] + values[b] + past[a] + past[b])
                inner_source = mean - limit + in_time + in_space
                fall = power * dx * 0.25 * (x[p] / r[p] ** 2 + x[a] / r[a] ** 2)
                source = inner_source * (1 - fall) / (1 + fall)
            large = 2.0**20  # the residual is linear; a large step keeps the digits of its slope
            at_zero, at_large = residual(p, a, 0.0, source), residual(p, a, large, source)
            values[p] = -at_zero / (at_large - at_zero) * large
    return values


def robin(grid, values, limit, power):
    x = [grid["grid::" + c] for c in "xyz"]
    r = grid["grid::r"]
    for layer in reversed(range(WIDTH)):
        for p in ALL_POINTS:
            distance = [min(i, n - 1 - i) for i, n in zip(p, SHAPE)]
            if min(distance) != layer:
                continue
            step = [0 if distance[d] != layer else (1 if p[d] == layer else -1) for d in range(3)]
            q = tuple(i + s for i, s in zip(p, step))
            used = [d for d in range(3) if step[d]]
            length = math.sqrt(sum(grid.spacing[d] ** 2 for d in used))
            along = sum(math.sqrt(sum(x[d][point] ** 2 for d in used)) for point in (p, q))
            factor = power * length * along / (r[p] + r[q]) ** 2
            values[p] = (2 * factor * limit + values[q] * (1 - factor)) / (1 + factor)
    return values


def condition(name, options="", width=WIDTH, faces=16383, extra=""):
    return (
        f'TestGrid::condition = "{name}"\nTestGrid::width = {width}\nTestGrid::faces = {faces}\n'
        f'TestGrid::options = "{options}"\n{extra}'
    )


# name: (parameters, expected(grid), tolerance)
CASES = {
    "None": (condition("None"), initial, 0),
    "Scalar": (condition("Scalar", "SCALAR=2.5"), lambda g: fill(initial(g), lambda p: 2.5), 0),
    "Scalar without table": (condition("scalar"), lambda g: fill(initial(g), lambda p: 0.0), 0),
    "Flat": (condition("Flat"), lambda g: flat(g, initial(g)), 0),
    "Flat on two faces": (condition("Flat", faces=0b100001), lambda g: flat(g, initial(g), (0, 5)), 0),
    "Extrapolation": (condition("Extrapolation"), lambda g: extrapolated(initial(g)), 0),
    "Copy": (condition("Copy", "COPY_FROM='TestGrid::g'"), lambda g: fill(initial(g), lambda p: -field(g, p)), 0),
    "Static": (condition("Static"), lambda g: fill(initial(g), lambda p: 2 * field(g, p) + p[0]), 0),
    "Radiation": (
        condition("Radiation", "LIMIT=0.5 SPEED=0.8"), lambda g: radiation(g, initial(g), 0.5, 0.8, 0), 1e-13),
    "Radiation with incoming waves": (
        condition("Radiation", "LIMIT=0.5", extra="boundary::radpower = 2\n"),
        lambda g: radiation(g, initial(g), 0.5, 1.0, 2), 1e-13),
    "Robin": (condition("Robin", "FINF=0.5 DECAY_POWER=2"), lambda g: robin(g, initial(g), 0.5, 2), 1e-13),
}


def compare(what, found, expected, tolerance):
    """The tolerance is relative to the largest values, which the direct loop subtracts from each other."""
    largest = max(map(abs, expected.values()))
    for p, value in expected.items():
        assert abs(found[p] - value) <= tolerance * largest, f"{what} at {p} is {found[p]!r}, not {value!r}"


@pytest.mark.parametrize("name", CASES)
def test_condition_equals_direct_loops(name):
    parameters, expected, tolerance = CASES[name]
    reference = None
    for ranks in (1, 2, 3, 4):
        padding = "PUGH::padding = yes\n" if ranks == 3 else ""
        grid, _ = points.run(GRID + parameters + padding, ranks=ranks, threads=1 + ranks % 2)
        if reference is None:
            compare(name, grid["TestGrid::f"], expected(grid), tolerance)
            reference = grid["TestGrid::f"]
        points.expect_equal(f"{name} on {ranks} processes", grid["TestGrid::f"], reference)
    grid, _ = points.run(GRID + parameters, ranks=2, thorns="CaKernel Accelerator Devices")
    points.expect_equal(f"{name} by kernels", grid["TestGrid::f"], reference)


def test_processes_that_own_only_boundary_points():
    """The boundary points of thin processes are ghost points of their neighbours."""
    manual = (
        'PUGH::processor_topology = "manual"\nPUGH::processor_topology_3d_x = 3\nPUGH::processor_topology_3d_y = 1\n'
        'PUGH::processor_topology_3d_z = 1\nPUGH::partition = "manual"\nPUGH::partition_3d_x = "2 7 2"\n'
    )
    reference, _ = points.run(GRID + condition("Flat"))
    grid, _ = points.run(GRID + condition("Flat") + manual, ranks=3)
    points.expect_equal("Flat on thin processes", grid["TestGrid::f"], reference["TestGrid::f"])


def test_integers():
    grid, _ = points.run(GRID + condition("None") + 'TestGrid::number_condition = "Flat"\n', ranks=2)
    values = {p: number(p) if in_interior(p) else MARK for p in ALL_POINTS}
    points.expect_equal("integers", grid["TestGrid::n"], flat(grid, values))


def test_widths_from_table():
    """One width for each face; without them, the ghost zones."""
    def expected(grid, widths):
        values = {p: field(grid, p) for p in ALL_POINTS}
        for face in FACES:
            flat(grid, values, (face,), widths[face])
        return values

    for options, widths in (("BOUNDARY_WIDTH={1 2 3 1 0 2}", (1, 2, 3, 1, 0, 2)), ("", (2,) * 6)):
        grid, _ = points.run(GRID + condition("Flat", options, width=-1), ranks=2)
        points.expect_equal("Flat with widths from the table", grid["TestGrid::f"], expected(grid, widths))


def test_kernels_after_other_options():
    """Cached results of one application are not used for an application with other options or widths."""
    by_kernels = {"thorns": "CaKernel Accelerator Devices"}
    name, options = "Radiation", "LIMIT=0.5 SPEED=0.8"
    reference, _ = points.run(GRID + condition(name, options), ranks=2)
    for width, options_before in ((WIDTH, "LIMIT=0.1 SPEED=0.5"), (1, options)):
        earlier = (f'TestGrid::earlier = yes\nTestGrid::earlier_width = {width}\n'
                   f'TestGrid::earlier_options = "{options_before}"\n')
        grid, _ = points.run(GRID + earlier + condition(name, options), ranks=2, **by_kernels)
        points.expect_equal("Radiation by kernels, for the second time", grid["TestGrid::f"], reference["TestGrid::f"])


# name in the older interface: (expected(grid, faces), tolerance)
OLDER_CASES = {
    "Scalar": (lambda g, faces: fill(initial(g), lambda p: 2.5, faces), 0),
    "Flat": (lambda g, faces: flat(g, initial(g), faces), 0),
    "Static": (lambda g, faces: fill(initial(g), lambda p: 2 * field(g, p) + p[0], faces), 0),
    "Copy": (lambda g, faces: fill(initial(g), lambda p: -field(g, p), faces), 0),
    "Radiative": (lambda g, faces: radiation(g, initial(g), 0.5, 0.8, 0, faces), 1e-13),
    "Robin": (lambda g, faces: robin(g, initial(g), 0.5, 2), 1e-13),
}


@pytest.mark.parametrize("name", OLDER_CASES)
def test_older_interface(name):
    """The functions of all forms (V or G, I or N) set the values of the formula, for all faces and for one face."""
    expected, tolerance = OLDER_CASES[name]
    for direction, faces in ((0, FACES), (-2, (2,)), (3, (5,))):
        if name == "Robin" and direction != 0:
            continue  # there is no BndRobinDir
        parameters = (
            f'TestGrid::width = {WIDTH}\nTestGrid::older_condition = "{name}"\n'
            f"TestGrid::older_direction = {direction}\n"
        )
        grid, output = points.run(GRID + parameters, ranks=2)
        for form in ("VI", "VN", "GI", "GN"):
            function = f"Bnd{name}{'Dir' if direction else ''}{form}"
            line = f"{function} returns 0 and equal values; for an unknown name it returns -1 and sets nothing"
            assert line in output, f"{function} fails:\n{output}"
        compare(f"Bnd{name}", grid["TestGrid::f"], expected(grid, faces), tolerance)


def test_periodic_directions():
    """No boundary condition is applied in a periodic direction."""
    periodic = "driver::periodic = yes\ndriver::periodic_x = no\ndriver::periodic_z = no\n"
    reference = None
    for ranks in (1, 3, 4):
        grid, _ = points.run(GRID + periodic + condition("Scalar", "SCALAR=7", width=2), ranks=ranks)
        f = grid["TestGrid::f"]
        for (i, j, k), value in f.items():
            outer = not (2 <= i < SHAPE[0] - 2 and 2 <= k < SHAPE[2] - 2)
            assert (value == 7) == outer, f"Scalar with periodic y at {(i, j, k)} on {ranks} processes is {value!r}"
        reference = reference or f
        points.expect_equal("Scalar with periodic y", f, reference)


@pytest.mark.parametrize("parameters, message", [
    (condition("Flatt"), "'Flatt', which no thorn has registered"),
    (condition("Copy"), "COPY_FROM"),
    (condition("Flat", "BOUNDARY_WIDTH={1 1}", width=-1), "must be 6 integers"),
    (condition("Scalar", width=1000), "0 to 100"),
])
def test_errors(parameters, message):
    _, output = points.run(GRID + parameters, expect=1)
    assert message in output
