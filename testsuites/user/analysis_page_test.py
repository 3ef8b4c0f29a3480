"""The commands of docs/analysis.md write the shown lines and draw the named pictures, and its Python example prints a mean value."""

import os
import re
import subprocess
import sys

import numpy
import pytest
from checkout import linked_copy
from simulation import BUILD, HANG_SECONDS, SOURCE, launcher_of, run, skip

import plot_analyses
from plot_pictures import Style

PAGE = (SOURCE / "docs/analysis.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def blocks(language):
    return [text for name, text in BLOCKS if name == language]


@pytest.fixture(scope="module")
def copy():
    """A copy of the checkout in which the commands have run."""
    if not launcher_of(BUILD):
        skip("the build has no MPI")
    folder = linked_copy()
    block, _ = blocks("sh")  # user/paper_programs runs the second block
    commands = block.splitlines()
    assert len(commands) == 2
    for command in commands:
        result = subprocess.run(["bash", "-c", command], cwd=folder, env={**os.environ, "CHEMORA_BUILD": str(BUILD)}, timeout=HANG_SECONDS,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert result.returncode == 0, f"{command}\n{result.stdout[-3000:]}"
    return folder


def test_lines_of_the_histogram(copy):
    (shown,) = [block for block in blocks("") if block.startswith("# 1:iteration")]
    assert (copy / "output/wave/histogram.tsv").read_text().startswith(shown)


def test_pictures(copy):
    named = re.findall(r"`(analysis_\w+\.png)`", PAGE)
    assert len(named) == 3 and all((copy / "output/wave/plots" / name).stat().st_size > 0 for name in named)


def test_example_is_that_of_the_parameter_file():
    (example, *_) = [block for block in blocks("") if "Analysis::every" in block]
    text = " ".join((SOURCE / "params/analysis/wave.par").read_text().split())
    for name, value in re.findall(r"(?m)^(Analysis::\w+) += (.*)$", example):
        (found,) = re.findall(rf'{name} = ("[^"]*"|\S+)', text)
        assert set(value.strip('"').split()) <= set(found.strip('"').split()), name


def test_python_example(copy):
    text = (SOURCE / "params/analysis/wave.par").read_text() + '\nAnalysis::formats = "tsv hdf5"\n'
    folder, _ = run(text.replace("IO::out_dir           = $parfile", 'IO::out_dir = "output/wave"'))
    (example,) = blocks("python")
    result = subprocess.run([sys.executable, "-c", example], cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS)
    rows = numpy.loadtxt(folder / "output/wave/histogram.tsv")
    last = rows[rows[:, 0] == 40]
    assert abs(float(result.stdout) - (last[:, 2] * last[:, 4]).sum()) < 1e-12, result.stdout + result.stderr
    assert (folder / "output/wave/histogram.tsv").read_bytes() == (copy / "output/wave/histogram.tsv").read_bytes()


def test_four_lines_give_a_histogram_and_a_profile():
    """The profile at the start is the Gaussian of the initial data, without gaps. The histogram shows all bins with points."""
    (example, *_) = [block for block in blocks("") if "Analysis::every" in block]
    text = (SOURCE / "params/analysis/wave.par").read_text()
    text = text[: text.index("Analysis::every")].replace("$parfile", '"data"')
    folder, _ = run(text + "\n".join(line for line in example.splitlines() if not line.startswith("ActiveThorns")))
    (pages,) = [list(pages) for name, pages in plot_analyses.draw(folder / "data", Style(), (), ())]
    (figure,) = pages
    histogram, profile = figure.axes
    radius, mean = profile.lines[0].get_xydata().T
    assert len(radius) == 16 and numpy.allclose(numpy.diff(radius), 1 / 16)  # the spacing
    assert numpy.abs(mean - numpy.exp(-0.5 * (radius / 0.15) ** 2)).max() < 0.06 and (numpy.diff(mean) < 0).all()
    assert len(profile.lines) == 5 and len(histogram.patches) == 3 and histogram.get_yscale() == "log"
    densities, _, lowest = histogram.patches[0].get_data()
    assert (densities > lowest).sum() > 16 and (densities >= lowest).all()
