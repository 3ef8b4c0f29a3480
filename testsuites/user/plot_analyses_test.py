"""scripts/plot draws the tables of the thorn Analysis: numbers over time, profiles as curves, values on a lattice as images."""

import subprocess

import numpy
import pytest

from folders import new_folder
from simulation import SOURCE, environment, require

import plot_analyses
from chemora import MissingData
from plot_pictures import Style

SERIES = "# 1:iteration\t2:time\t3:mass\t4:top.i\n0\t0\t1.5\t3\n4\t0.5\t2.5\t4\n"
PROFILE = "# 1:iteration\t2:time\t3:radius\t4:mean\t5:points\n0\t0\t0.5\t1\t8\n0\t0\t1.5\t2\t9\n\n4\t0.5\t0.5\t3\t8\n4\t0.5\t1.5\t4\t9\n\n"
LATTICE = "# 1:iteration\t2:time\t3:first\t4:second\t5:value\n" + "".join(f"0\t0\t{x}\t{y}\t{10 * x + y}\n" for y in range(3) for x in range(2)) + "\n"
POINTS = "# 1:iteration\t2:time\t3:x\t4:y\t5:mass\n0\t0\t0.5\t0.1\t1\n0\t0\t0.2\t0.3\t2\n\n"


@pytest.fixture
def folder():
    path = new_folder()
    for name, text in (("series", SERIES), ("profile", PROFILE), ("lattice", LATTICE), ("points", POINTS), ("other", "query\ttarget\na\tb\n")):
        (path / f"{name}.tsv").write_text(text)
    return path


def figures(folder, times=(), names=()):
    return {name: list(pages) for name, pages in plot_analyses.draw(folder, Style(), times, names)}


def test_each_kind_of_table_has_its_picture(folder):
    assert set(figures(folder)) == {"analysis_series", "analysis_curves", "analysis_lattice"}
    assert set(figures(folder, names=["profile"])) == {"analysis_curves"}


def test_curves_show_the_mean_at_each_time(folder):
    ((figure,),) = figures(folder, names=["profile"]).values()
    lines = figure.axes[0].lines
    assert [list(line.get_ydata()) for line in lines] == [[1, 2], [3, 4]] and list(lines[0].get_xdata()) == [0.5, 1.5]
    assert figure.axes[0].get_xlabel() == "radius" and len(figures(folder, [0.4], ["profile"])["analysis_curves"][0].axes[0].lines) == 1


def test_series_show_each_column_over_time(folder):
    ((figure,),) = figures(folder, names=["series"]).values()
    assert [list(axes.lines[0].get_ydata()) for axes in figure.axes] == [[1.5, 2.5], [3, 4]]
    assert list(figure.axes[0].lines[0].get_xdata()) == [0, 0.5]


def test_images_show_the_lattice(folder):
    ((figure,),) = figures(folder, names=["lattice"]).values()
    assert numpy.array_equal(figure.axes[0].images[0].get_array(), [[0, 10], [1, 11], [2, 12]])


def test_incomplete_row_is_an_error(folder):
    (folder / "profile.tsv").write_text(PROFILE[:-8])
    with pytest.raises(MissingData, match="profile.tsv contains a row without 5 columns; it may be incomplete"):
        figures(folder)


def test_command(folder):
    result = subprocess.run([SOURCE / "scripts/plot", folder], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    require(result.returncode == 0, "scripts/plot fails", result.stdout)
    assert sorted(path.name for path in (folder / "plots").iterdir()) == ["analysis_curves.png", "analysis_lattice.png", "analysis_series.png"]
