"""The head-on collision, small and short: an octant with mirrors gives the same results as the whole grid, with the symmetries
of the problem, and its pictures are drawn."""

import subprocess

import numpy
import pytest

from headon import small_headon
from simulation import SOURCE, run

from chemora import black_holes

OUT = {"IO::out_dir": '"data"'}


@pytest.fixture(scope="module")
def octant():
    return run(small_headon(0, 9, "yes", **OUT), ranks=2)[0]


@pytest.fixture(scope="module")
def whole():
    return run(small_headon(-9, 18, "no", **OUT), ranks=2)[0]


def modes(folder):
    return black_holes.read_modes(folder / "data")["psi4", 4.0]


@pytest.mark.parametrize("grid", ["octant", "whole"])
def test_symmetries_of_modes(grid, request):
    """The grid is symmetric under rotations by 90 degrees about the axis, which restricts m. Mirrors make Psi4 real and l even."""
    found = modes(request.getfixturevalue(grid))
    largest = numpy.max(numpy.abs(found[2, 0][:, 1]))
    for (l, m), rows in found.items():
        vanishes = l % 2 == 1 or m % 4 != 0
        if l >= 2:
            assert numpy.max(numpy.abs(rows[:, 2])) < 1e-9 * largest, f"imaginary part of mode ({l}, {m})"
            assert not vanishes or numpy.max(numpy.abs(rows[:, 1])) < 1e-9 * largest, f"mode ({l}, {m})"


def test_octant_equals_whole_grid(octant, whole):
    modes_of_octant, modes_of_whole = modes(octant), modes(whole)
    assert modes_of_octant.keys() == modes_of_whole.keys()
    largest = numpy.max(numpy.abs(modes_of_whole[2, 0][:, 1]))
    for mode, rows in modes_of_whole.items():
        assert numpy.max(numpy.abs(modes_of_octant[mode] - rows)) < 1e-9 * largest, mode
    paths, expected = (black_holes.read_trajectories(folder / "data") for folder in (octant, whole))
    assert sorted(paths) == [0, 1] and all(numpy.max(numpy.abs(paths[i] - expected[i])) < 1e-9 for i in expected)


def test_punctures_move_along_the_axis(octant):
    paths = black_holes.read_trajectories(octant / "data")
    assert numpy.max(numpy.abs(paths[0][3] + paths[1][3])) < 1e-9 and numpy.max(numpy.abs(paths[0][1:3])) < 1e-9


def test_pictures_are_drawn(octant):
    drawn = subprocess.run([SOURCE / "scripts" / "plot", octant / "data"], capture_output=True, text=True)
    assert drawn.returncode == 0 and drawn.stdout.count(".svg\n") == 3, drawn.stdout + drawn.stderr
