"""Makes the folder that tests name in CUDA_HOME contain NVRTC, CUDA's run-time compiler. No GPU is needed.

The folder is a link to the user's CUDA_HOME if that contains NVRTC. Otherwise, if the machine has no NVRTC, it is a link to a
Python package. CTest runs this program before the tests that need NVRTC: nvrtc.py FOLDER."""

import ctypes
import os
import pathlib
import sys

from python_environment import NotInstalled, python_environment
from simulation import skip

LIBRARIES = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2")
PACKAGE = "nvidia-cuda-nvrtc-cu12==12.9.86"  # tests depend on the registers that this version allocates


def can_load(*folders):
    """Returns whether one of the folders contains the library NVRTC. An empty name means the library folders of the system."""
    for folder in folders:
        for library in LIBRARIES:
            try:
                ctypes.CDLL(os.path.join(folder, library))
                return True
            except OSError:
                pass
    return False


def toolkit():
    """Returns the folder of a CUDA toolkit with NVRTC, or None if programs find NVRTC in the library folders of the system."""
    home = os.environ.get("CUDA_HOME")
    if home and can_load(f"{home}/lib64", f"{home}/lib"):
        return home
    if can_load("", "/usr/local/cuda/lib64", "/usr/local/cuda/lib"):
        return None
    try:
        environment = python_environment("nvrtc", PACKAGE)
    except NotInstalled as error:
        skip(f"the machine has no NVRTC, and {PACKAGE} cannot be installed: {error}")
    return next(environment.glob("lib/python*/site-packages/nvidia/cuda_nvrtc"))


def main():
    link = pathlib.Path(sys.argv[1])
    link.unlink(missing_ok=True)
    folder = toolkit()
    if folder:
        link.symlink_to(folder)
    print(f"NVRTC: {folder or 'installed on the machine'}")


if __name__ == "__main__":
    main()
