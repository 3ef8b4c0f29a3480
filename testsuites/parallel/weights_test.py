"""A grid divided in proportion to given or measured weights has the bits of one process and the requested cuts. Wrong weights
are errors before the first step."""

import os
import subprocess
import sys

import pytest
from all_output import all_output, differences
from folders import new_folder
from parameter_text import wave
from simulation import require_words, run, skip

WAVE = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "34", "cactus::terminate": '"iteration"',
    "cactus::cctk_itlast": "4", "IO::out_dir": '"data"', "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1",
    "IOASCII::out1D_every": "2", "Wave::boundary": '"radiative"',
}
OWN = {"Devices::own_memory": "yes"}
GRID = """
ActiveThorns = "PUGH CoordBase SymBase CartGrid3D"
grid::type = "box"
driver::global_nsize = 30
driver::ghost_size = 2
cactus::cctk_itlast = 0
"""
WRONG = [  # ranks, parameters, words of the message
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


@pytest.mark.parametrize("ranks, parameters, words", WRONG)
def test_errors(ranks, parameters, words):
    _, result = run(GRID + parameters + "\n", ranks=ranks, expect=1)
    line = GRID.count("\n") + 1
    require_words(result, ["PARAMETER ERROR (PUGH)", f".par:{line}", "because of 1 wrong parameter", *words], parameters)
    assert "global_nx" not in result.stdout


def test_disturbed_measurement_gives_equal_weights():
    """Another program computes meanwhile: two processes of one kind count as equally fast, and the log gives the reason."""
    if not os.access("/proc/stat", os.R_OK) or len(os.sched_getaffinity(0)) < 2:
        skip("the load of other programs cannot be read here")
    busy = "print('busy', flush=True)\nwhile True: pass"
    others = [subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        for other in others:
            other.stdout.readline()
        parameters = wave("gaussian", WAVE, {"PUGH::processor_weights": '"measured"', "cactus::cctk_itlast": "0"})
        _, result = run(parameters, ranks=2)
    finally:
        for other in others:
            other.kill()
            other.wait()
    require_words(result, ["weights that are used: 1, 1",
                           "Other programs disturbed the measurement of the speeds of processes 0, 1.",
                           "Processes of weights 1, 1 own points"], parameters)


MANUAL = {"PUGH::processor_topology": '"manual"', "PUGH::processor_topology_3d_y": "2"}
VARIANTS = {  # ranks, parameters, words of the log
    "1 and 3": (2, {"PUGH::processor_weights": '"1 3"'}, "weights 1, 3 own points: x 25, y 19, z 9+25;"),
    "three": (3, {"PUGH::processor_weights": '"2, 1, 0.5"'}, "weights 2, 1, 0.5 own points: x 25, y 19, z 19+10+5;"),
    "products": (4, {"PUGH::processor_weights": '"1 2 3 6"', **MANUAL}, "own points: x 25, y 6+13, z 9+25;"),
    "equal": (2, {"PUGH::processor_weights": '"7 7"'}, "z 17+17;"),
    "huge": (2, {"PUGH::processor_weights": '"1e308 1e308"'}, "z 17+17; the slowest needs 0.0% more time"),
    "thin": (3, {"PUGH::processor_weights": '"1 20 1"'}, "own points: x 25, y 19, z 2+30+2;"),
    "thin, own memory": (3, {"PUGH::processor_weights": '"1 20 1"', **OWN}, "z 2+30+2;"),
    "boundary in ghost zones": (3, {"PUGH::processor_weights": '"1 1 9"', **OWN}, "z 3+3+28;"),
    "thin, interpreted": (3, {"PUGH::processor_weights": '"1 20 1"', **OWN, "CaKernel::compiler": '"none"'}, "z 2+30+2;"),
    "measured": (2, {"PUGH::processor_weights": '"measured"'}, "weights that are used: "),
}


@pytest.fixture(scope="module")
def expected():
    reference, _ = run(wave("gaussian", WAVE), folder=new_folder("weights"))
    return all_output(reference / "data")


@pytest.mark.parametrize("name", VARIANTS)
def test_output_is_that_of_one_process(name, expected):
    ranks, changes, words = VARIANTS[name]
    folder, result = run(wave("gaussian", WAVE, changes), ranks=ranks, folder=new_folder("weights"))
    assert words in " ".join(result.stdout.split()), result.stdout
    assert "nowhere" not in result.stdout, "a copy of nothing was counted"
    assert not differences(expected, all_output(folder / "data")), result.stdout
