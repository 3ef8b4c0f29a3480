"""Fortran thorns, by TestFortran: arguments, parameters, loops, and calls between C and Fortran, on 1 and 2 processes."""

import re

import pytest
import simulation

SHAPE = (6, 5, 7)
PARAMETERS = """
ActiveThorns = "PUGH PUGHReduce SymBase CoordBase CartGrid3D Time Boundary TestFortran"
driver::global_nx = 6
driver::global_ny = 5
driver::global_nz = 7
grid::type = "byspacing"
grid::dxyz = 0.5
time::timestep_method = "given"
time::timestep = 0.125
Cactus::cctk_itlast = 0
Cactus::cctk_full_warnings = yes
TestFortran::n_elements = 3
"""


def points():
    for k in range(1, SHAPE[2] + 1):
        for j in range(1, SHAPE[1] + 1):
            for i in range(1, SHAPE[0] + 1):
                yield i, j, k


def loops():
    """Sums over all points, interior points and the boundary of width 1; distances to the faces."""
    def faces(point):
        return [coordinate in (1, size) for coordinate, size in zip(point, SHAPE)]

    def value(point):
        return point[0] + 100 * point[1] + 10000 * point[2]

    everything = sum(value(point) for point in points())
    inner = sum(value(point) for point in points() if not any(faces(point)))
    distances = sum(1000 * x + 100 * y + z for x, y, z in map(faces, points()))
    return everything, inner, everything - inner, distances


def counts():
    """Numbers of points: in a line, in the interior of a plane, on its boundary, in a box of four dimensions."""
    n_x, n_y, _ = SHAPE
    plane = (n_x - 2) * (n_y - 2)
    return [n_x, n_x, plane, plane, n_x * n_y - plane, 2 * 3 * 4 * 5]


def lines_of_fortran():
    formatted = "".join(f"{number:14.1f}" for number in loops())
    return [
        "starting without arguments",
        "sizes   6  5  7 array  3  4 vector 3 dimensions 3",
        "spacing   0.5000  0.5000  0.5000 step   0.1250",
        "parameters   1.50  0.25  0.25  0.25   3   4   1   0",
        "the mode is quick",
        "the part is included",
        "0 values are wrong",
        "second is 153 285 of size  24",
        "an exclamation mark! two && and 'quotes' in a string that is long enough for the line to exceed what the "
        "standard allows",
        "Fortran gets  8.50  5.00  17  11",
        "Fortran passes a function:  23.00  23.00",
        "aliased 0 1",
        "C calls with  17 <text> of length 4",
        "C gets -1 3",
        "C passes a function: 45 45",
        "text 10 some words|some 16",
        "variable v testfortran::v  1 14 -1",
        "addresses T T T T  0 16",
        "table a value  7  2.5  1 -2  3  3 T T",
        "processes and thorns 1 1 1 0",
        "loops" + formatted + "  0",
        "dimensions" + "".join(f"{number:4}" for number in counts()),
        "boundary 20 calls  0 failed",
        "steering  0  0 -3",
        "steered -2.25  0.25  8.00  0.25 T",
    ]


def with_interior_sum_only(line):
    """Ghost zones count more than once in sums on several processes; the interior points do not."""
    return line[:5] + line[19:33] if line.startswith("loops") else line


@pytest.mark.parametrize("ranks, threads", [(1, 1), (1, 3), (2, 1)])
def test_lines(ranks, threads):
    padding = "PUGH::padding = yes\n" if threads > 1 else ""
    _, result = simulation.run(PARAMETERS + padding, ranks=ranks, threads=threads)
    found, expected = re.findall(r"INFO \(TestFortran\): (.*)", result.stdout), lines_of_fortran()
    if ranks > 1:
        found, expected = (list(map(with_interior_sum_only, lines)) for lines in (found, expected))
    assert found == expected


def test_warning_names_its_line():
    source = simulation.SOURCE / "testsuites/support/thorns/Test/TestFortran/src/strings.F90"
    line = 1 + next(n for n, text in enumerate(source.read_text().splitlines()) if "CCTK_WARN(" in text)
    _, result = simulation.run(PARAMETERS)
    assert any("strings.F90" in text and str(line) in text for text in result.stdout.splitlines()), result.stdout
    assert "a warning && no __LINE__ of strings.F90" in result.stdout
