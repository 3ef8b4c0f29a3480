"""Runs of the wave equation on any device, all from one checkpoint of initial data.

The initial data contain exp, whose last bit depends on the device. The evolution and the analysis use no such function, so
that their results can be compared bitwise. """

import math

from copy_routes import totals
from output_values import values
from parameter_text import wave
from simulation import run, skip

__all__ = ["GRIDS", "continued", "copied_by_steps", "initial_data", "parameter_file", "skip_without_opencl", "values"]

# Because of the odd sizes, ranks own unequal boxes and the last block of threads is incomplete. Boundary conditions, output
# and integrator are active.
SMALL = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22",
    "cactus::terminate": '"iteration"', "Wave::boundary": '"radiative"', "IO::out_dir": '"data"',
    "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
    "IOHDF5::out_every": "3", "IOHDF5::out_vars": '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps"',
}
# Kernels compute the radiative boundary conditions; on a periodic grid, the device copies ghost zones.
GRIDS = {"radiative": {}, "periodic": {"driver::periodic": '"yes"', "Wave::boundary": '"none"'}}
QUIET = {name: "-1" for name in ("IOBasic::outInfo_every", "IOScalar::outScalar_every", "IOASCII::out1D_every", "IOHDF5::out_every")}


def parameter_file(device, more):
    """`device`: the value of Devices::kind."""
    return wave("gaussian", SMALL, {"Devices::kind": f'"{device}"'}, more)


def initial_data(work, **others):
    """Writes the checkpoint into a folder below `work` and returns that folder."""
    more = {"cactus::cctk_itlast": "0", "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_ID": '"yes"', "IO::checkpoint_dir": '"saved"'}
    run(parameter_file("host", {**QUIET, **more, **others}), folder=work / "initial")
    return work / "initial" / "saved"


def continued(folder, checkpoints, device="host", steps=6, output=True, ranks=1, expect=0, environment=None, **more):
    """Continues the checkpoint for `steps` steps on `device`. Returns the folder and the printed output.
    `environment` has additional environment variables."""
    settings = {"cactus::cctk_itlast": str(steps), "IO::recover": '"auto"', "IO::recover_dir": f'"{checkpoints}"',
                **({} if output else QUIET), **more}
    _, result = run(parameter_file(device, settings), ranks=ranks, folder=folder, expect=expect, **(environment or {}))
    return folder, result.stdout


def copied_by_steps(work, grid, device, **chosen):
    """Counts the copies between host and device in 8 steps of one process. Returns whether steps without output make no copies
    and two outputs of a variable make exactly two copies, and a sentence with the counts."""
    settings = GRIDS[grid] | chosen
    checkpoints = initial_data(work / grid, **GRIDS[grid])

    def copies_of_8_steps(name, **output):
        few, many = (totals(continued(work / grid / f"{name}{steps}", checkpoints, device=device, steps=steps, output=False,
                                      **settings, **output)[1]) for steps in (4, 12))
        return many[0] - few[0], many[1] - few[1]

    silent, written = copies_of_8_steps("silent"), copies_of_8_steps("output", **{"IOHDF5::out_every": "4", "IOHDF5::out_vars": '"Wave::u"'})
    one_array = 8 * math.prod(int(SMALL[f"driver::global_n{axis}"]) for axis in "xyz")
    return silent == (0, 0) and written == (2, 2 * one_array), (
        f"{grid}, for 8 more steps: {silent[0]} copies ({silent[1]} bytes) without output, {written[0]} ({written[1]} bytes) for two outputs "
        f"of one array of {one_array} bytes")


def skip_without_opencl(output):
    """Skips the test if the output of a run on OpenCL shows that there is no OpenCL device."""
    if "OpenCL cannot be used" in output or "No OpenCL device is platform any" in output:
        skip("there is no OpenCL device; install Debian's pocl-opencl-icd")
