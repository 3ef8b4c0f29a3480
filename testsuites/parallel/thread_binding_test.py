"""Threads are bound to processors of their own if the run uses all processors, and are not bound if the user decides or the
run leaves processors idle. The test reads the processors of all threads from /proc."""

import contextlib
import os
import pathlib
import subprocess
import time

import pytest
from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, launcher, skip

PARAMETERS = """
ActiveThorns = "PUGH"
driver::global_nsize = 10
cactus::terminate = "never"
"""


def task_folders(folder):
    """Returns the /proc folders of all threads of the process whose working directory is this folder."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").resolve() == folder.resolve() and (process / "exe").resolve() == CHEMORA.resolve():
                return list((process / "task").iterdir())
    return []


def processors_of_pinned_threads(threads, **variables):
    """The processors of threads that may use only one, in a run that ends when its driver has divided the grid."""
    folder = new_folder("pinning")
    (folder / "test.par").write_text(PARAMETERS)
    with open(folder / "log", "w") as log:
        run = subprocess.Popen([*launcher(1), str(CHEMORA), "test.par"], cwd=folder, stdout=log, stderr=log,
                               env=environment(threads, **variables))
    try:
        end = time.monotonic() + HANG_SECONDS
        while "INFO (PUGH)" not in (folder / "log").read_text():
            assert run.poll() is None and time.monotonic() < end, (folder / "log").read_text()
            time.sleep(0.05)
        allowed = [os.sched_getaffinity(int(task.name)) for task in task_folders(folder)]
        assert allowed, "no thread of the run was found"
    finally:
        run.terminate()
        run.wait()
    return [processors for processors in allowed if len(processors) == 1]


@pytest.fixture(scope="module")
def n_processors():
    for name in ("OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"):
        os.environ.pop(name, None)
    n = len(os.sched_getaffinity(0))
    return n if n > 1 else skip("there is only one processor")


def test_threads_are_bound_when_the_run_uses_all_processors(n_processors):
    """The first thread and the threads of libraries may use every processor."""
    bound = processors_of_pinned_threads(n_processors)
    assert len(bound) == n_processors - 1 and len(set.union(*bound)) == n_processors - 1


def test_user_decides(n_processors):
    assert not processors_of_pinned_threads(n_processors, OMP_PROC_BIND="false")


def test_no_binding_when_a_processor_is_idle(n_processors):
    assert not processors_of_pinned_threads(n_processors - 1)
