"""No parameter file of params/ reads memory that was not set: with grid variables that start as NaN, two steps of each, with
fewer points, leave no NaN in any variable or output."""

import re
import sys

import pytest
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from parameter_file import with_parameters

CELLS = 24  # along each axis of the black holes' grids


def points(n):
    return {f"driver::global_n{axis}": n for axis in "xyz"}


def cells(boundary, z_cells=CELLS):
    """A grid of CoordBase with fewer and larger cells."""
    counts = {"x": CELLS, "y": CELLS, "z": z_cells}
    return ({f"CoordBase::ncells_{axis}": n for axis, n in counts.items()}
            | {f"driver::global_n{axis}": n + 2 * boundary for axis, n in counts.items()} | {"driver::global_nsize": -1})


SMALLER = {
    "gaussian.par": points(17), "restart.par": points(17), "scaling.par": points(20), "puncture.par": cells(3),
    "headon.par": cells(3), "qc0.par": cells(5, CELLS // 2),
    "qc0_270.par": {"driver::global_nsize": 40, "grid::dxyz": 0.35},
}
SHORT = {
    "PUGH::initialize_memory": '"NaN"', "cactus::terminate": '"iteration"', "cactus::cctk_itlast": 2, "IO::out_dir": '"data"',
    "IO::recover": '"no"', "IO::checkpoint_on_terminate": "no", "IO::checkpoint_every": -1,
    "IO::checkpoint_every_walltime_hours": -1, "IOBasic::outInfo_every": 1, "CaKernel::compiler": '"none"',
    "CaKernel::report": "no",
}
# The norms of all variables at all points: analysis calculates what is output.
OUTPUT = {"IOScalar::outScalar_every": 1, "IOScalar::outScalar_vars": '"all"',
          "IOScalar::outScalar_reductions": '"minimum maximum norm_inf"', "IOASCII::out1D_every": 1}
# Right-hand sides, terms at faces of elements and the work arrays of the integrator have no values before the first step.
LATER = re.compile(r"(rhs|\w+_(face|outside|jump)|ScratchSpace.*|SandRScratchSpace.*|ErrorEstimate.*)\.")
BAD = re.compile(r"(?<![a-z_])-?(nan|inf)(?![a-z_])", re.I)


def bad_lines(path):
    """Returns lines with a value that is not finite. Lines of LATER variables count only after iteration 0."""
    lines = [line for line in path.read_text(errors="replace").splitlines() if line and line[0] not in '#"']
    if LATER.search(path.name):
        lines = [line for line in lines if line.split()[0] != "0"]
    return [line for line in lines if BAD.search(line)]


# Searches in databases of sequences and programs on arrays have no grid variables.
FILES = sorted(file for file in (SOURCE / "params").glob("*/*.par") if file.parent.name not in ("sequences", "patterns"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_run_leaves_no_nan(path):
    text = re.sub(r"(?m)^Devices::kind.*\n", "", path.read_text())
    text += 'ActiveThorns = "IOScalar IOASCII"\n'
    # Built-in kernels cannot omit a direction with a single point, and there are none of loops.
    compiler = {"CaKernel::compiler": '"automatic"'} if path.parent.name in ("elements", "examples", "fluids") else {}
    folder, result = run(with_parameters(text, SHORT | SMALLER.get(path.name, {}) | OUTPUT | compiler))
    files = [file for file in folder.rglob("*") if file.suffix in (".asc", ".xg", ".xgraph")]
    table = [line for line in result.stdout.splitlines() if re.match(r" +\d+ +[0-9.]+ \|", line)]
    assert len(table) == 3 and len(files) >= 10, result.stdout
    assert not [line for line in table if BAD.search(line)]
    assert not {str(file.relative_to(folder)): lines[0] for file in files if (lines := bad_lines(file))}


def test_all_parameter_files_are_tested():
    assert len(FILES) > 10
