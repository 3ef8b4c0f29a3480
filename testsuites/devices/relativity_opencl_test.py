"""A run with BSSN on OpenCL writes files that are bitwise equal to those of a run on the host. The run includes initial data,
right-hand sides, radiative boundary and analysis. A run on OpenCL and the host together gives the same files. This run divides
the grid in proportion to the measured speeds of the kernels. With the variable phi instead of W, each point needs exponential
functions, whose last bits depend on the device. In this case the test bounds the difference."""

import math
import re

import pytest
from devices import skip_without_opencl
from output_values import values
from relativity import HOLE, SECOND_ORDER, run

# The extents are smaller than a block along one axis and no multiple of the block size along another axis.
SMALL = {"driver::global_nx": 13, "driver::global_ny": 11, "driver::global_nz": 12}
COMPILED = {"CaKernel::compiler": '"automatic"'}  # no kernels are built in for OpenCL
PHI = {"BSSN::conformal_factor": '"phi"'}
ROUNDING = 2e-15  # relative to the largest value of a file, after two steps


HYBRID = {"Devices::processes": '"1"', "PUGH::processor_weights": '"measured"'}


def on_opencl(*more, **options):
    folder, result = run(HOLE, SECOND_ORDER, SMALL, COMPILED, *more, device="opencl", expect=None, **options)
    skip_without_opencl(result.stdout)
    if result.returncode != 0 or not re.search(r"computes on .*, device 0", result.stdout):
        pytest.fail(f"exit code {result.returncode}, or the log does not name a device\n{result.stdout}")
    return values(folder), result.stdout


def check_bits(reference, found, name):
    differing = [file for file in sorted(set(reference) | set(found)) if reference.get(file) != found.get(file)]
    print(f"{name}: {len(reference)} files, of which {differing} differ", flush=True)
    if differing or len(reference) < 100:
        pytest.fail(f"{name}: not the bits of the host")


def numbers(lines):
    return [float(line.split()[-1]) for line in lines if line.strip() and line[0] not in '#"']


def difference(one, other):
    """Returns the maximum difference of the values of two files, relative to the maximum value of the first file."""
    first, second = numbers(one), numbers(other)
    if len(first) != len(second) or not all(map(math.isfinite, first + second)):
        pytest.fail(f"the host wrote {len(first)} values, OpenCL {len(second)}, or some are not finite")
    return max((abs(a - b) for a, b in zip(first, second)), default=0) / (max(map(abs, first), default=0) or 1)


@pytest.fixture(scope="module")
def reference():
    return values(run(HOLE, SECOND_ORDER, SMALL)[0])


def test_opencl(reference):
    check_bits(reference, on_opencl()[0], "opencl, W")


def test_host_and_opencl_together(reference):
    found, log = on_opencl(HYBRID, ranks=2)
    if not re.search(r"times its kernels on a cube of \d+\^3 points: .*BSSN_RHS|speeds of the processes are those", log) or "weights that are used" not in log:
        pytest.fail(f"the hybrid run has not measured its kernels\n{log}")
    check_bits(reference, found, "hybrid of the host and opencl, W")


def test_phi():
    """Exponential functions differ between devices."""
    reference, found = values(run(HOLE, SECOND_ORDER, SMALL, PHI)[0]), on_opencl(PHI)[0]
    if reference.keys() != found.keys():
        pytest.fail(f"files that only one run has: {sorted(reference.keys() ^ found.keys())}")
    worst = {name: difference(reference[name], found[name]) for name in reference}
    name = max(worst, key=worst.get)
    print(f"phi: {sum(value == 0 for value in worst.values())} of {len(worst)} files equal, the largest difference is "
          f"{worst[name]:.1e}, in {name}")
    if not worst[name] <= ROUNDING:
        pytest.fail(f"BSSN with phi differs on OpenCL: { {name: value for name, value in worst.items() if value > ROUNDING} }")
