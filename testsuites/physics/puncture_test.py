"""A single puncture, coarse and on a small grid, settles to the trumpet of stationary slices of this gauge: area (to 1%) and lapse
at the horizon (to 6%, later 9% because of reflections from the boundary at 5 M), smallest circumference and lapse next to
the puncture approach their known values and stay there."""

import math
import sys

import numpy
import pytest
from folders import new_folder
from relativity import lines_of
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from parameter_file import with_parameters

# Hannam et al., Physical Review D 78 (2008) 064020
LAPSE_AT_HORIZON = 0.376
RADIUS_OF_THROAT = 1.312
AREA = 16 * math.pi
LAPSE_WITHIN = (0.06, 0.09)  # at the two times

CELLS, SPACING, TIMES = 20, 0.25, (12, 18)
STEPS = 48  # from one output to the next: a time of 6
SMALL = {"driver::global_nsize": CELLS + 6, "time::dtfac": 0.5, "cactus::cctk_final_time": TIMES[1], "IO::out_dir": '"data"',
         "CaKernel::machine_limits": '"none"', "CaKernel::compiler": '"none"', "CaKernel::report": "no",
         "IOASCII::out1D_every": STEPS, "IOASCII::out_format": '".17g"', "ApparentHorizon::find_every": STEPS,
         "ApparentHorizon::start_time[0]": TIMES[0] - 1}
SMALL |= {f"CoordBase::{axis}max": CELLS * SPACING for axis in "xyz"} | {f"CoordBase::ncells_{axis}": CELLS for axis in "xyz"}


def tangential(trace):
    """b of the conformal metric a n_i n_j + b (delta_ij - n_i n_j) with a b^2 = 1 and a + 2 b = trace, a above 1."""
    low, high = 0.3, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 / middle**2 + 2 * middle > trace else (low, middle)
    return low


def profile(folder, time_index):
    """Circumferential radius and lapse, from the puncture outwards."""
    lapse, factor = (dict(lines_of(folder, variable, time_index=time_index)) for variable in ("alpha", "phi"))
    metric = [dict(lines_of(folder, f"gt{i}{i}", time_index=time_index)) for i in (1, 2, 3)]
    found = []
    for x in sorted(x for x in lapse if x > 0):
        r = math.sqrt(x**2 + 2 * (SPACING / 2) ** 2)  # the line of grid points next to the axis
        found.append((r * math.sqrt(tangential(max(3.0, sum(component[x] for component in metric)))) / factor[x], lapse[x]))
    return found


@pytest.fixture(scope="module")
def evolved():
    """The rows of the horizon's file and the profiles of radius and lapse, at both times."""
    text = (SOURCE / "params/relativity/puncture.par").read_text()
    folder, _ = run(with_parameters(text, SMALL), folder=new_folder("puncture"))
    horizon = numpy.loadtxt(folder / "data" / "ah_0.asc", ndmin=2)
    assert numpy.allclose(horizon[:, 1], TIMES)
    return horizon, [profile(folder, time_index) for time_index in (-2, -1)]


@pytest.mark.parametrize("index", [0, 1])
def test_trumpet(evolved, index):
    horizon, profiles = evolved
    area, lapse = horizon[index, [2, 8]]
    (radius, lapse_at_puncture), *_ = profiles[index]
    assert abs(area / AREA - 1) < 0.01
    assert abs(lapse / LAPSE_AT_HORIZON - 1) < LAPSE_WITHIN[index]
    assert lapse_at_puncture < 0.1
    assert RADIUS_OF_THROAT < radius < 1.15 * RADIUS_OF_THROAT
    for inner, outer in zip(profiles[index], profiles[index][1:8]):
        assert outer[0] > inner[0] and outer[1] > inner[1], "radius and lapse grow outwards"


def test_trumpet_is_stationary(evolved):
    """From t = 4 to 10 the lapse falls by 0.11 and the radius by 0.6. Later changes are due to the boundary at 5 M."""
    horizon, profiles = evolved
    assert abs(horizon[1, 2] / horizon[0, 2] - 1) < 0.01
    assert abs(horizon[1, 8] - horizon[0, 8]) < 0.06
    assert abs(profiles[1][0][0] - profiles[0][0][0]) < 0.1
