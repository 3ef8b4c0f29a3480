"""Provides params/relativity/headon.par, a head-on collision of black holes, with a small grid and few steps."""

import sys

from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from parameter_file import with_parameters

SMALL = {"cactus::cctk_final_time": "1", "Multipole::radius[0]": "4", "Multipole::radius[1]": "5",
         "CaKernel::machine_limits": '"none"', "CaKernel::compiler": '"none"', "IOScalar::outScalar_every": "1",
         "Multipole::out_every": "1", "BSSN::fd_order": "2", "driver::ghost_size": "2", "WeylScal4::fdOrder": "2",
         "Multipole::interpolator_pars": '"order=3"', "PunctureTracker::interp_order": "3",
         "ApparentHorizon::find_every": "0"}  # too coarse for horizons
SMALL |= {f"CoordBase::boundary_size_{axis}_{side}": "2" for axis in "xyz" for side in ("lower", "upper")}


def small_headon(low, cells, mirror, **more):
    """Returns the text of the parameter file with a grid from `low` to 9 in each direction, with or without mirrors at the
    lower faces."""
    values = SMALL | more | {"driver::global_nsize": str(cells + 4)}
    for axis in "xyz":
        values |= {f"CoordBase::{axis}min": str(low), f"CoordBase::{axis}max": "9", f"CoordBase::ncells_{axis}": str(cells),
                   f"ReflectionSymmetry::reflection_{axis}": mirror}
    return with_parameters((SOURCE / "params/relativity/headon.par").read_text(), values)
