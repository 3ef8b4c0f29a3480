"""Every wrong parameter file ends the run with its exit code and reports mistakes with their positions, on process 0 only,
before step 0."""

import pathlib
import re
import subprocess

import pytest
import simulation
from folders import new_folder

FILE = pathlib.Path(__file__).with_name("parameter_files.txt")


def read_cases():
    """Yields (name, options, exit code, parameter file, expected texts)."""
    for block in re.split(r"^== ", FILE.read_text(), flags=re.M)[1:]:
        head, remainder = block.split("\n", 1)
        text, _, expected = remainder.partition("--\n")
        head, _, code = head.partition(" -> ")
        options = re.findall(r"\s(--?\S+)", head)
        name = re.split(r" -", head)[0]
        yield name, options, int(code or 1), text, [line for line in expected.splitlines() if line.strip()]


CASES = list(read_cases())


@pytest.mark.parametrize("name, options, code, text, expected", CASES, ids=[case[0] for case in CASES])
def test_message(name, options, code, text, expected):
    folder = new_folder()
    (folder / "case.par").write_text(text)
    result = subprocess.run([str(simulation.CHEMORA), *options, "case.par"], cwd=folder, env=simulation.environment(),
                            timeout=simulation.HANG_SECONDS, text=True, capture_output=True)
    assert result.returncode == code, result.stderr
    assert not [line for line in expected if line not in result.stderr], result.stderr
    assert [path.name for path in folder.iterdir()] == ["case.par"], "files were written"


def test_number_of_cases():
    assert len(CASES) >= 40
