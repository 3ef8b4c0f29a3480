"""Mirrors of thorn ReflectionSymmetry on 1 to 4 processes (test thorn TestSymmetry), and errors for grids that cannot be mirrored."""

import pytest
from simulation import require_words, run

THORNS = ('ActiveThorns = "PUGH PUGHReduce PUGHInterp LocalInterp CoordBase SymBase CartGrid3D Boundary '
          'ReflectionSymmetry TestSymmetry"\nCactus::cctk_itlast = 0\ndriver::ghost_size = 2\n'
          'grid::type = "coordbase"\nCoordBase::domainsize = "minmax"\nCoordBase::spacing = "gridspacing"\n')
MIRRORS = "".join(f"ReflectionSymmetry::reflection_{d} = yes\n" for d in "xyz")


def grid(is_between):
    """A cube of [0, 2]^3 with spacing 0.1 and two points beyond each mirror."""
    text = ""
    for d in "xyz":
        text += (f"CoordBase::{d}min = 0\nCoordBase::{d}max = 2\nCoordBase::d{d} = 0.1\n"
                 f"CoordBase::boundary_size_{d}_lower = 2\nCoordBase::boundary_size_{d}_upper = 2\n")
        if is_between:
            text += f"CoordBase::boundary_staggered_{d}_lower = yes\nCoordBase::boundary_staggered_{d}_upper = yes\n"
        else:
            text += (f"CoordBase::boundary_shiftout_{d}_lower = 1\nReflectionSymmetry::avoid_origin_{d} = no\n")
        text += f"driver::global_n{d} = 24\n"
    return text


def check(parameters, words, ranks=1, expect=0):
    _, result = run(THORNS + parameters, ranks=ranks, expect=expect)
    require_words(result, words, parameters)


RIGHT = ["All points beyond the mirrors are right", "All interpolated values are right"]


@pytest.mark.parametrize("ranks", [1, 4])
def test_mirrors_between_points(ranks):
    check(grid(True) + MIRRORS + ("PUGH::padding = yes\n" if ranks == 4 else ""), RIGHT, ranks)


def test_mirrors_at_points():
    check(grid(False) + MIRRORS, RIGHT, 2)


def test_points_in_a_mirror_need_an_odd_number():
    check(grid(True) + MIRRORS + "ReflectionSymmetry::avoid_origin_y = no\n",
          ["lower y face is a mirror with 2 ghost points", "staggered = yes"], expect=1)


def test_too_few_points_on_a_process():
    thin = 'PUGH::processor_topology = "manual"\nPUGH::processor_topology_3d_z = 2\nPUGH::processor_weights = "1 7"\n'
    check(grid(True) + MIRRORS + thin, ["Direction z has 24 points, 5 of them on this process: too few for a mirror"], 2, expect=1)


def test_group_without_parities():
    check(grid(True) + MIRRORS + "TestSymmetry::select_wrong = yes\n", ["TestSymmetry::wrong", "it must have 6 components"], expect=1)
