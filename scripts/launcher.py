"""The command that starts the processes of a run. It belongs to the MPI library of the build (CMake option CHEMORA_MPIRUN)."""

import functools
import pathlib
import re
import sys

# Variables for Open MPI, which other MPI libraries ignore; scripts/common.sh sets them for the scripts.
MPI_ENVIRONMENT = dict(line.split("=", 1) for line in
                       (pathlib.Path(__file__).parent / "mpi.env").read_text().splitlines() if not line.startswith("#"))


@functools.cache
def launcher_of(build):
    """The words of the launcher with which this build folder was configured; none for a build without MPI."""
    cache = pathlib.Path(build) / "CMakeCache.txt"
    found = re.search(r"(?m)^CHEMORA_LAUNCHER:\w+=(.+)$", cache.read_text()) if cache.exists() else None
    launcher = found[1] if found else "mpirun"
    return [] if launcher == "none" else launcher.split()


def launch_command(build, n_processes, *options):
    """The words before the program and its arguments. Exits if a build without MPI would need several processes."""
    launcher = launcher_of(build)
    if launcher:
        return [*launcher, "-n", str(n_processes), *options]
    if n_processes > 1:
        sys.exit(f"error: {build} is a build without MPI (CHEMORA_WITH_MPI=OFF), which runs one process; {n_processes} are requested")
    return []
