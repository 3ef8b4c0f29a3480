"""Every parameter file of params/relativity runs: two steps of those for a workstation; for those that need gigabytes, the check
of parameters. The info tables show finite numbers and a norm of the constraints."""

import math
import re
import sys

import pytest
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from parameter_file import with_parameters

FILES = sorted((SOURCE / "params/relativity").glob("*.par"))
CHECKED_ONLY = {"qc0.par", "qc0_270.par"}
SHORT = {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": "2", "IOBasic::outInfo_every": "1", "IO::out_dir": '"data"',
         "CaKernel::compiler": '"none"', "CaKernel::report": "no"}
REDUCTIONS = re.compile(r"^ *Iteration +Time \|.*\n +\|[^|]*\|(.*)$", re.M)  # of the info table: the second line of the heading
ROW = re.compile(r"^ +\d+ +[0-9.]+ \|[^|]*\|(.*)$", re.M)  # the values of an iteration


def is_finite(word):
    try:
        return math.isfinite(float(word))
    except ValueError:
        return False


def numbers_of(table):
    """Returns the number of values in three rows of the table, or 0 if a value is missing or not finite."""
    heading = REDUCTIONS.search(table)
    columns = [max(1, len(block.split())) for block in heading[1].split("|")] if heading else []
    rows = [[block.split() for block in row.split("|")] for row in ROW.findall(table)]
    is_good = len(rows) == 3 and all([len(block) for block in row] == columns and all(map(is_finite, sum(row, []))) for row in rows)
    return 3 * sum(columns) if is_good else 0


def text_of(path):
    return re.sub(r"(?m)^Devices::kind.*\n", "", path.read_text())


@pytest.mark.parametrize("path", [path for path in FILES if path.name not in CHECKED_ONLY], ids=lambda path: path.stem)
def test_two_steps(path):
    _, result = run(with_parameters(text_of(path), SHORT))
    assert numbers_of(result.stdout) > 0 and re.search("norm2|norm_inf", result.stdout), result.stdout


@pytest.mark.parametrize("name", sorted(CHECKED_ONLY))
def test_parameters(name):
    run(text_of(SOURCE / "params/relativity" / name), options=["--exit-after-param-check"])
