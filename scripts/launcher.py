"""Chooses the command that starts the processes of a run. The CMake option CHEMORA_MPIRUN specifies the command of the
MPI library."""

import functools
import pathlib
import re
import sys

# Environment variables for Open MPI, which other MPI libraries ignore. scripts/common.sh sets these variables for shell
# scripts.
MPI_ENVIRONMENT = dict(line.split("=", 1) for line in
                       (pathlib.Path(__file__).parent / "mpi.env").read_text().splitlines() if not line.startswith("#"))


@functools.cache
def launcher_of(build):
    """Returns the command and options of the launcher, such as mpirun, of a build folder. The list is empty in a build
    without MPI."""
    cache = pathlib.Path(build) / "CMakeCache.txt"
    found = re.search(r"(?m)^CHEMORA_LAUNCHER:\w+=(.+)$", cache.read_text()) if cache.exists() else None
    launcher = found[1] if found else "mpirun"
    return [] if launcher == "none" else launcher.split()


def launch_command(build, n_processes, *options):
    """Returns the launcher and its arguments, to which the caller appends a program and its arguments. `options` are for
    mpirun; other launchers (srun) do not receive them. Exits if the build has no MPI and several processes are requested."""
    launcher = launcher_of(build)
    if launcher:
        is_mpirun = pathlib.Path(launcher[0]).name.startswith("mpirun")
        return [*launcher, "-n", str(n_processes), *(options if is_mpirun else [])]
    if n_processes > 1:
        sys.exit(f"error: {build} is a build without MPI (CHEMORA_WITH_MPI=OFF), which runs one process; {n_processes} are requested")
    return []
