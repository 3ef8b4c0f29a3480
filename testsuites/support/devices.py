"""Runs of the wave equation on any device, all from one checkpoint of initial data.

Initial data need exp, which devices may compute with another last bit; evolution and analysis have no such function.
"""

import math

from copy_routes import totals
from output_values import values
from parameter_text import wave
from simulation import run

__all__ = ["GRIDS", "continued", "copied_by_steps", "initial_data", "parameter_file", "values"]

# Odd sizes, so that ranks get unequal boxes and blocks are cut; boundaries, output and integrator all take part.
SMALL = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22",
    "cactus::terminate": '"iteration"', "Wave::boundary": '"radiative"', "IO::out_dir": '"data"',
    "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
    "IOHDF5::out_every": "3", "IOHDF5::out_vars": '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps"',
}
# The conditions at the boundary are kernels; ghost zones of a periodic grid are copies, on one process within its memory.
GRIDS = {"radiative": {}, "periodic": {"driver::periodic": '"yes"', "Wave::boundary": '"none"'}}
QUIET = {name: "-1" for name in ("IOBasic::outInfo_every", "IOScalar::outScalar_every", "IOASCII::out1D_every", "IOHDF5::out_every")}


def parameter_file(device, more):
    """`device`: the value of Devices::kind."""
    return wave("gaussian", SMALL, {"Devices::kind": f'"{device}"'}, more)


def initial_data(work, **others):
    """Makes the checkpoint in a folder below `work`; gives that folder."""
    more = {"cactus::cctk_itlast": "0", "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_ID": '"yes"', "IO::checkpoint_dir": '"saved"'}
    run(parameter_file("host", {**QUIET, **more, **others}), folder=work / "initial")
    return work / "initial" / "saved"


def continued(folder, checkpoints, device="host", steps=6, output=True, ranks=1, expect=0, environment=None, **more):
    """A run of `steps` steps from the checkpoint, with `device`; gives (folder, output on the screen).
    `environment`: variables."""
    settings = {"cactus::cctk_itlast": str(steps), "IO::recover": '"auto"', "IO::recover_dir": f'"{checkpoints}"',
                **({} if output else QUIET), **more}
    _, result = run(parameter_file(device, settings), ranks=ranks, folder=folder, expect=expect, **(environment or {}))
    return folder, result.stdout


def copied_by_steps(work, grid, device, **chosen):
    """What 8 more steps of one process on a grid of GRIDS copy between host and device: whether that is nothing without output,
    and with two outputs of one variable this variable twice; and both in words."""
    settings = GRIDS[grid] | chosen
    checkpoints = initial_data(work / grid, **GRIDS[grid])

    def more(name, **output):
        few, many = (totals(continued(work / grid / f"{name}{steps}", checkpoints, device=device, steps=steps, output=False,
                                      **settings, **output)[1]) for steps in (4, 12))
        return many[0] - few[0], many[1] - few[1]

    silent, told = more("silent"), more("output", **{"IOHDF5::out_every": "4", "IOHDF5::out_vars": '"Wave::u"'})
    one_array = 8 * math.prod(int(SMALL[f"driver::global_n{axis}"]) for axis in "xyz")
    return silent == (0, 0) and told == (2, 2 * one_array), (
        f"{grid}, for 8 more steps: {silent[0]} copies ({silent[1]} bytes) without output, {told[0]} ({told[1]} bytes) for two outputs "
        f"of one array of {one_array} bytes")
