"""A grid that does not fit into the memory of the computer is an error before it is allocated; -P allocates none."""

import os
import resource
import subprocess

from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, require_error, skip

THORNS = 'ActiveThorns = "PUGH CartGrid3D CoordBase SymBase"\n'
N_VARIABLES = 4  # the coordinates
LARGEST_NUMBER = 2**31 - 1  # of local points
MAX_DIFFERENCE = 64 * 1024  # KiB, a quarter of the coordinates of 204^3 points


def check(text, *options):
    folder = new_folder()
    (folder / "case.par").write_text(text)
    return subprocess.run([str(CHEMORA), *options, "case.par"], cwd=folder, env=environment(), timeout=HANG_SECONDS, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def memory_of_check(points):
    """KiB of the largest process that -P has started so far. A larger grid must be checked after a smaller one."""
    result = check(f"{THORNS}PUGH::global_nsize = {points}\n", "-P")
    assert result.returncode == 0, result.stdout + result.stderr
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def test_check_of_parameters_allocates_nothing():
    """Coordinates of 256 MiB are not touched: memory hardly depends on the number of points."""
    small, large = memory_of_check(5), memory_of_check(204)
    assert large - small < MAX_DIFFERENCE


def test_too_large_grid():
    """As many processes as the computer has processors, with four times its memory."""
    n_processes = os.cpu_count()
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    points = int((4 * memory / n_processes / N_VARIABLES / 8) ** (1 / 3)) + 2
    if points**3 > LARGEST_NUMBER:
        skip("four times the memory of this computer holds too many points for a process")
    result = check(f"{THORNS}PUGH::local_nsize = {points}\nPUGH::overloadmyproc = no\n",
                   f"--exit-after-param-check={n_processes}")
    for word in ("PARAMETER ERROR (PUGH): The grid variables take at least", "but the computer has",
                 f"case.par:2:1: PUGH::local_nsize = {points}", "The run ends because of 2 wrong parameters."):
        assert result.returncode == 1 and word in result.stderr, result.stdout + result.stderr


def test_unscheduled_storage():
    """Scratch space of 0.7 times the memory on each of two processes. No STORAGE statement of the schedule requests
    this memory."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    points, n_evolved = 128, 4
    n_scratch = int(1.4 * memory / n_evolved / 8 / points**3) + 1
    require_error(f"""ActiveThorns = "PUGH CartGrid3D CoordBase SymBase Time MoL TestMoL"
PUGH::global_nsize = {points}
Time::timestep_method = "given"
Time::timestep = 0.1
Cactus::cctk_itlast = 1
MoL::ODE_Method = "RK4"
MoL::MoL_Intermediate_Steps = 4
MoL::MoL_Num_Scratch_Levels = {n_scratch}
""", ("There is not enough memory for group 'MoL::ScratchSpace'.", "on 2 processes of one computer"), ranks=2)
