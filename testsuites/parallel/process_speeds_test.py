"""Grids divided by the measured speeds of the run's own kernels: with devices of different speed, kernels of the slowest
process take at most a tenth longer than those of an average one, and the bits stay those of one process.

Speeds are those of thorn TestClock, whose clock counts points: the figures do not depend on the machine or its load."""

import re
import sys

from all_output import all_output, differences
from folders import new_folder
from parameter_text import wave
from simulation import run

MAX_IMBALANCE = 10  # percent
SMALL = {
    "driver::global_nx": "33", "driver::global_ny": "30", "driver::global_nz": "164", "cactus::terminate": '"iteration"',
    "cactus::cctk_itlast": "2", "IO::out_dir": '"data"', "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1",
    "IOASCII::out1D_every": "1", "driver::periodic": '"yes"', "Wave::boundary": '"none"',
}
MEASURED = {"PUGH::processor_weights": '"measured"'}
# Process 1 is as fast as process 0 in sums of arrays; its right-hand sides, which have more than four arrays, are slow.
SLOW_KERNELS = {"TestClock::kernel_seconds[0]": "40e-6", "TestClock::kernel_seconds[1]": "100e-6"}
# Process 1 is as fast as process 0 on large boxes.
SLOW_LAUNCHES = {"TestClock::launch_seconds[1]": "0.2"}
STORED = "The speeds of the processes are those that an earlier run of these kernels measured"


def parameter_file(*settings):
    return wave("gaussian", SMALL, *settings).replace("DeviceHost", "TestClock")


def evolved(folder, expected, *settings):
    """A run of two processes; gives its imbalance in percent, and its words."""
    _, result = run(parameter_file(*settings), ranks=2, folder=folder)
    wrong = differences(expected, all_output(folder / "data"))
    if wrong:
        sys.exit(f"{folder.name}: {wrong}\n{result.stdout}")
    words = " ".join(result.stdout.split())
    found = re.search(r"Kernels took [\d.]+ s on process \d, the slowest of 2: ([\d.]+)% longer than on average", words)
    if not found:
        sys.exit(f"{folder.name}: the report has no imbalance\n{result.stdout}")
    parts = re.search(r"own points: ([^;]*);", words)
    print(f"{folder.name}: imbalance {found[1]}%, parts {parts[1] if parts else 'equal'}, {len(expected)} files equal", flush=True)
    return float(found[1]), words


def check_own_kernels(work, expected):
    """Speeds are those of the kernels that the run launches, not those of a sum of arrays."""
    cache = {"CaKernel::cache_dir": f'"{work}/cache-of-own-kernels"'}
    even, _ = evolved(work / "even", expected, SLOW_KERNELS, cache)
    first, words = evolved(work / "measured", expected, SLOW_KERNELS, cache, MEASURED)
    if even <= 2 * MAX_IMBALANCE or first >= MAX_IMBALANCE:
        sys.exit(f"imbalance {even}% without weights, {first}% with measured ones: expected more than {2 * MAX_IMBALANCE} and less than {MAX_IMBALANCE}")
    if STORED in words or "Wave::Wave_RHS, and 5 sums" not in words:
        sys.exit(f"the run has not timed its right-hand side\n{words}")


def check_adaptation(work, expected):
    """What the boxes of a run make of the speeds is known only at its end; the next run begins with it."""
    settings = (SLOW_LAUNCHES, MEASURED, {"CaKernel::cache_dir": f'"{work}/cache-of-adaptation"'})
    first, words = evolved(work / "first", expected, *settings)
    if first <= MAX_IMBALANCE or STORED in words:
        sys.exit(f"the first run has an imbalance of {first}%: the case proves nothing")
    second, words = evolved(work / "second", expected, *settings)
    third, _ = evolved(work / "third", expected, *settings)
    if STORED not in words or second >= MAX_IMBALANCE or third >= MAX_IMBALANCE:
        sys.exit(f"imbalance of the first run {first}%, of the second {second}%, of the third {third}%\n{words}")
    others = {"TestClock::launch_seconds[1]": "0.4"}
    if STORED in evolved(work / "other-devices", expected, *settings, others)[1]:
        sys.exit("speeds of other devices were used")


def main():
    work = new_folder()
    reference, _ = run(parameter_file(), folder=work / "reference")
    expected = all_output(reference / "data")
    check_own_kernels(work, expected)
    check_adaptation(work, expected)


if __name__ == "__main__":
    main()
