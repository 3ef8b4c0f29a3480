"""Grid functions of 1 to 4 dimensions in one run, by thorn TestDimensions, on 1 to 4 processes."""

import pytest
from simulation import run

TEXT = ('ActiveThorns = "PUGH PUGHReduce TestDimensions"\nCactus::cctk_itlast = 0\n'
        'Cactus::allow_mixeddim_gfs = yes\ndriver::ghost_size = 1\n')


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_each_dimension_has_all_points(ranks):
    _, result = run(TEXT + "driver::global_nsize = 8\n", ranks=ranks)
    for dimension in (1, 2, 3, 4):
        assert f"f{dimension} has {8 ** dimension} points" in result.stdout


def test_direction_without_size_is_an_error():
    _, result = run(TEXT + "driver::global_nx = 8\n", expect=None)
    assert result.returncode != 0
    assert "direction w has 0 points" in " ".join(result.stdout.split())
