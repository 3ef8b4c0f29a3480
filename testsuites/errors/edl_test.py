"""Every wrong equation file in edl/ must give exactly the message beside it, all errors at once, and exit code 1."""

import pathlib
import subprocess

import pytest
import simulation

FOLDER = pathlib.Path(__file__).resolve().parent / "edl"


SOURCES = sorted(FOLDER.glob("*.edl"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_message(source):
    result = subprocess.run([simulation.EDLC, source.name], cwd=FOLDER, capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.stderr == source.with_suffix(".expected").read_text()
    assert result.returncode == 1 and not result.stdout


def test_number_of_sources():
    assert len(SOURCES) >= 40
