"""Processes that share processors use no more threads than there are processors, unless OMP_NUM_THREADS is set."""

import os
import re
import subprocess
import sys

from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, skip

RANKS = 2


def start(**variables):
    """The number of threads in the header, and the output, of processes that may run on every processor."""
    folder = new_folder()
    (folder / "test.par").write_text("Cactus::cctk_itlast = 0\n")
    values = environment(**variables)
    for name, value in variables.items():
        if value is None:
            del values[name]
    result = subprocess.run(["mpirun", "-n", str(RANKS), "--bind-to", "none", str(CHEMORA), "test.par"], cwd=folder,
                            env=values, timeout=HANG_SECONDS, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = " ".join(result.stdout.split())
    header = re.search(r"Processes: 2, of (\d+) threads", text)
    if result.returncode != 0 or not header:
        sys.exit(f"exit code {result.returncode}:\n{result.stdout}")
    return int(header[1]), text


def check(is_right, what, text):
    if not is_right:
        sys.exit(f"{what}:\n{text}")


def main():
    n = len(os.sched_getaffinity(0))
    if n < 2:
        skip("there is one processor, which processes cannot share with more threads than one")
    threads, text = start(OMP_NUM_THREADS=None)
    check(threads == max(1, n // RANKS), f"{threads} threads of each process on {n} processors", text)
    check(f"warning: 2 processes of this computer share {n} processors, and OMP_NUM_THREADS is not set" in text,
          "no warning", text)
    threads, text = start(OMP_NUM_THREADS=n)
    check(threads == n, f"OMP_NUM_THREADS = {n} gives {threads} threads", text)
    check(f"and OMP_NUM_THREADS gives {n} threads to each" in text, "no warning", text)
    threads, text = start(OMP_NUM_THREADS=1)
    check(threads == 1 and "warning" not in text, "a warning without a reason", text)


if __name__ == "__main__":
    main()
