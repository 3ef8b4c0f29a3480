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
SHELLS = ("# 1:iteration\t2:time\t3:radius\t4:points\t5:mean\n# shells; field = Wave::rho; bins = 3, radius = automatic; units of the run\n"
          "0\t0\t0.5\t1\t1\n0\t0\t1.5\t0\t0\n0\t0\t2.5\t9\t0.25\n\n")
HISTOGRAM = ("# 1:iteration\t2:time\t3:value\t4:points\t5:fraction\t6:density\n# h; field = Wave::rho; bins = 4; units of the run\n"
             + "".join(f"0\t0\t{value}\t{points}\t{points / 1000}\t{points / 500}\n" for value, points in ((1, 990), (3, 2), (5, 0), (7, 2))))
PROJECTION = ("# 1:iteration\t2:time\t3:first\t4:second\t5:integral\n# projection; field = Wave::rho; axis = 1; units of the run\n"
              + "".join(f"0\t0\t{x}\t{z}\t{10 * x + z}\n" for z in range(3) for x in range(2)) + "\n")
MATRIX = ("# 1:iteration\t2:time\t3:index_0\t4:index_1\t5:value\n# matrix; rows = 2; units of the run\n"
          + "".join(f"0\t0\t{row}\t{column}\t{10 * row + column}\n" for row in range(2) for column in range(3)) + "\n")
ARRAY = "# 1:iteration\t2:time\t3:index\t4:value\n# array; n = 3; units of the run\n0\t0\t0\t5\n0\t0\t1\t6\n0\t0\t2\t4\n\n"
NUMBER = "# 1:iteration\t2:time\t3:least\n# number; units of the run\n0\t0\t7\n"
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
    assert figure.axes[0].get_xlabel() == "radius [code units]" and len(figures(folder, [0.4], ["profile"])["analysis_curves"][0].axes[0].lines) == 1


def test_series_show_each_column_over_time(folder):
    ((figure,),) = figures(folder, names=["series"]).values()
    assert [list(axes.lines[0].get_ydata()) for axes in figure.axes] == [[1.5, 2.5], [3, 4]]
    assert list(figure.axes[0].lines[0].get_xdata()) == [0, 0.5]


def test_images_show_the_lattice(folder):
    ((figure,),) = figures(folder, names=["lattice"]).values()
    assert numpy.array_equal(figure.axes[0].images[0].get_array(), [[0, 10], [1, 11], [2, 12]])


def figures_of(name, text, title=""):
    path = new_folder()
    (path / f"{name}.tsv").write_text(text)
    return {key: list(pages) for key, pages in plot_analyses.draw(path, Style(title=title), (), ())}, list(plot_analyses.not_drawn(path, ()))


def test_curves_omit_shells_without_points():
    ((figure,),) = figures_of("shells", SHELLS)[0].values()
    (axes,) = figure.axes
    assert [list(line.get_xydata().flat) for line in axes.lines] == [[0.5, 1, 2.5, 0.25]]
    assert axes.get_ylabel() == "mean of Wave::rho" and axes.get_legend().get_texts()[0].get_text() == "t = 0"


@pytest.mark.parametrize("largest, scale", [(990, "log"), (90, "linear")])
def test_histograms_have_a_scale_that_shows_all_densities(largest, scale):
    ((figure,),) = figures_of("h", HISTOGRAM.replace("\t990\t0.99\t1.98", f"\t{largest}\t0\t{largest / 500}"))[0].values()
    (axes,) = figure.axes
    assert axes.get_yscale() == scale and axes.get_xlabel() == "Wave::rho" and axes.get_ylabel() == "probability density of Wave::rho"
    values, edges, baseline = axes.patches[0].get_data()
    lowest = 0.002 if scale == "log" else 0
    assert numpy.allclose(values, [largest / 500, 0.004, lowest, 0.004]) and list(edges) == [0, 2, 4, 6, 8] and baseline == lowest
    assert axes.get_ylim()[0] == lowest


def test_projections_have_the_axes_of_the_grid():
    ((figure,),) = figures_of("projection", PROJECTION, "run")[0].values()
    axes, bar = figure.axes
    assert axes.get_xlabel() == "x [code units]" and axes.get_ylabel() == "z [code units]" and axes.get_aspect() == 1
    assert bar.get_ylabel() == "integral of Wave::rho along y" and figure._suptitle.get_text() == "run: projection"
    assert numpy.array_equal(axes.images[0].get_array(), [[0, 10], [1, 11], [2, 12]])


def test_joint_histograms_name_both_variables():
    text = ("# 1:iteration\t2:time\t3:first\t4:second\t5:points\t6:density\n# joint; first = Euler::rho, second = Euler::press; bins = 2\n"
            + "".join(f"0\t0\t{x}\t{50 * y}\t1\t{density}\n" for x, y, density in ((0, 0, 9), (1, 0, 0.01), (0, 1, 0.01), (1, 1, 0))) + "\n")
    ((figure,),) = figures_of("joint", text)[0].values()
    axes, bar = figure.axes
    assert (axes.get_xlabel(), axes.get_ylabel(), bar.get_ylabel()) == ("Euler::rho", "Euler::press", "probability density")
    assert axes.get_aspect() == "auto" and axes.images[0].norm.vmin == 0.01 and bar.get_yscale() == "log"


def test_matrices_have_rows_from_top_to_bottom():
    ((figure,),) = figures_of("matrix", MATRIX, "matrix")[0].values()
    axes, bar = figure.axes
    assert numpy.array_equal(axes.images[0].get_array(), [[0, 1, 2], [10, 11, 12]]) and axes.images[0].origin == "lower"
    assert axes.get_ylim() == (1.5, -0.5) and axes.get_xlabel() == "column" and axes.get_ylabel() == "row"
    assert bar.get_ylabel() == "matrix" and axes.get_title() == "" and figure._suptitle.get_text() == "matrix"
    assert all(tick == int(tick) for axis in (axes.xaxis, axes.yaxis) for tick in axis.get_majorticklocs())


def test_outputs_of_a_program_have_their_own_names():
    ((figure,),) = figures_of("clustering-centres", MATRIX, "clustering")[0].values()
    assert figure.axes[1].get_ylabel() == "centres" and figure._suptitle.get_text() == "clustering: clustering-centres"


def test_arrays_have_no_time():
    ((figure,),) = figures_of("array", ARRAY, "array")[0].values()
    (axes,) = figure.axes
    assert axes.get_legend() is None and axes.get_ylabel() == "array" and axes.get_title() == "array" and figure._suptitle.get_text() == ""
    assert all(tick == int(tick) for tick in axes.get_xticks())


def test_a_number_has_no_picture():
    assert figures_of("number", NUMBER) == ({}, ["no picture of number: it contains single numbers at one time"])
    assert figures_of("points", POINTS) == ({}, ["no picture of points: it is neither a time series nor a curve nor an image"])


def test_incomplete_row_is_an_error(folder):
    (folder / "profile.tsv").write_text(PROFILE[:-8])
    with pytest.raises(MissingData, match="profile.tsv contains a row without 5 columns; it may be incomplete"):
        figures(folder)


def test_command(folder):
    result = subprocess.run([SOURCE / "scripts/plot", folder], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    require(result.returncode == 0, "scripts/plot fails", result.stdout)
    assert sorted(path.name for path in (folder / "plots").iterdir()) == ["analysis_curves.png", "analysis_lattice.png", "analysis_series.png"]
