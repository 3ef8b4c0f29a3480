"""Processes that share processors use no more threads than there are processors, unless OMP_NUM_THREADS is set."""

import os
import re
import subprocess

from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, launcher, skip

RANKS = 2


def start(**variables):
    """The number of threads in the header, and the output, of processes that may run on every processor."""
    folder = new_folder()
    (folder / "test.par").write_text("Cactus::cctk_itlast = 0\n")
    values = environment(**variables)
    for name, value in variables.items():
        if value is None:
            del values[name]
    result = subprocess.run([*launcher(RANKS, "--bind-to", "none"), str(CHEMORA), "test.par"], cwd=folder,
                            env=values, timeout=HANG_SECONDS, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = " ".join(result.stdout.split())
    header = re.search(r"Processes: 2, of (\d+) threads", text)
    assert result.returncode == 0 and header, result.stdout
    return int(header[1]), text


def test_threads_of_processes_that_share_processors():
    n = len(os.sched_getaffinity(0))
    if n < 2:
        skip("there is one processor, so that processes that share it have one thread each")
    threads, text = start(OMP_NUM_THREADS=None)
    assert threads == max(1, n // RANKS), text
    assert f"warning: 2 processes of this computer share {n} processors, and OMP_NUM_THREADS is not set" in text
    threads, text = start(OMP_NUM_THREADS=n)
    assert threads == n, text
    assert f"and OMP_NUM_THREADS gives {n} threads to each" in text
    threads, text = start(OMP_NUM_THREADS=1)
    assert threads == 1 and "warning" not in text, text
