"""The commands and files of docs/patterns.md: the program is checked and run as the page describes, and writes the means of rows."""

import re
import subprocess

import pytest

from folders import new_folder
from simulation import EDLC, HANG_SECONDS, SOURCE, run

PAGE = (SOURCE / "docs/patterns.md").read_text()


def block(name):
    return re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture
def folder():
    folder = new_folder()
    (folder / "row_means.pat").write_text(block("row_means.pat"))
    (folder / "m.csv").write_text("1, 2, 6\n-1, 0, 4\n")
    return folder


def test_the_program_is_correct(folder):
    result = subprocess.run([EDLC, "row_means.pat"], cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_the_program_runs(folder):
    run(block("row_means.par"), folder=folder)
    file, = folder.rglob("*.tsv")
    assert str(file.relative_to(folder)) == "test/row_means.tsv"
    rows = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    assert [float(row.split()[-1]) for row in rows[-2:]] == [3, 1], rows
