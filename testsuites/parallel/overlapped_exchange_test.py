"""Computing while ghost zones travel changes no bit: any number of ranks, on the host's arrays and on arrays of a device, and
with the host and a device in one run. Nobody sees what has not arrived, and nobody overwrites it unseen."""

import re
import sys

from all_output import all_output, differences
from folders import new_folder
from parameter_text import wave
from simulation import run

# A periodic box of odd size, so that ranks get unequal parts and every face is exchanged.
PLANE = {
    "driver::global_nx": "25", "driver::global_ny": "23", "driver::global_nz": "27", "cactus::cctk_itlast": "6",
    "IO::out_dir": '"data"', "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
    "IOASCII::out1D_vars": '"Wave::u Wave::rho Wave::v3"', "PUGH::timer_output": "yes", "PUGH::overlap": "yes",
}
OWN = {"DeviceHost::own_memory": "yes"}

KERNEL = """
ActiveThorns = "PUGH CaKernel Accelerator DeviceHost TestKernel"
driver::global_nx = 17
driver::global_ny = 13
driver::global_nz = 15
driver::ghost_size = 1
PUGH::timer_output = yes
cactus::terminate = "iteration"
cactus::cctk_itlast = 3
"""
OVERLAP = "PUGH::overlap = yes\n"


def on_their_way(output):
    """How many exchanges were under way while others computed."""
    found = re.search(r"; (\d+) of (\d+) exchanges were on their way", " ".join(output.split()))
    if not found or int(found.group(2)) < 24:
        sys.exit(f"the report of exchanges is missing\n{output}")
    return int(found.group(1))


def waves(work):
    """The same files, with exchanges that are under way while kernels run, and without."""
    reference, _ = run(wave("plane", PLANE, {"PUGH::overlap": "no"}), folder=work / "reference")
    expected = all_output(reference / "data")
    if len(expected) < 4:
        sys.exit(f"the reference has too little output: {sorted(expected)}")
    variants = {
        f"{memory} memory, {ranks} ranks": (changes, ranks)
        for memory, changes in (("host's", {}), ("own", OWN)) for ranks in (1, 2, 3, 4)}
    variants["own memory, 2 ranks, no overlap"] = ({**OWN, "PUGH::overlap": "no"}, 2)
    variants["fission, 2 ranks"] = ({"CaKernel::fission": '"outputs"', "CaKernel::fission_operations": "12"}, 2)
    for number, (name, (changes, ranks)) in enumerate(variants.items()):
        folder, result = run(wave("plane", PLANE, changes), ranks=ranks, folder=work / f"wave{number}")
        wrong = differences(expected, all_output(folder / "data"))
        if wrong:
            sys.exit(f"{name}: {wrong}\n{result.stdout}")
        n = on_their_way(result.stdout)
        travels = ranks > 1 and changes.get("PUGH::overlap") != "no"  # what a process sends to itself is there at once
        if n < 24 if travels else n > 0:
            sys.exit(f"{name}: {n} exchanges were on their way while it computed\n{result.stdout}")
    print(f"{len(variants)} variants agree with the reference in {len(expected)} files")


def kernels():
    """Values that are wrong until they have arrived, seen by a kernel, a check on the host, and a function that overwrites."""
    for in_flight in ("read", "write"):
        for own in ("no", "yes"):
            for ranks in (2, 8) if own == "no" else (4,):
                more = f"TestKernel::in_flight = {in_flight}\nDeviceHost::own_memory = {own}\n"
                _, result = run(KERNEL + OVERLAP + more, ranks=ranks)
                if "points agree at iteration 3" not in result.stdout:
                    sys.exit(f"{in_flight}, {ranks} ranks, own memory: {own}\n{result.stdout}")
    _, result = run(KERNEL + OVERLAP + "TestKernel::in_flight = untold\n", ranks=2, expect=1)
    flat = " ".join(result.stdout.split())
    for words in ("TestKernel::TestKernel_Overwrite has written ghost zones of testkernel::field while an exchange",
                  "Accelerator_WillModifyRegions before it writes"):
        if words not in flat:
            sys.exit(f"the message lacks `{words}`\n{result.stdout}")
    run(KERNEL + "TestKernel::in_flight = untold\nPUGH::overlap = no\n", ranks=2)
    print("TestKernel sees only what has arrived; who overwrites unseen is told of")


def main():
    work = new_folder("overlap")
    waves(work)
    kernels()


if __name__ == "__main__":
    main()
