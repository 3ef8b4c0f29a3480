"""Runs of the wave equation on any device, all from one checkpoint of initial data.

Initial data need exp, which devices may compute with another last bit; evolution and analysis have no such function.
"""

from output_values import values
from parameter_text import wave
from simulation import run

__all__ = ["DEVICE_THORNS", "continued", "initial_data", "parameter_file", "values"]

DEVICE_THORNS = {"host": "DeviceHost", "opencl": "DeviceOpenCL", "cuda": "DeviceCUDA"}

# Odd sizes, so that ranks get unequal boxes and blocks are cut; boundaries, output and integrator all take part.
SMALL = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22",
    "cactus::terminate": '"iteration"', "Wave::boundary": '"radiative"', "IO::out_dir": '"data"',
    "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
    "IOHDF5::out_every": "3", "IOHDF5::out_vars": '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps"',
}
QUIET = {name: "-1" for name in ("IOBasic::outInfo_every", "IOScalar::outScalar_every", "IOASCII::out1D_every", "IOHDF5::out_every")}


def parameter_file(device, more):
    return wave("gaussian", SMALL, more).replace("DeviceHost", device)


def initial_data(work, **others):
    """Makes the checkpoint in a folder below `work`; gives that folder."""
    more = {"cactus::cctk_itlast": "0", "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_ID": '"yes"', "IO::checkpoint_dir": '"saved"'}
    run(parameter_file("DeviceHost", {**QUIET, **more, **others}), folder=work / "initial")
    return work / "initial" / "saved"


def continued(folder, checkpoints, device="DeviceHost", steps=6, output=True, ranks=1, expect=0, environment=None, **more):
    """A run of `steps` steps from the checkpoint, with `device`; gives (folder, output on the screen).
    `environment`: variables."""
    settings = {"cactus::cctk_itlast": str(steps), "IO::recover": '"auto"', "IO::recover_dir": f'"{checkpoints}"',
                **({} if output else QUIET), **more}
    _, result = run(parameter_file(device, settings), ranks=ranks, folder=folder, expect=expect, **(environment or {}))
    return folder, result.stdout
