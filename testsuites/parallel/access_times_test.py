"""A run measures times of memory accesses once, for the cost model that chooses plans. All processes use equal times,
later runs read them from the cache, and an environment variable names a file with other times."""

import pathlib
import re
import shutil

from folders import new_folder
from simulation import run

WAVE = """
ActiveThorns = "PUGH PUGHReduce LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil CaKernel Accelerator
                Devices Wave"
driver::global_nx = 40
driver::global_ny = 12
driver::global_nz = 12
driver::ghost_size = 2
driver::periodic = "yes"
grid::type = "byspacing"
Wave::fd_order = 4
Wave::initial = "plane wave"
MoL::ODE_Method = "RK4"
MoL::MoL_Intermediate_Steps = 4
MoL::MoL_Num_Scratch_Levels = 1
cactus::terminate = "iteration"
cactus::cctk_itlast = 2
IO::out_dir = "data"
"""
TIMES = "inner_line {}\nvector_load 0.1\nnot_hidden 0.2\nrestart 10\nrow_start 1\nlatency 8\nn_streams 24\n"


def entries(cache):
    return [path for path in pathlib.Path(cache).glob("*.kernel") if b"access times" in path.read_bytes()[:200]]


def test_measured_once():
    folder = new_folder()
    parameters = f'{WAVE}CaKernel::cache_dir = "{folder / "cache"}"\n'
    message = "The run measures the access times of caches and memory"
    _, result = run(parameters, ranks=2, CHEMORA_ACCESS_TIMES="")
    assert " ".join(result.stdout.split()).count(message) == 1, result.stdout
    first = entries(folder / "cache")
    assert len(first) == 1, first
    bytes_of_first = first[0].read_bytes()
    _, result = run(parameters, ranks=2, CHEMORA_ACCESS_TIMES="")
    assert message not in " ".join(result.stdout.split()), result.stdout
    assert [path.read_bytes() for path in entries(folder / "cache")] == [bytes_of_first]
    shutil.rmtree(folder)


def test_file():
    folder = new_folder()
    file = folder / "times.txt"
    file.write_text(TIMES.format(0.5))
    parameters = f'{WAVE}CaKernel::cache_dir = "{folder / "cache"}"\nCaKernel::dump = "plan"\n'
    _, of_file = run(parameters, ranks=2, CHEMORA_ACCESS_TIMES=file)
    assert not entries(folder / "cache")
    file.write_text(TIMES.format(0.1))
    _, of_another = run(parameters, ranks=2, CHEMORA_ACCESS_TIMES=file)
    costs = [re.findall(r"lowest cost ([\d.]+)", result.stdout) for result in (of_file, of_another)]
    assert costs[0] and len(costs[0]) == len(costs[1]) and all(float(a) > float(b) for a, b in zip(*costs)), costs
    shutil.rmtree(folder)


def test_wrong_file():
    folder = new_folder()
    expected = "does not contain access times: expected one line with a name and a number of at least 0 for each of inner_line"
    (folder / "times.txt").write_text("inner_line fast\n")
    for file, words in [(folder / "times.txt", expected), (folder / "missing", "cannot be read or is empty"), (folder, "cannot be read or is empty")]:
        _, result = run(WAVE + 'CaKernel::use_cache = "no"\n', ranks=2, expect=1, CHEMORA_ACCESS_TIMES=file)
        message = " ".join(result.stdout.split())
        assert f"The file {file}, which CHEMORA_ACCESS_TIMES names, {words}" in message, message
        assert "Change the file or unset CHEMORA_ACCESS_TIMES." in message, message
    shutil.rmtree(folder)
