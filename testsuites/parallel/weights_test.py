"""A grid divided in proportion to given or measured weights: the bits of one process, cuts as the weights say, and what is
wrong with weights is said before the first step."""

import os
import subprocess
import sys

from all_output import all_output, differences
from folders import new_folder
from parameter_text import wave
from simulation import run

WAVE = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "34", "cactus::terminate": '"iteration"',
    "cactus::cctk_itlast": "4", "IO::out_dir": '"data"', "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1",
    "IOASCII::out1D_every": "2", "Wave::boundary": '"radiative"',
}
OWN = {"DeviceHost::own_memory": "yes"}
GRID = """
ActiveThorns = "PUGH CoordBase SymBase CartGrid3D"
grid::type = "box"
driver::global_nsize = 30
driver::ghost_size = 2
cactus::cctk_itlast = 0
"""
WRONG = [  # ranks, parameters, what the message must say
    (2, 'PUGH::processor_weights = "1"', ["lists 1 weight; it must list one for each of the 2 processes"]),
    (2, 'PUGH::processor_weights = "1 1 1"', ["lists 3 weights; it must list one for each of the 2 processes"]),
    (2, 'PUGH::processor_weights = "1 -2"', ["holds `-2`,", "weights are positive numbers"]),
    (2, 'PUGH::processor_weights = "0 1"', ["holds `0`,"]),
    (2, 'PUGH::processor_weights = "nan 1"', ["holds `nan`,"]),
    (2, 'PUGH::processor_weights = "some"', ["holds `some`,", "or `measured`"]),
    (1, 'PUGH::processor_weights = "measure"', ["holds `measure`,", "Did you mean `measured`?"]),
    (2, 'PUGH::processor_weights = "measured"', ["needs a thorn that measures", "Activate CaKernel"]),
    (2, 'PUGH::processor_weights = "1 2"\nPUGH::partition = "manual"\nPUGH::partition_3d_z = "20 10"',
     ["Both PUGH::processor_weights and other parameters (PUGH::partition"]),
]


def check_messages():
    for ranks, parameters, words in WRONG:
        _, result = run(GRID + parameters + "\n", ranks=ranks, expect=None)
        flat = " ".join(result.stdout.split())
        line = GRID.count("\n") + 1
        missing = [word for word in ("PARAMETER ERROR (PUGH)", f".par:{line}", "because of 1 wrong parameter", *words) if word not in flat]
        if result.returncode != 1 or missing or "global_nx" in flat:
            sys.exit(f"{parameters}: exit code {result.returncode}, the message lacks {missing}\n{result.stdout}")
    print(f"{len(WRONG)} wrong weights are told of")


def check_disturbance():
    """Another program computes meanwhile: two processes of one kind are equally fast, and the log says why."""
    if not os.access("/proc/stat", os.R_OK) or len(os.sched_getaffinity(0)) < 2:
        print("[SKIP] a disturbed measurement: who is busy cannot be told here")
        return
    busy = "print('busy', flush=True)\nwhile True: pass"
    others = [subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        for other in others:
            other.stdout.readline()
        _, result = run(wave("gaussian", WAVE, {"PUGH::processor_weights": '"measured"', "cactus::cctk_itlast": "0"}), ranks=2)
    finally:
        for other in others:
            other.kill()
            other.wait()
    log = " ".join(result.stdout.split())
    for words in ("weights that are used: 1, 1", "Other programs disturbed the measurement of the speeds of processes 0, 1.",
                  "Processes of weights 1, 1 own points"):
        if words not in log:
            sys.exit(f"measured while other programs ran: the log lacks `{words}`\n{result.stdout}")
    print("a disturbed measurement is told of")


def main():
    check_messages()
    check_disturbance()
    work = new_folder("weights")
    reference, _ = run(wave("gaussian", WAVE), folder=work / "reference")
    expected = all_output(reference / "data")
    manual = {"PUGH::processor_topology": '"manual"', "PUGH::processor_topology_3d_y": "2"}
    variants = {  # ranks, parameters, words of the log
        "1 and 3": (2, {"PUGH::processor_weights": '"1 3"'}, "weights 1, 3 own points: x 25, y 19, z 9+25;"),
        "three": (3, {"PUGH::processor_weights": '"2, 1, 0.5"'}, "weights 2, 1, 0.5 own points: x 25, y 19, z 19+10+5;"),
        "products": (4, {"PUGH::processor_weights": '"1 2 3 6"', **manual}, "own points: x 25, y 6+13, z 9+25;"),
        "alike": (2, {"PUGH::processor_weights": '"7 7"'}, "z 17+17;"),
        "huge": (2, {"PUGH::processor_weights": '"1e308 1e308"'}, "z 17+17; the slowest needs 0.0% more time"),
        "thin": (3, {"PUGH::processor_weights": '"1 20 1"'}, "own points: x 25, y 19, z 2+30+2;"),
        "thin, memories of their own": (3, {"PUGH::processor_weights": '"1 20 1"', **OWN}, "z 2+30+2;"),
        "a boundary in ghost zones": (3, {"PUGH::processor_weights": '"1 1 9"', **OWN}, "z 3+3+28;"),
        "thin, interpreted": (3, {"PUGH::processor_weights": '"1 20 1"', **OWN, "CaKernel::compiler": '"none"'}, "z 2+30+2;"),
        "measured": (2, {"PUGH::processor_weights": '"measured"'}, "weights that are used: "),
    }
    for name, (ranks, changes, words) in variants.items():
        folder, result = run(wave("gaussian", WAVE, changes), ranks=ranks, folder=work / name.replace(" ", "-"))
        if words not in " ".join(result.stdout.split()):
            sys.exit(f"{name}: the log lacks `{words}`\n{result.stdout}")
        if "nowhere" in result.stdout:
            sys.exit(f"{name}: nothing was copied, and counted\n{result.stdout}")
        wrong = differences(expected, all_output(folder / "data"))
        if wrong:
            sys.exit(f"{name}: {wrong}\n{result.stdout}")
        print(f"{name}: equal in {len(expected)} files")


if __name__ == "__main__":
    main()
