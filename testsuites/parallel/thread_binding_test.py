"""Threads stay on processors of their own where the run has them all to itself, and nobody pins them where the user decides
or the run leaves processors idle: as the system tells of the run's tasks."""

import os
import pathlib
import subprocess
import sys
import time

from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, skip

PARAMETERS = """
ActiveThorns = "PUGH"
driver::global_nsize = 10
cactus::terminate = "never"
"""


def task_folders(launcher):
    """Those of the threads of the run that mpirun has started, by the system's account."""
    for children in pathlib.Path(f"/proc/{launcher}/task").glob("*/children"):
        for child in children.read_text().split():
            if pathlib.Path(f"/proc/{child}/exe").resolve() == CHEMORA.resolve():
                return list(pathlib.Path(f"/proc/{child}/task").iterdir())
    return []


def processors_of_pinned_threads(threads, **variables):
    """Of a run that is ended as soon as its driver has said how it divides the grid."""
    folder = new_folder("pinning")
    (folder / "test.par").write_text(PARAMETERS)
    with open(folder / "log", "w") as log:
        run = subprocess.Popen(["mpirun", "-n", "1", str(CHEMORA), "test.par"], cwd=folder, stdout=log, stderr=log,
                               env=environment(threads, **variables))
    try:
        end = time.monotonic() + HANG_SECONDS
        while "INFO (PUGH)" not in (folder / "log").read_text():
            if run.poll() is not None or time.monotonic() > end:
                sys.exit(f"the driver says nothing:\n{(folder / 'log').read_text()}")
            time.sleep(0.05)
        allowed = [os.sched_getaffinity(int(task.name)) for task in task_folders(run.pid)]
    finally:
        run.terminate()
        run.wait()
    return [processors for processors in allowed if len(processors) == 1]


def main():
    for name in ("OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"):
        os.environ.pop(name, None)
    n = len(os.sched_getaffinity(0))
    if n < 2:
        skip("there is one processor, and no choice where to stay")
    pinned = processors_of_pinned_threads(n)
    # The first thread stays where it was. Threads of libraries may go anywhere.
    if len(pinned) != n - 1 or len(set.union(*pinned)) != n - 1:
        sys.exit(f"{n} threads on {n} processors, but pinned are {pinned}")
    for threads, variables, why in ((n, {"OMP_PROC_BIND": "false"}, "the user decides"), (n - 1, {}, "a processor is idle")):
        if processors_of_pinned_threads(threads, **variables):
            sys.exit(f"threads are pinned though {why}")
    print(f"{n - 1} threads are pinned, and none where the user decides or a processor is idle")


if __name__ == "__main__":
    main()
