"""Interpolation and reductions on 1 to 6 processes, by thorn TestInterp: exact polynomials, codes, the same bits."""


import pytest
from simulation import run

THORNS = 'ActiveThorns = "PUGH PUGHReduce PUGHInterp LocalInterp {} CoordBase SymBase CartGrid3D TestInterp"\n'
GRID = ('driver::global_nx = 12\ndriver::global_ny = 11\ndriver::global_nz = 10\ndriver::ghost_size = {}\n'
        'grid::type = "byrange"\ngrid::xyzmin = -1.3\ngrid::xyzmax = 2\n'
        'Cactus::terminate = "iteration"\nCactus::cctk_itlast = 0\n')


def values(order, ghosts, ranks, reduce="LocalReduce", threads=1, extra=""):
    text = THORNS.format(reduce) + GRID.format(ghosts) + f"TestInterp::order = {order}\nTestInterp::ghosts = {ghosts}\n" + extra
    folder, result = run(text, ranks=ranks, threads=threads)
    return (folder / "values.txt").read_text().splitlines(), result.stdout


@pytest.mark.parametrize("order, ghosts", [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_values_are_those_of_one_process(order, ghosts):
    expected, output = values(order, ghosts, 1)
    assert len(expected) >= 600, output
    for ranks, threads in [(2, 2), (4, 1)] if order in (1, 3) else [(3, 1)]:
        padding = "PUGH::padding = yes\n" if ranks > 2 else ""
        assert values(order, ghosts, ranks, threads=threads, extra=padding)[0] == expected, f"{ranks} processes"


def test_wider_ghost_zones_change_no_value():
    assert values(1, 1, 2)[0] == values(1, 2, 1)[0]


def test_too_few_ghost_zones():
    values(3, 1, 2, extra='TestInterp::expect = "ghost zones"\n')


@pytest.mark.parametrize("ranks", [1, 2])
def test_error_codes_with_mirrors(ranks):
    """A symmetry that moves the points must not change the codes for wrong points and arguments."""
    text = THORNS.format("LocalReduce Boundary ReflectionSymmetry") + GRID.format(1)
    run(text + 'ReflectionSymmetry::reflection_x = yes\nTestInterp::expect = "errors"\n', ranks=ranks)
