"""scripts/plot draws the values that a run wrote: time series, lines with exact solutions, slices and movies, from all file formats."""

import re
import shutil
import subprocess
import sys
from types import SimpleNamespace

import h5py
import numpy
import pytest
from output_case import DELTA, LOWER, SIZE, STEP, STEPS, coordinate, f, run_case
from PIL import Image

from folders import new_folder
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
import plot_pictures
from plot_pictures import Style
from run_output import MissingData, RunOutput

EVERYTHING = """
IOHDF5::out_every = 1
IOHDF5::out_vars = "TestOutput::f TestOutput::g TestOutput::z TestOutput::p TestOutput::q TestOutput::energy"
IOASCII::out1D_every = 2
IOASCII::out1D_vars = "TestOutput::f TestOutput::v TestOutput::n"
IOASCII::out2D_every = 4
IOASCII::out2D_vars = "TestOutput::n"
IOASCII::out_format = ".17g"
IOScalar::outScalar_every = 2
IOScalar::outScalar_vars = "TestOutput::f TestOutput::energy"
IOScalar::outScalar_reductions = "minimum maximum sum"
"""
FORMER_STYLES = """
IOASCII::out1D_style = "gnuplot f(t,x)"
IOASCII::out2D_style = "gnuplot f(t,x,y)"
IO::new_filename_scheme = "no"
IOBasic::outScalar_every = 1
IOBasic::outScalar_vars = "TestOutput::f TestOutput::energy"
IOBasic::outScalar_reductions = "maximum"
IOScalar::all_reductions_in_one_file = "yes"
"""
GAUSSIAN = {"global_nx  = 65": "global_nx = 17", "global_ny  = 65": "global_ny = 13",
            "global_nz  = 65": "global_nz = 9", "IOHDF5::out_every             = 48": "IOHDF5::out_every = 2", "$parfile": '"data"'}


@pytest.fixture(scope="module")
def folder():
    """The output of TestOutput on two processes, where f = x + 10 y + 100 z + 1000 t."""
    return run_case(EVERYTHING, ranks=2)[0]


@pytest.fixture(scope="module")
def wave():
    """The output of a small pulse on two processes, on a grid of 17 x 13 x 9 points, with output every second step."""
    text = (SOURCE / "params/wave/gaussian.par").read_text()
    for words, other in GAUSSIAN.items():
        assert words in text
        text = text.replace(words, other)
    return run(text, ranks=2)[0] / "data"


def plot(*arguments, expect=0):
    result = subprocess.run([SOURCE / "scripts" / "plot", *map(str, arguments)], capture_output=True, text=True)
    assert result.returncode == expect, result.stdout + result.stderr
    return result.stdout + result.stderr


def plane(free, fixed, time):
    """The values of f at all points of a plane: `free` names two axes, `fixed` is the index along the third."""
    values = numpy.empty((SIZE[free[1]], SIZE[free[0]]))
    for b, a in numpy.ndindex(values.shape):
        indices = [fixed] * 3
        indices[free[0]], indices[free[1]] = a, b
        values[b, a] = f(*indices, time)
    return values


def images(figure):
    return [axes.images[0] for axes in figure.axes if axes.images]


def test_slices_show_the_middle_of_the_grid(folder):
    planes = RunOutput(folder).planes()
    assert {name: (frames.axes, frames.position) for name, frames in planes.items()} == {
        "f": ("xy", "z = 0"), "g": ("xy", "z = 0"), "n": ("xy", "z = 0"), "q": ("xy", "")}
    (figure,) = plot_pictures.draw_slices({"f": planes["f"]}, Style())
    drawn = images(figure)
    for image, it in zip(drawn, (0, 2, 4), strict=True):
        assert (image.get_array() == plane((0, 1), 3, it * STEP)).all()
        assert list(image.get_extent()) == [LOWER[0] - DELTA[0] / 2, LOWER[0] + (SIZE[0] - 0.5) * DELTA[0], -0.25, 3.75]
        assert image.axes.get_title() == f"t = {it * STEP:g}"
    limits = {(image.norm.vmin, image.norm.vmax) for image in drawn}
    assert limits == {(f(0, 0, 3, 0), f(SIZE[0] - 1, SIZE[1] - 1, 3, STEPS * STEP))}, "one scale for all times"


def test_options_of_slices(folder):
    output = RunOutput(folder)
    for axes, free, at, index in [("xz", (0, 2), 1.1, 2), ("yz", (1, 2), 0.75, 7), ("xy", (0, 1), -3, 0)]:
        frames = output.planes(axes, at)["f"]
        (figure,) = plot_pictures.draw_slices({"f": frames}, Style(), [STEP])
        assert (images(figure)[0].get_array() == plane(free, index, STEP)).all(), axes
    (figure,) = plot_pictures.draw_slices({"g": output.planes()["g"]}, Style(is_logarithmic=True, limits=(1, 1e4)))
    assert images(figure)[0].norm.vmax == 1e4 and images(figure)[0].get_array()[3, 8] == f(8, 3, 3, 0)
    (figure,) = plot_pictures.draw_slices({"n": output.planes("yz")["n"]}, Style(), [0.3])
    assert (images(figure)[0].get_array() == [[4 + 100 * j + 10000 * k for j in range(SIZE[1])] for k in range(SIZE[2])]).all()


def curves(axes):
    return [(line.get_label(), *line.get_data()) for line in axes.lines]


def test_lines_have_the_most_points_or_the_chosen_axis(folder):
    lines = RunOutput(folder).lines()
    assert {name: frames.axes for name, frames in lines.items()} == dict.fromkeys(["f", "g", "n", "p", "q", "v[0]", "v[1]"], "x")
    (figure,) = plot_pictures.draw_lines({"g": lines["g"]}, Style())
    for it, (name, x, values) in zip(range(STEPS + 1), curves(figure.axes[0]), strict=True):
        assert name == f"t = {it * STEP:g}" and list(x) == [coordinate(0, i) for i in range(SIZE[0])]
        assert list(values) == [-f(i, 4, 3, it * STEP) for i in range(SIZE[0])]
    along_z, diagonal = (RunOutput(folder).lines(axis) for axis in "zd")
    x, values = along_z["f"].read(1)
    assert along_z["f"].position == "x = 0, y = 2" and list(values) == [f(4, 4, k, STEP) for k in range(SIZE[2])]
    assert list(diagonal["f"].read(1)[1]) == [f(i, i, i, 2 * STEP) for i in range(min(SIZE))]


def test_exact_solutions_are_drawn_beside_lines():
    folder = new_folder("lines")
    x = numpy.linspace(0, 1, 11)
    for name, factor in [("rho", 1), ("rho_exact", 2)]:
        blocks = [f'\n\n"Time = {t}\n' + "".join(f"{a}\t\t{factor * (a + t)}\n" for a in x) for t in (0.0, 0.5)]
        (folder / f"{name}_x_[2][2].xg").write_text("".join(blocks))
    numpy.savetxt(folder / "riemann.txt", numpy.array([x, 7 * x]).T, header="x rho")
    references = {"rho": (x, 7 * x, "exact: riemann.txt")}
    (figure,) = plot_pictures.draw_lines(RunOutput(folder).lines(), Style(), (), references)
    (axes,) = (axes for axes in figure.axes if axes.lines)
    names = [name for name, _, _ in curves(axes)]
    assert [names[0], names[2], names[3], names[4]] == ["t = 0", "t = 0.5", "exact", "exact: riemann.txt"]
    for (_, _, values), expected in zip(curves(axes), (x, 2 * x, x + 0.5, 2 * x + 1, 7 * x), strict=True):
        assert numpy.allclose(values, expected, rtol=1e-14)
    assert [line.get_linestyle() for line in axes.lines] == ["-", "--", "-", "--", "--"]
    assert "lines.png" in plot(folder, "--exact", folder / "riemann.txt")
    plot(folder, "--exact", f"rho={folder / 'riemann.txt'}", "--format", "svg")
    assert "</svg>" in (folder / "plots/lines.svg").read_text()
    (folder / "p_1D.xg").write_text('"Time = 0\n0 1\n1 2\n')
    assert "expected --exact NAME=" in plot(folder, "--exact", folder / "riemann.txt", expect=1)
    assert "there is no file" in plot(folder, "--exact", f"rho={folder}/none", expect=1)
    assert "similar name is 'rho'" in plot(folder, "--exact", f"rh={folder / 'riemann.txt'}", expect=1)
    figure, show = plot_pictures.line_movie(RunOutput(folder).lines()["rho"], [0, 1], Style(), RunOutput(folder).lines()["rho_exact"])
    limits = figure.axes[0].get_ylim()
    show(1)
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [list(x + 0.5), list(2 * (x + 0.5))]
    assert figure.axes[0].get_ylim() == limits and limits[0] < 0 and limits[1] > 1.5, limits
    figure, _ = plot_pictures.line_movie(RunOutput(folder).lines()["rho"], [0, 1], Style(True, (0.1, 10)), None)
    assert figure.axes[0].get_ylim() == (0.1, 10) and figure.axes[0].get_xlim()[1] >= 1 and figure.axes[0].get_yscale() == "log"


def test_series(folder):
    series = RunOutput(folder).series
    assert {name: sorted(of_name) for name, of_name in series.items()} == {"f": ["maximum", "minimum", "sum"], "energy": [""]}
    (figure,) = plot_pictures.draw_series(series, Style())
    energy, extrema, total = figure.axes
    times = [it * STEP for it in (0, 2, 4)]
    assert [name for name, _, _ in curves(extrema)] == ["maximum", "minimum"] and [name for name, _, _ in curves(total)] == ["sum"]
    assert list(extrema.lines[0].get_xdata()) == times
    assert list(extrema.lines[1].get_ydata()) == [f(0, 0, 0, t) for t in times]
    assert numpy.allclose(energy.lines[0].get_ydata(), [1 / 3 + t for t in times], rtol=1e-14)
    (figure,) = plot_pictures.draw_series(series, Style(is_logarithmic=True))
    assert figure.axes[1].get_yscale() == "log" and figure.axes[1].lines[1].get_ydata()[0] == 301


def test_former_names_and_styles_contain_the_same_values(folder):
    other, _ = run_case(EVERYTHING + FORMER_STYLES)
    expected, found = RunOutput(folder), RunOutput(other)
    for one, two in zip(expected.text_lines + expected.text_planes, found.text_lines + found.text_planes, strict=True):
        assert (one.variable, one.axes, one.position, one.times) == (two.variable, two.axes, two.position, two.times)
        assert all((a == b).all() for i in range(len(one.times)) for a, b in zip(one.read(i), two.read(i), strict=True))
    assert list(found.series["f"]["maximum"][0]) == [0, 2 * STEP, 4 * STEP], "the file of IOScalar has precedence"
    (other / "f.scalars.asc").unlink()
    assert list(RunOutput(other).series["f"]["maximum"][0]) == [it * STEP for it in range(STEPS + 1)]


def test_fields_in_several_pieces(folder):
    """Carpet writes components with ghost zones, in one file per process."""
    pieces = new_folder("pieces")
    with h5py.File(folder / "f.h5") as whole:
        for c, part in enumerate((slice(0, 5), slice(3, SIZE[0]))):
            with h5py.File(pieces / f"f.file_{c}.h5", "w") as file:
                for name in whole:
                    if " it=" in name:
                        data = file.create_dataset(name.replace("c=0", f"c={c}"), data=whole[name][:, :, part])
                        data.attrs.update(whole[name].attrs)
                        data.attrs["origin"] = [coordinate(0, part.start), *LOWER[1:]]
    one, two = RunOutput(folder), RunOutput(pieces)
    for axes in ("xy", "xz", "yz"):
        assert (one.planes(axes)["f"].read(2)[2] == two.planes(axes)["f"].read(2)[2]).all()
    assert (one.lines("x")["f"].read(0)[1] == two.lines("x")["f"].read(0)[1]).all()
    shutil.copy(folder / "f.h5", pieces / "checkpoint.chkpt.it_4.h5")
    assert RunOutput(pieces).fields.keys() == {"f"} and len(RunOutput(pieces).fields["f"].steps[0]) == 2, "checkpoints are ignored"


def test_grids_with_one_point_along_an_axis_have_lines_only():
    thin = new_folder("thin")
    with h5py.File(thin / "rho.h5", "w") as file:
        data = file.create_dataset("euler::rho it=0 tl=0 rl=0 c=0", data=numpy.arange(9, dtype="f4").reshape(1, 9, 1))
        data.attrs.update(time=0.0, origin=[5.0, 0.0, 5.0], delta=[0.1, 0.5, 0.1])
    output = plot(thin)
    assert "lines.png" in output and "no slices" in output and "no series: the run wrote no such output; IOScalar" in output, output
    frames = RunOutput(thin).lines()["rho"]
    assert (frames.axes, frames.position, frames.times) == ("y", "x = 5, z = 5", [0.0])
    assert [list(part) for part in frames.read(0)] == [[0.5 * i for i in range(9)], list(range(9))]


def test_overview_of_a_run(wave):
    output = plot(wave)
    assert [line.split("/")[-1] for line in output.splitlines()] == ["series.png", "lines.png", "slices.png"], output
    for name, size in [("series", (1500, 720)), ("lines", (1000, 360)), ("slices", (1200, 360))]:
        with Image.open(wave / f"plots/{name}.png") as picture:
            assert picture.size == size
            assert len(picture.convert("RGB").getcolors(1 << 24)) > 100, f"{name} is empty"
    output = plot(wave, "--variables", "wave::EPS", "--out", wave / "other")
    assert sorted(path.name for path in (wave / "other").iterdir()) == ["series.png"], output
    assert "no lines: the run wrote no such output of eps; IOASCII::out1D_vars or IOHDF5::out_vars requests it" in output and "no slices" in output, output


def test_long_planes_have_long_panels():
    for n_x, n_y, expected in (100, 80, (4, 3.6)), (400, 100, (7.2, 2.2)), (100, 900, (2.4, 6.4)):
        plane = SimpleNamespace(read=lambda _, x=numpy.arange(n_x), y=numpy.arange(n_y): (x, y, None))
        assert numpy.allclose(plot_pictures.panel_size(plane, 0, 4, 3.6), expected)


def test_slices_of_a_pulse(wave):
    frames = RunOutput(wave).planes()["rho"]
    x, y, values = frames.read(0)
    inside = numpy.s_[2:-2, 2:-2]  # the boundary condition has already changed the outer points
    expected = numpy.exp(-(x**2 + y[:, None] ** 2) / 2 / 0.15**2)
    assert values.shape == (13, 17) and numpy.allclose(values[inside], expected[inside], rtol=1e-12, atol=0)
    (figure,) = plot_pictures.draw_slices({"rho": frames}, Style())
    with h5py.File(wave / "rho.h5") as file:
        times = sorted(float(file[name].attrs["time"]) for name in file if " it=" in name)
        last = max((name for name in file if " it=" in name), key=lambda name: file[name].attrs["time"])
        assert frames.times == times and (images(figure)[-1].get_array() == file[last][4]).all()
    low, high = images(figure)[0].norm.vmin, images(figure)[0].norm.vmax
    assert low == -high == -1 and images(figure)[0].get_cmap().name == "RdBu_r", "values of both signs: 0 is white"


def test_movie(wave):
    frames = RunOutput(wave).planes()["rho"]
    folder = wave / "plots/movie_rho"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "frame_9999.png").write_text("from a longer run")
    output = plot(wave, "--movie", "rho", "--fps", 20)
    n = len(frames.times)
    assert n >= 3 and f"movie_rho.gif ({n} frames" in output, output
    assert sorted(path.name for path in folder.iterdir()) == [f"frame_{i:04d}.png" for i in range(n)]
    with Image.open(wave / "plots/movie_rho.gif") as movie:
        assert movie.n_frames == n and movie.info["duration"] == 50 and movie.info["loop"] == 0 and movie.size == (640, 560)
        for i in range(n):
            movie.seek(i)
            with Image.open(folder / f"frame_{i:04d}.png") as frame:
                difference = numpy.array(movie.convert("RGB"), float) - numpy.array(frame.convert("RGB"), float)
                assert abs(difference).mean() < 2, f"frame {i} of the GIF is another picture"
    figure, show = plot_pictures.slice_movie(frames, list(range(n)), Style())
    (image,) = images(figure)
    limits = image.get_clim()
    for i in range(n):
        show(i)
        assert (image.get_array() == frames.read(i)[2]).all() and image.get_clim() == limits
    assert limits[1] == max(abs(frames.read(i)[2]).max() for i in range(n))


def test_movie_of_chosen_times_and_lines(wave, folder):
    output = plot(wave, "--movie", "rho", "--times", 0, 0.2, "--plane", "xz", "--at", 0.5, "--out", wave / "two")
    assert "(2 frames" in output and Image.open(wave / "two/movie_rho.gif").n_frames == 2, output
    plot(folder, "--movie", "p", "--out", folder / "line")  # an array with one dimension has no slices
    assert Image.open(folder / "line/movie_p.gif").n_frames == STEPS + 1
    output = plot(wave, "--movie", "eps", expect=1)  # the run wrote only a time series of eps
    assert "there is no slice or line of the variable 'eps'" in output and "all names are rho, u" in output, output


def test_progress(monkeypatch, capsys):
    seconds = iter(range(0, 1000, 4))
    monkeypatch.setattr(plot_pictures.time, "monotonic", lambda: next(seconds))
    assert list(plot_pictures.with_progress(list("abcdefgh"))) == list("abcdefgh")
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["frame 2 of 8, 0:00:36 left", "frame 5 of 8, 0:00:14 left"], lines


def test_commands_and_options_of_the_page(wave):
    page = (SOURCE / "docs/plots.md").read_text()
    commands = re.findall(r"(?m)^scripts/plot output/gaussian ?(.*)$", page)
    assert len(commands) >= 3
    for options in commands:
        assert "plot: " in plot(wave, *options.split(), "--out", wave / "page")
    documented = set(re.findall(r"(?m)^\| `(--[\w-]+)", page))
    assert documented == set(re.findall(r"--[a-z-]+", plot("--help").split("options:")[1])) - {"--help"}


def test_wrong_names_and_values(folder):
    def error(*options, expect=1):
        return plot(folder, "--out", folder / "errors", *options, expect=expect)

    assert "similar name is 'energy', and all names are energy, f, g, n, p, q, v[0], v[1]" in error("--variables", "enrgy")
    assert "f has no output at t = 7: expected a time from 0 to 0.5" in error("--variables", "f", "--times", 7)
    assert "f has no plane at z = 9: expected a coordinate from -3 to 3" in error("--variables", "f", "--at", 9)
    assert "expected LOW < HIGH, and with --log 0 < LOW" in error("--range", 0, 1, "--log", expect=2)
    assert "expected 0.1 to 50" in error("--fps", 100, expect=2)
    assert "argument --at: 'nan' is not a finite number" in error("--at", "nan", expect=2)
    assert "argument --range: 'inf' is not a finite number" in error("--range", 0, "inf", expect=2)
    assert "draws only this variable, without --variables and --exact" in error("--movie", "f", "--variables", "g", expect=2)
    assert f"there is no file {folder / 'none.txt'} (--exact)" in error("--variables", "energy", "--exact", folder / "none.txt")
    for arguments in ([], ["--movie", "f"]):  # a file instead of the folder
        assert "the pictures cannot be written" in plot(folder, "--out", folder / "f.h5", *arguments, expect=1)
    assert "needs lines of a variable" in error("--variables", "energy", "--exact", folder / "f.minimum.asc")
    assert "there is no folder" in plot(folder / "nowhere", expect=1)
    assert f"subfolder that contains output: {folder}" in plot(folder.parent, expect=1)


def test_damaged_files_do_not_prevent_other_pictures(folder):
    damaged = new_folder("damaged")
    for name in ("f.h5", "g.h5", "f.minimum.asc", "n_x_[4][3].xg"):
        shutil.copy(folder / name if (folder / name).exists() else next(folder.glob("n_x_*")), damaged / name)
    text = (damaged / "g.h5").read_bytes()
    (damaged / "g.h5").write_bytes(text[: len(text) // 2])
    (damaged / "h.minimum.asc").write_text("# 1:iteration 2:time 3:data\n0 0 1\n1 0.5 one\n")
    (damaged / "h.maximum.asc").write_text("0 0\n")
    (damaged / "h.norm1.asc").write_text("")  # the run ended before its first output
    (damaged / "h_xy_[1].asc").write_text("#Time = 0\n0 0 1\n0 1 1\n1 0 1\n")
    output = plot(damaged, expect=1)
    for words in ("g.h5 cannot be read", "h.minimum.asc is damaged", "h.maximum.asc is damaged: it has 2 columns, expected at least 3",
                  "h_xy_[1].asc is damaged: the output at t = 0 is incomplete", "series.png", "lines.png", "slices.png"):
        assert words in output, output
    assert "Traceback" not in output


def test_values_that_are_not_numbers(folder):
    frames = RunOutput(folder).planes()["f"]
    for missing, limits in [(numpy.s_[2:5, 1:3], (-1, 1000)), (numpy.s_[:], (0, 1))]:
        values = frames.read(0)[2].copy()
        values[missing] = numpy.nan
        norm, _ = plot_pictures.colour_scale([values], Style())
        assert limits[0] <= norm.vmin < norm.vmax <= limits[1]
    with pytest.raises(MissingData, match="expected a time from 0 to 0.5"):
        plot_pictures.choose_times(frames, [-1], 3)
