"""The commands of docs/analysis.md write the shown lines and draw the named pictures, and its Python example prints a mean value."""

import os
import re
import subprocess
import sys

import numpy
import pytest
from checkout import linked_copy
from simulation import BUILD, HANG_SECONDS, SOURCE, launcher_of, run, skip

PAGE = (SOURCE / "docs/analysis.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def blocks(language):
    return [text for name, text in BLOCKS if name == language]


@pytest.fixture(scope="module")
def copy():
    """A copy of the checkout in which the commands have run, except for the first one, which builds the program."""
    if not launcher_of(BUILD):
        skip("the build has no MPI")
    folder = linked_copy()
    block, _ = blocks("sh")  # user/paper_programs runs the second block
    first, *commands = block.splitlines()
    assert first == "scripts/build" and len(commands) == 2
    for command in commands:
        result = subprocess.run(["bash", "-c", command], cwd=folder, env={**os.environ, "CHEMORA_BUILD": str(BUILD)}, timeout=HANG_SECONDS,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert result.returncode == 0, f"{command}\n{result.stdout[-3000:]}"
    return folder


def test_lines_of_the_histogram(copy):
    (shown,) = [block for block in blocks("") if block.startswith("# 1:iteration")]
    assert (copy / "wave/histogram.tsv").read_text().startswith(shown)


def test_pictures(copy):
    named = re.findall(r"`(analysis_\w+\.png)`", PAGE)
    assert len(named) == 3 and all((copy / "wave/plots" / name).stat().st_size > 0 for name in named)


def test_example_is_that_of_the_parameter_file():
    (example, *_) = [block for block in blocks("") if "Analysis::every" in block]
    text = " ".join((SOURCE / "params/analysis/wave.par").read_text().split())
    for name, value in re.findall(r"(?m)^(Analysis::\w+) += (.*)$", example):
        (found,) = re.findall(rf'{name} = ("[^"]*"|\S+)', text)
        assert set(value.strip('"').split()) <= set(found.strip('"').split()), name


def test_python_example(copy):
    text = (SOURCE / "params/analysis/wave.par").read_text() + '\nAnalysis::formats = "tsv hdf5"\n'
    folder, _ = run(text.replace("IO::out_dir           = $parfile", 'IO::out_dir = "wave"'))
    (example,) = blocks("python")
    result = subprocess.run([sys.executable, "-c", example], cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS)
    rows = numpy.loadtxt(folder / "wave/histogram.tsv")
    last = rows[rows[:, 0] == 40]
    assert abs(float(result.stdout) - (last[:, 2] * last[:, 4]).sum()) < 1e-12, result.stdout + result.stderr
    assert (folder / "wave/histogram.tsv").read_bytes() == (copy / "wave/histogram.tsv").read_bytes()
