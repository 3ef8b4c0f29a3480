"""A grid that is divided by the measured speeds of the run's own kernels: on devices of different speed, the slowest process takes
at most a tenth longer than the average, and the bits are those of one process.

The speeds are those of thorn TestClock, whose clock counts points, so that figures do not depend on the machine or its load."""

import re

import pytest
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
# Process 1 is as fast as process 0 for sums of arrays, but slower for right-hand sides, which use more than four
# arrays.
SLOW_KERNELS = {"TestClock::kernel_seconds[0]": "40e-6", "TestClock::kernel_seconds[1]": "100e-6"}
# Process 1 is slower than process 0 only on small boxes.
SLOW_LAUNCHES = {"TestClock::launch_seconds[1]": "0.2"}
STORED = "The speeds of the processes are those that an earlier run of these kernels measured"


def parameter_file(*settings):
    return wave("gaussian", SMALL, *settings).replace("Devices", "Devices TestClock")


def evolved(folder, expected, *settings):
    """The imbalance in percent and the output of a run of two processes."""
    _, result = run(parameter_file(*settings), ranks=2, folder=folder)
    wrong = differences(expected, all_output(folder / "data"))
    assert not wrong, result.stdout
    words = " ".join(result.stdout.split())
    found = re.search(r"Kernels took [\d.]+ s on process \d, the slowest of 2: ([\d.]+)% longer than on average", words)
    assert found, result.stdout
    return float(found[1]), words


@pytest.fixture(scope="module")
def work():
    return new_folder()


@pytest.fixture(scope="module")
def expected(work):
    reference, _ = run(parameter_file(), folder=work / "reference")
    return all_output(reference / "data")


def test_speeds_are_those_of_the_launched_kernels(work, expected):
    """The measured speeds are those of the run's kernels, not of a sum of arrays."""
    cache = {"CaKernel::cache_dir": f'"{work}/cache-of-own-kernels"'}
    even, _ = evolved(work / "even", expected, SLOW_KERNELS, cache)
    measured, words = evolved(work / "measured", expected, SLOW_KERNELS, cache, MEASURED)
    assert even > 2 * MAX_IMBALANCE and measured < MAX_IMBALANCE
    assert STORED not in words and "Wave::Wave_RHS, and 5 updates" in words, words


def test_next_run_starts_with_the_speeds_of_the_last(work, expected):
    """The speeds on the boxes of a run are known only at its end; the next run starts with them."""
    settings = (SLOW_LAUNCHES, MEASURED, {"CaKernel::cache_dir": f'"{work}/cache-of-adaptation"'})
    first, words = evolved(work / "first", expected, *settings)
    assert first > MAX_IMBALANCE and STORED not in words, "the case proves nothing"
    second, words = evolved(work / "second", expected, *settings)
    third, _ = evolved(work / "third", expected, *settings)
    assert STORED in words and second < MAX_IMBALANCE and third < MAX_IMBALANCE, words
    other_devices = {"TestClock::launch_seconds[1]": "0.4"}
    _, words = evolved(work / "other-devices", expected, *settings, other_devices)
    assert STORED not in words
