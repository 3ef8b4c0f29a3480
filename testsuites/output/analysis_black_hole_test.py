"""The analyses of params/analysis/black_hole.par: values that follow from the exact lapse of the initial data, and the same files for
several numbers of processes and threads."""

import sys

import numpy
import pytest
from analyses import table
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from parameter_file import with_parameters

CELLS, MIRRORS, SPACING = 20, 3, 0.3
SHORT = {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": 10, "IO::out_dir": '"data"', "CaKernel::report": "no"}


def files_of(ranks, threads):
    folder, _ = run(with_parameters((SOURCE / "params/analysis/black_hole.par").read_text(), SHORT), ranks=ranks, threads=threads)
    return {path.name: path.read_text() for path in sorted((folder / "data").glob("*.tsv"))}


@pytest.fixture(scope="module")
def files():
    return files_of(ranks=1, threads=1)


def exact_lapse():
    """Returns the lapse of all points, 1 / psi^2 with psi = 1 + M / (2 r) and M = 1, and their distances from the hole."""
    along = (numpy.arange(CELLS + 2 * MIRRORS) - MIRRORS + 0.5) * SPACING
    x, y, z = numpy.meshgrid(along, along, along, indexing="ij")
    r = numpy.sqrt(x * x + y * y + z * z)
    return (1 + 0.5 / r) ** -2, r, (x > 0) & (y > 0) & (z > 0)


def test_initial_lapse(files):
    lapse, r, is_inside = exact_lapse()
    found = table(files["expressions.tsv"], 0)
    assert abs(found["smallest_lapse"][0] - lapse.min()) < 1e-14
    volume = 8 * (is_inside & (lapse < 0.3)).sum() * SPACING**3
    assert volume > 0 and abs(found["collapsed_volume"][0] - volume) < 1e-12
    points, _ = numpy.histogram(lapse, bins=20, range=(0, 1))
    assert (table(files["lapse.tsv"], 0)["points"] == points).all() and points.sum() == lapse.size
    profile = table(files["lapse_profile.tsv"], 0)
    width = (CELLS + MIRRORS - 0.5) * SPACING / 20
    shells = numpy.where(r < 20 * width, (r / width).astype(int), 20).ravel()
    points = numpy.bincount(shells, minlength=21)[:20]
    assert (profile["points"] == points).all()
    means = numpy.bincount(shells, lapse.ravel(), 21)[:20] / points
    assert numpy.abs(profile["mean"] - means).max() < 1e-14


def test_evolved_lapse(files):
    for name, text in files.items():
        later = table(text, 10)
        assert all(numpy.isfinite(column).all() for column in later.values()), name
        assert set(table(text, 0)) == set(later) and set(later["iteration"]) == {10}, name
    found = table(files["expressions.tsv"], 10)
    assert 0 < found["smallest_lapse"][0] < 0.2 and 0 < found["constraint"][0] < 0.1


def test_same_files(files):
    assert files_of(ranks=2, threads=2) == files and len(files) == 4
