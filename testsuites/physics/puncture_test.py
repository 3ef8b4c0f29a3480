"""A single puncture, coarse and on a small grid, settles to the trumpet that stationary slices of this gauge are: area (to 1%)
and lapse at the horizon (to 6%, later 9%: what the boundary at 5 M sends back), smallest circumference and lapse next to the
puncture come near their known values, and stay there."""

import math
import sys

import numpy

from relativity import lines_of
from folders import new_folder
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
        found.append((r * math.sqrt(tangential(max(3.0, sum(one[x] for one in metric)))) / factor[x], lapse[x]))
    return found


def is_trumpet(time, area, lapse, lapse_within, radii):
    print(f"t = {time:g}: area {area / AREA:.4f} of 16 pi, lapse at the horizon {lapse:.4f}; next to the puncture radius "
          f"{radii[0][0]:.4f}, lapse {radii[0][1]:.4f}")
    good = abs(area / AREA - 1) < 0.01 and abs(lapse / LAPSE_AT_HORIZON - 1) < lapse_within and radii[0][1] < 0.1
    good = good and all(later[0] > earlier[0] and later[1] > earlier[1] for earlier, later in zip(radii, radii[1:8]))
    return good and RADIUS_OF_THROAT < radii[0][0] < 1.15 * RADIUS_OF_THROAT


def main():
    text = (SOURCE / "params/relativity/puncture.par").read_text()
    folder, _ = run(with_parameters(text, SMALL), folder=new_folder("puncture"))
    horizon = numpy.loadtxt(folder / "data" / "ah_0.asc", ndmin=2)
    if not numpy.allclose(horizon[:, 1], TIMES):
        sys.exit(f"horizons are found at the times {horizon[:, 1]}, not {TIMES}")
    radii = [profile(folder, time_index) for time_index in (-2, -1)]
    good = [is_trumpet(line[1], line[2], line[8], within, one) for line, within, one in zip(horizon, LAPSE_WITHIN, radii)]
    # Before, from t = 4 to 10, the lapse falls by 0.11, and the radius by 0.6. What is left is due to the boundary at 5 M.
    changes = [abs(horizon[1, 2] / horizon[0, 2] - 1), abs(horizon[1, 8] - horizon[0, 8]), abs(radii[1][0][0] - radii[0][0][0])]
    print("changes of area, lapse at the horizon, smallest radius:", changes)
    sys.exit(0 if all(good) and changes[0] < 0.01 and changes[1] < 0.06 and changes[2] < 0.1 else 1)


if __name__ == "__main__":
    main()
