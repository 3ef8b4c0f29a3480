"""Computing while ghost zones are exchanged changes no bit: any number of ranks, arrays of the host and of a device, and the
host and a device in one run. A function sees only ghost zones that have arrived, and a write into ghost zones under way is an error."""

import re

import pytest
from all_output import all_output, differences
from folders import new_folder
from parameter_text import wave
from simulation import require_words, run

# A periodic box of odd size, so that ranks get unequal parts and every face is exchanged.
PLANE = {
    "driver::global_nx": "25", "driver::global_ny": "23", "driver::global_nz": "27", "cactus::cctk_itlast": "6",
    "IO::out_dir": '"data"', "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
    "IOASCII::out1D_vars": '"Wave::u Wave::rho Wave::v3"', "PUGH::timer_output": "yes", "PUGH::overlap": "yes",
}
OWN = {"Devices::own_memory": "yes"}

KERNEL = """
ActiveThorns = "PUGH CaKernel Accelerator Devices TestKernel"
driver::global_nx = 17
driver::global_ny = 13
driver::global_nz = 15
driver::ghost_size = 1
PUGH::timer_output = yes
cactus::terminate = "iteration"
cactus::cctk_itlast = 3
"""
OVERLAP = "PUGH::overlap = yes\n"


def overlapped_exchanges(output):
    """The number of exchanges that were under way while the process computed."""
    found = re.search(r"; (\d+) of (\d+) exchanges were in flight", " ".join(output.split()))
    assert found and int(found.group(2)) >= 24, output
    return int(found.group(1))


VARIANTS = {
    f"{memory} memory, {ranks} ranks": (changes, ranks)
    for memory, changes in (("host", {}), ("own", OWN)) for ranks in (1, 2, 3, 4)}
VARIANTS["own memory, 2 ranks, no overlap"] = ({**OWN, "PUGH::overlap": "no"}, 2)
VARIANTS["fission, 2 ranks"] = ({"CaKernel::fission": '"outputs"', "CaKernel::fission_operations": "12"}, 2)


@pytest.fixture(scope="module")
def expected():
    folder, _ = run(wave("plane", PLANE, {"PUGH::overlap": "no"}), folder=new_folder("overlap"))
    files = all_output(folder / "data")
    assert len(files) >= 4, sorted(files)
    return files


@pytest.mark.parametrize("name", VARIANTS)
def test_output_is_that_without_overlap(name, expected):
    changes, ranks = VARIANTS[name]
    folder, result = run(wave("plane", PLANE, changes), ranks=ranks, folder=new_folder("wave"))
    assert not differences(expected, all_output(folder / "data")), result.stdout
    n = overlapped_exchanges(result.stdout)
    is_overlapped = ranks > 1 and changes.get("PUGH::overlap") != "no"  # a process copies its own ghost zones at once
    assert n >= 24 if is_overlapped else n == 0, result.stdout


@pytest.mark.parametrize("in_flight", ["read", "write"])
@pytest.mark.parametrize("own, ranks", [("no", 2), ("no", 8), ("yes", 4)])
def test_readers_and_writers_wait_for_the_exchange(in_flight, own, ranks):
    """A kernel, a check on the host and a function that overwrites see only values that have arrived."""
    more = f"TestKernel::in_flight = {in_flight}\nDevices::own_memory = {own}\n"
    _, result = run(KERNEL + OVERLAP + more, ranks=ranks)
    assert "points agree at iteration 3" in result.stdout


def test_undeclared_write_into_ghost_zones_is_an_error():
    _, result = run(KERNEL + OVERLAP + "TestKernel::in_flight = unreported\n", ranks=2, expect=1)
    require_words(result, ["TestKernel::TestKernel_Overwrite has written ghost zones of testkernel::field while an exchange",
                           "Accelerator_WillModifyRegions before it writes"], KERNEL)
    run(KERNEL + "TestKernel::in_flight = unreported\nPUGH::overlap = no\n", ranks=2)
