"""A single puncture, coarse and on a small grid, settles to the trumpet that stationary slices of this gauge are: beyond the
horizon the lapse falls to nearly 0, and the circumference stays above its limit."""

import math
import sys

from relativity import lines_of
from folders import new_folder
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from parameter_file import with_parameters

# Hannam et al., Physical Review D 78 (2008) 064020
LAPSE_AT_HORIZON = 0.376
RADIUS_OF_THROAT = 1.312

CELLS, SPACING, TIME = 20, 0.25, 12
SMALL = {"driver::global_nsize": CELLS + 6, "time::dtfac": 0.5, "cactus::cctk_final_time": TIME, "IO::out_dir": '"data"',
         "CaKernel::machine_limits": '"none"', "CaKernel::compiler": '"none"', "CaKernel::report": "no",
         "IOASCII::out1D_every": round(TIME / SPACING / 0.5), "IOASCII::out_format": '".17g"'}
SMALL |= {f"CoordBase::{axis}max": CELLS * SPACING for axis in "xyz"} | {f"CoordBase::ncells_{axis}": CELLS for axis in "xyz"}


def tangential(trace):
    """b of the conformal metric a n_i n_j + b (delta_ij - n_i n_j) with a b^2 = 1 and a + 2 b = trace, a above 1."""
    low, high = 0.3, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 / middle**2 + 2 * middle > trace else (low, middle)
    return low


def main():
    text = (SOURCE / "params/relativity/puncture.par").read_text()
    folder, _ = run(with_parameters(text, SMALL), folder=new_folder("puncture"))
    lapse, factor = (dict(lines_of(folder, variable)) for variable in ("alpha", "phi"))
    metric = [dict(lines_of(folder, f"gt{i}{i}")) for i in (1, 2, 3)]
    profile = []  # circumferential radius and lapse, from the puncture outwards
    for x in sorted(x for x in lapse if x > 0):
        r = math.sqrt(x**2 + 2 * (SPACING / 2) ** 2)  # the line of grid points next to the axis
        profile.append((r * math.sqrt(tangential(max(3.0, sum(one[x] for one in metric)))) / factor[x], lapse[x]))
    print(" ".join(f"{radius:.3f}:{value:.3f}" for radius, value in profile[:10]))
    inside, outside = max(one for one in profile if one[0] < 2), min(one for one in profile if one[0] >= 2)
    at_horizon = inside[1] + (2 - inside[0]) / (outside[0] - inside[0]) * (outside[1] - inside[1])
    print(f"lapse at the horizon {at_horizon:.3f}, smallest {profile[0][1]:.3f}; smallest radius {profile[0][0]:.3f}")
    good = abs(at_horizon / LAPSE_AT_HORIZON - 1) < 0.06 and profile[0][1] < 0.1
    good = good and all(later[0] > earlier[0] and later[1] > earlier[1] for earlier, later in zip(profile, profile[1:8]))
    sys.exit(0 if good and RADIUS_OF_THROAT < profile[0][0] < 1.15 * RADIUS_OF_THROAT else 1)


if __name__ == "__main__":
    main()
