"""Provides a small run of the test thorn TestOutput, whose variables are given functions of position and time."""

import pathlib

from folders import new_folder
from simulation import run

SIZE = (9, 8, 7)
LOWER = (-1.0, 0.0, -3.0)
DELTA = (0.25, 0.5, 1.0)
STEP = 0.125
STEPS = 4

PARAMETERS = f"""ActiveThorns = "PUGH PUGHReduce PUGHSlab CoordBase SymBase CartGrid3D Time Boundary"
ActiveThorns = "IOUtil IOBasic IOScalar IOASCII IOHDF5 TestOutput"
driver::global_nx = {SIZE[0]}
driver::global_ny = {SIZE[1]}
driver::global_nz = {SIZE[2]}
driver::ghost_size = 1
grid::type   = "byrange"
grid::domain = "full"
grid::avoid_origin = "no"
grid::xmin = {LOWER[0]}
grid::xmax = {LOWER[0] + (SIZE[0] - 1) * DELTA[0]}
grid::ymin = {LOWER[1]}
grid::ymax = {LOWER[1] + (SIZE[1] - 1) * DELTA[1]}
grid::zmin = {LOWER[2]}
grid::zmax = {LOWER[2] + (SIZE[2] - 1) * DELTA[2]}
time::timestep_method = "given"
time::timestep = {STEP}
cactus::terminate = "iteration"
cactus::cctk_itlast = {STEPS}
IO::out_dir = "data"
IO::out_fileinfo = "axis labels"
"""


def coordinate(direction, index):
    return LOWER[direction] + index * DELTA[direction]


def f(i, j, k, time):
    """Returns the exact value of TestOutput::f at a grid point."""
    return coordinate(0, i) + 10 * coordinate(1, j) + 100 * coordinate(2, k) + 1000 * time


def run_case(extra, ranks=1, expect=0, replace=None, **options):
    """Runs the parameter file with additional lines `extra` and replaced lines. Returns the output folder and the printed
    text."""
    parameters = PARAMETERS
    for line, other in (replace or {}).items():
        assert line in parameters, line
        parameters = parameters.replace(line, other)
    folder, result = run(parameters + extra + "\n", ranks, folder=new_folder("output"),
                         expect=expect, **options)
    return folder / "data", result.stdout


def contents(folder):
    """Returns the bytes of all output files by file name, except the file of parameters."""
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir()) if path.suffix != ".par"}


def same_for_any_ranks(extra, ranks=(2, 3)):
    """Runs on one and on several ranks, and checks that all runs write the same bytes. Returns the output folder and the
    printed text of the run on one rank."""
    folder, text = run_case(extra)
    reference = contents(folder)
    for n in ranks:
        found = contents(run_case(extra, n)[0])
        assert found.keys() == reference.keys(), f"{n} ranks: {found.keys() ^ reference.keys()}"
        differing = [name for name in reference if found[name] != reference[name]]
        assert not differing, f"{n} ranks: {differing} differ"
    return folder, text
