"""The processes that write HDF5 output: files have the same bytes if one process or all processes write them, for any distribution,
and no process needs memory for a whole variable."""

import json
import re
import subprocess
import sys

import h5py
import pytest
from folders import new_folder
from output_case import PARAMETERS, contents, run_case
from simulation import BUILD, CHEMORA, HANG_SECONDS, environment, launcher, launcher_of, run, skip
from xdmf import check

VARIABLES = """
IOHDF5::out_every = 4
IOHDF5::out_vars = "TestOutput::fields TestOutput::n TestOutput::v TestOutput::z TestOutput::p TestOutput::q TestOutput::energy"
IOHDF5::out1D_every = 4
IOHDF5::out1D_vars = "TestOutput::f"
IOHDF5::out1D_xline_y = 1.2
IOHDF5::out2D_every = 4
IOHDF5::out2D_vars = "TestOutput::f TestOutput::n"
IOHDF5::out2D_xyplane_z = 1
IOHDF5::out2D_xzplane_y = 1.5
IO::out_save_parameters = "no"
"""
PARAMETERS_OF_FILES = {
    "plain": "",
    "converted": 'IO::out_single_precision = "yes"\nIO::out_downsample_x = 2\nIO::out_downsample_z = 3\n',
    "periodic": 'driver::periodic = "yes"\ndriver::periodic_z = "no"\n',
    "compressed": "IOHDF5::compression_level = 4\nIOHDF5::minimum_size_for_compression = 0\n",
}

# Runs a program, optionally with a limit of its address space, and writes the largest address space of the program.
MEASURE = """
import json, os, pathlib, re, resource, subprocess, sys, time
limit, folder, *command = sys.argv[1:]
def prepare():
    if int(limit):
        resource.setrlimit(resource.RLIMIT_AS, (int(limit), int(limit)))
process = subprocess.Popen(command, preexec_fn=prepare)
peak = 0
while process.poll() is None:
    try:
        peak = int(re.search(r"VmPeak:\\s+(\\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1]) * 1024
    except (TypeError, OSError):
        pass
    time.sleep(0.002)
(pathlib.Path(folder) / f"peak-{process.pid}").write_text(json.dumps(peak))
sys.exit(process.returncode)
"""
MEBIBYTE = 1 << 20


@pytest.mark.parametrize("name", PARAMETERS_OF_FILES)
def test_files_do_not_depend_on_the_writers(name):
    if not launcher_of(BUILD):
        skip("the build has no MPI")
    extra = VARIABLES + PARAMETERS_OF_FILES[name]
    reference = contents(run_case(extra + 'IOHDF5::writers = "one"\n')[0])
    for writers, ranks in [("one", 3), ("all", 2), ("all", 5)]:
        found = contents(run_case(extra + f'IOHDF5::writers = "{writers}"\n', ranks)[0])
        differing = [file for file in reference if found[file] != reference[file]]
        assert found.keys() == reference.keys() and not differing, (writers, ranks, differing)


LIMITED = """
import os, resource, signal, sys
rank = os.environ.get("OMPI_COMM_WORLD_RANK") or os.environ.get("PMI_RANK", "0")
if rank in sys.argv[1]:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000000, 5000000))
os.execv(sys.argv[2], sys.argv[2:])
"""


@pytest.mark.parametrize("limited_ranks", ["01", "1"])
def test_full_disk(limited_ranks):
    """A limit of the file size stands for a full disk: all processes omit the output that does not fit, and earlier output stays.
    With the limit on one process only, the others do not wait for it."""
    text = re.sub(r"(global_n[xyz]) = \d+", r"\1 = 60", PARAMETERS)
    folder, result = run(text + 'IOHDF5::out_every = 1\nIOHDF5::out_vars = "TestOutput::f"\nIOHDF5::writers = "all"\n', 2,
                         expect=1, before=(sys.executable, "-c", LIMITED, limited_ranks))
    assert "Cannot write `TestOutput::f`" in result.stdout, result.stdout
    assert "File too large" in result.stdout or limited_ranks == "1", result.stdout
    assert sorted(check(folder / "data/test.xmf")["f"]) == [0, 1], result.stdout
    with h5py.File(folder / "data/f.h5") as file:
        assert len([name for name in file if "it=" in name]) == 2, list(file)


KILLED_WRITE = """
#include <signal.h>

/* The function of MPI by which HDF5 writes values of one process. */
int MPI_File_write_at(void) { return raise(SIGKILL); }
"""


def test_killed_run():
    """Processes are killed while they write their parts: readers do not see the dataset, and the next run replaces it."""
    if not launcher_of(BUILD):
        skip("the build has no MPI")
    folder = new_folder("killed")
    (folder / "killed.c").write_text(KILLED_WRITE)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "killed.so", folder / "killed.c"], check=True)
    text = PARAMETERS + """
IOHDF5::out_every = 1
IOHDF5::out_vars = "TestOutput::f"
IOHDF5::writers = "all"
IO::truncate_files = "no"
"""
    run(text, 2, folder=folder, expect=None, before=("env", f"LD_PRELOAD={folder / 'killed.so'}"))
    with h5py.File(folder / "data/f.h5") as file:
        assert sorted(file) == ["Parameters and Global Attributes", "incomplete"], list(file)
    run(text, 2, folder=folder)
    assert sorted(check(folder / "data/test.xmf")["f"]) == [0, 1, 2, 3, 4]
    with h5py.File(folder / "data/f.h5") as file:
        assert "incomplete" not in file, list(file)


HIDE_FOLDER = """
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
[ "$rank" != 1 ] && exec "$@"
exec unshare -m sh -c 'mount -t tmpfs none data && exec "$@"' sh "$@"
"""


@pytest.mark.skipif(subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL).returncode != 0,
                    reason="users cannot make namespaces, in which a folder can be hidden")
def test_folder_that_one_process_does_not_see():
    """As the local disks of two nodes: one process writes all values."""
    folder = new_folder("hidden")
    (folder / "data").mkdir()
    (folder / "test.par").write_text(PARAMETERS + VARIABLES + 'IOHDF5::writers = "all"\n')
    command = ["unshare", "-rm", *launcher(2), "sh", "-c", HIDE_FOLDER, "sh", CHEMORA, "test.par"]
    result = subprocess.run(command, cwd=folder, env=environment(), timeout=HANG_SECONDS, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    assert result.returncode == 0 and "Process 0 alone writes the HDF5 files" in result.stdout, result.stdout
    expected = contents(run_case(VARIABLES + 'IOHDF5::writers = "one"\n')[0])
    assert contents(folder / "data") == expected


def run_measured(variables, points, limit=0):
    """Runs two processes on points^3 points. Returns the largest address space of a process in bytes."""
    folder = new_folder("memory")
    text = PARAMETERS + f'IOHDF5::out_every = 1\nIOHDF5::writers = "one"\nIOHDF5::out_vars = "{variables}"\n'
    text = re.sub(r"(global_n[xyz]) = \d+", rf"\1 = {points}", text).replace("cctk_itlast = 4", "cctk_itlast = 0")
    run(text, 2, folder=folder, before=(sys.executable, "-c", MEASURE, str(limit), str(folder)))
    return max(json.loads(path.read_text()) for path in folder.glob("peak-*"))


def test_memory_is_bounded():
    """A variable of 64 MiB is written within 24 MiB more than a run needs without it."""
    if not launcher_of(BUILD):
        skip("the build has no MPI")
    points = 161
    assert points**3 * 16 > 63 * MEBIBYTE
    without = run_measured("TestOutput::energy TestOutput::p", points)
    run_measured("TestOutput::f TestOutput::z", points, limit=without + 24 * MEBIBYTE)


def test_impossible_choice_is_an_error():
    if launcher_of(BUILD):
        skip("the HDF5 library of this build writes by several processes")
    _, text = run_case(VARIABLES + 'IOHDF5::writers = "all"\n', expect=1)
    assert 'IOHDF5::writers = "all" needs an HDF5 library with MPI' in " ".join(text.split())
