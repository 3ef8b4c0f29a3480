"""scripts/plot draws the values that a run wrote: time series, lines with exact solutions, slices and movies, from all file formats."""

import re
import shutil
import subprocess

import h5py
import numpy
import pytest
from output_case import DELTA, LOWER, SIZE, STEP, STEPS, coordinate, f, run_case
from PIL import Image

from folders import new_folder
from simulation import SOURCE, run

import chemora
import plot_movies
import plot_pictures
import plot_style
from chemora import MissingData
from plot_pictures import Style

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
            "global_nz  = 65": "global_nz = 9", "IOHDF5::out_every             = 8": "IOHDF5::out_every = 2", "$parfile": '"data"'}


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
    planes = chemora.open(folder).planes()
    assert {name: (variable.axes, variable.position) for name, variable in planes.items()} == {
        "f": ("xy", {"z": 0.0}), "g": ("xy", {"z": 0.0}), "n": ("xy", {"z": 0.0}), "q": ("xy", {}), "z": ("xy", {"z": 0.0})}
    (figure,) = plot_pictures.draw_slices({"f": planes["f"]}, Style())
    drawn = images(figure)
    for image, it in zip(drawn, (0, 2, 4), strict=True):
        assert (image.get_array() == plane((0, 1), 3, it * STEP)).all()
        assert list(image.get_extent()) == [LOWER[0] - DELTA[0] / 2, LOWER[0] + (SIZE[0] - 0.5) * DELTA[0], -0.25, 3.75]
        assert image.axes.get_title() == f"t = {it * STEP:g}"
    limits = {(image.norm.vmin, image.norm.vmax) for image in drawn}
    assert limits == {(f(0, 0, 3, 0), f(SIZE[0] - 1, SIZE[1] - 1, 3, STEPS * STEP))}, "one scale for all times"


def test_options_of_slices(folder):
    output = chemora.open(folder)
    for axes, free, at, index in [("xz", (0, 2), 1.1, 2), ("yz", (1, 2), 0.75, 7), ("xy", (0, 1), -3, 0)]:
        (figure,) = plot_pictures.draw_slices({"f": output.planes(axes, at)["f"]}, Style(), [STEP])
        assert (images(figure)[0].get_array() == plane(free, index, STEP)).all(), axes
    (figure,) = plot_pictures.draw_slices({"g": output.planes()["g"]}, Style(is_logarithmic=True, limits=(1, 1e4)))
    assert images(figure)[0].norm.vmax == 1e4 and images(figure)[0].get_array()[3, 8] == f(8, 3, 3, 0)
    (figure,) = plot_pictures.draw_slices({"n": output.planes("yz")["n"]}, Style(), [0.3])
    assert (images(figure)[0].get_array() == [[4 + 100 * j + 10000 * k for j in range(SIZE[1])] for k in range(SIZE[2])]).all()


def curves(axes):
    return [(line.get_label(), *line.get_data()) for line in axes.lines]


def test_lines_have_the_most_points_or_the_chosen_axis(folder):
    lines = chemora.open(folder).lines()
    assert {name: line.axes for name, line in lines.items()} == dict.fromkeys(["f", "g", "n", "p", "q", "v[0]", "v[1]", "z"], "x")
    (figure,) = plot_pictures.draw_lines({"g": lines["g"]}, Style())
    for it, (name, x, values) in zip(range(STEPS + 1), curves(figure.axes[0]), strict=True):
        assert name == f"t = {it * STEP:g}" and list(x) == [coordinate(0, i) for i in range(SIZE[0])]
        assert list(values) == [-f(i, 4, 3, it * STEP) for i in range(SIZE[0])]
    along_z, diagonal = (chemora.open(folder).lines(axis) for axis in "zd")
    assert along_z["f"].position == {"x": 0.0, "y": 2.0} and list(along_z["f"][1].values) == [f(4, 4, k, STEP) for k in range(SIZE[2])]
    assert list(diagonal["f"][1].values) == [f(i, i, i, 2 * STEP) for i in range(min(SIZE))]


def test_exact_solutions_are_drawn_beside_lines():
    folder = new_folder("lines")
    x = numpy.linspace(0, 1, 11)
    for name, factor in [("rho", 1), ("rho_exact", 2)]:
        blocks = [f'\n\n"Time = {t}\n' + "".join(f"{a}\t\t{factor * (a + t)}\n" for a in x) for t in (0.0, 0.5)]
        (folder / f"{name}_x_[2][2].xg").write_text("".join(blocks))
    numpy.savetxt(folder / "riemann.txt", numpy.array([x, 7 * x]).T, header="x rho")
    references = {"rho": (x, 7 * x, "exact: riemann.txt")}
    (figure,) = plot_pictures.draw_lines(chemora.open(folder).lines(), Style(), (), references)
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
    lines = chemora.open(folder).lines()
    figure, show = plot_movies.line_movie(lines["rho"], [0, 1], Style(), lines)
    limits = figure.axes[0].get_ylim()
    show(1)
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [list(x + 0.5), list(2 * (x + 0.5))]
    assert figure.axes[0].get_ylim() == limits and limits[0] < 0 and limits[1] > 1.5, limits
    figure, _ = plot_movies.line_movie(lines["rho"], [0, 1], Style(True, (0.1, 10)), {})
    assert figure.axes[0].get_ylim() == (0.1, 10) and figure.axes[0].get_xlim()[1] >= 1 and figure.axes[0].get_yscale() == "log"


def test_series(folder):
    series = chemora.open(folder).scalars
    assert {name: table.columns for name, table in series.items()} == {"f": ["maximum", "minimum", "sum"], "energy": ["value"]}
    (figure,) = plot_pictures.draw_series(series, Style())
    energy, extrema, total = figure.axes
    times = [it * STEP for it in (0, 2, 4)]
    assert [name for name, _, _ in curves(extrema)] == ["maximum", "minimum"] and extrema.get_ylabel() == "f"
    assert total.get_ylabel() == "sum of f" and not total.get_legend() and energy.get_ylabel() == "energy"
    assert list(extrema.lines[0].get_xdata()) == times
    assert list(extrema.lines[1].get_ydata()) == [f(0, 0, 0, t) for t in times]
    assert numpy.allclose(energy.lines[0].get_ydata(), [1 / 3 + t for t in times], rtol=1e-14)
    (figure,) = plot_pictures.draw_series(series, Style(is_logarithmic=True))
    assert figure.axes[1].get_yscale() == "log" and figure.axes[1].lines[1].get_ydata()[0] == 301


def test_former_names_and_styles_contain_the_same_values(folder):
    other, _ = run_case(EVERYTHING + FORMER_STYLES)
    expected, found = chemora.open(folder), chemora.open(other)
    for read in ("lines", "planes"):
        for axes in ("x", "y", "z", "d") if read == "lines" else ("xy", "xz", "yz"):
            one, two = getattr(expected, read)(axes), getattr(found, read)(axes)
            assert one and one.keys() == two.keys()
            for name in one:
                assert (one[name].position, list(one[name].times)) == (two[name].position, list(two[name].times))
                assert all((a.values == b.values).all() for a, b in zip(one[name], two[name], strict=True))
    assert list(found.scalars["f"].curve("maximum").times) == [0, 2 * STEP, 4 * STEP], "the file of IOScalar has precedence"
    (other / "f.scalars.asc").unlink()
    assert list(chemora.open(other).scalars["f"].curve("maximum").times) == [it * STEP for it in range(STEPS + 1)]


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
    one, two = chemora.open(folder), chemora.open(pieces)
    for axes in ("xy", "xz", "yz"):
        assert (one.planes(axes)["f"][2].values == two.planes(axes)["f"][2].values).all()
    assert (one.lines("x")["f"][0].values == two.lines("x")["f"][0].values).all()
    shutil.copy(folder / "f.h5", pieces / "checkpoint.chkpt.it_4.h5")
    assert list(chemora.open(pieces).variables) == ["f"] and len(chemora.open(pieces)["f"]) == len(one["f"]), "checkpoints are ignored"


def test_grids_with_one_point_along_an_axis_have_lines_only():
    thin = new_folder("thin")
    with h5py.File(thin / "rho.h5", "w") as file:
        data = file.create_dataset("euler::rho it=0 tl=0 rl=0 c=0", data=numpy.arange(9, dtype="f4").reshape(1, 9, 1))
        data.attrs.update(time=0.0, origin=[5.0, 0.0, 5.0], delta=[0.1, 0.5, 0.1])
    output = plot(thin)
    assert "lines.png" in output and "no slices" in output and "no series: the run wrote no such output; IOScalar" in output, output
    line = chemora.open(thin).lines()["rho"]
    assert (line.axes, line.position, list(line.times)) == ("y", {"x": 5.0, "z": 5.0}, [0.0])
    assert list(line[0].y) == [0.5 * i for i in range(9)] and list(line[0].values) == list(range(9))


def test_overview_of_a_run(wave):
    output = plot(wave)
    assert [line.split("/")[-1] for line in output.splitlines()] == ["series.png", "lines.png", "slices.png"], output
    for name, size in [("series", (1400, 680)), ("lines", (1280, 340)), ("slices", (1200, 360))]:
        with Image.open(wave / f"plots/{name}.png") as picture:
            assert numpy.allclose(picture.size, size, rtol=0.1)
            assert len(picture.convert("RGB").getcolors(1 << 24)) > 100, f"{name} is empty"
    output = plot(wave, "--variables", "wave::EPS", "--out", wave / "other")
    assert sorted(path.name for path in (wave / "other").iterdir()) == ["series.png"], output
    assert "no lines: the run wrote no such output of eps; IOASCII::out1D_vars or IOHDF5::out_vars requests it" in output and "no slices" in output, output


def test_long_planes_have_long_panels():
    for n_x, n_y, expected in (100, 80, (4, 3.6)), (400, 100, (7.1, 2.25)), (100, 900, (2.45, 6.3)):
        plane = chemora.Snapshot("f", 0.0, 0, {"x": numpy.arange(n_x), "y": numpy.arange(n_y)}, None, {})
        assert numpy.allclose(plot_pictures.panel_size(plane, 4, 3.6), expected)


def test_slices_of_a_pulse(wave):
    plane = chemora.open(wave).planes()["rho"]
    x, y, values = plane[0].x, plane[0].y, plane[0].values.T
    inside = numpy.s_[2:-2, 2:-2]  # the boundary condition has already changed the outer points
    expected = numpy.exp(-(x**2 + y[:, None] ** 2) / 2 / 0.15**2)
    assert values.shape == (13, 17) and numpy.allclose(values[inside], expected[inside], rtol=1e-12, atol=0)
    (figure,) = plot_pictures.draw_slices({"rho": plane}, Style())
    with h5py.File(wave / "rho.h5") as file:
        times = sorted(float(file[name].attrs["time"]) for name in file if " it=" in name)
        last = max((name for name in file if " it=" in name), key=lambda name: file[name].attrs["time"])
        assert list(plane.times) == times and (images(figure)[-1].get_array() == file[last][4]).all()
    low, high = images(figure)[0].norm.vmin, images(figure)[0].norm.vmax
    assert low == -high == -1 and images(figure)[0].get_cmap().name == "RdBu_r", "values of both signs: 0 is white"


def test_scale_shows_a_wave_that_becomes_small():
    """A pulse of size 1 becomes a wave of size 0.08. Zero at a time does not count as small, and sizes of 0.5 have a linear scale."""
    wave = numpy.linspace(-1, 1, 5)
    norm, colour_map = plot_pictures.colour_scale([wave, 0.25 * wave, 0.08 * wave, 0 * wave], Style())
    assert (norm.vmin, norm.vmax, norm.linear_width, colour_map) == (-1, 1, 0.08, "RdBu_r")
    assert norm(0.08) > 0.6 and norm(0) == 0.5 and norm(1) == 1
    for linear in ([wave, 0.5 * wave, 0 * wave], [abs(wave) + 1]):
        assert type(plot_pictures.colour_scale(linear, Style())[0]).__name__ == "Normalize"
    folder = new_folder("small")
    for it, size in enumerate((1, 0.08)):
        with h5py.File(folder / "rho.h5", "a") as file:
            data = file.create_dataset(f"wave::rho it={it} tl=0 rl=0 c=0", data=size * numpy.outer(numpy.ones(4), wave))
            data.attrs.update(time=float(it), origin=[0.0, 0.0], delta=[1.0, 1.0])
    (figure,) = plot_pictures.draw_slices(chemora.open(folder).planes(), Style())
    bar = next(axes for axes in figure.axes if not axes.images)
    assert [text.get_text() for text in bar.get_yticklabels()] == ["-1", "-0.3", "-0.1", "0", "0.1", "0.3", "1"] and bar.get_ylabel() == "rho"


def test_movie(wave):
    plane = chemora.open(wave).planes()["rho"]
    folder = wave / "plots/movie_rho"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "frame_9999.png").write_text("from a longer run")
    output = plot(wave, "--movie", "rho", "--fps", 20)
    n = len(plane)
    assert n >= 3 and f"movie_rho.gif ({n} frames" in output, output
    assert sorted(path.name for path in folder.iterdir()) == [f"frame_{i:04d}.png" for i in range(n)]
    with Image.open(wave / "plots/movie_rho.gif") as movie:
        assert movie.n_frames == n and movie.info["duration"] == 50 and movie.info["loop"] == 0 and movie.size == (640, 560)
        for i in range(n):
            movie.seek(i)
            with Image.open(folder / f"frame_{i:04d}.png") as frame:
                difference = numpy.array(movie.convert("RGB"), float) - numpy.array(frame.convert("RGB"), float)
                assert abs(difference).mean() < 2, f"frame {i} of the GIF is another picture"
    figure, show = plot_movies.slice_movie(plane, list(range(n)), Style())
    (image,) = images(figure)
    limits = image.get_clim()
    for i in range(n):
        show(i)
        assert (image.get_array() == plane[i].values.T).all() and image.get_clim() == limits
    assert limits[1] == max(abs(one.values).max() for one in plane)


def test_movie_of_chosen_times_and_lines(wave, folder):
    output = plot(wave, "--movie", "rho", "--times", 0, 0.2, "--plane", "xz", "--at", 0.5, "--out", wave / "two")
    assert "(2 frames" in output and Image.open(wave / "two/movie_rho.gif").n_frames == 2, output
    plot(folder, "--movie", "p", "--out", folder / "line")  # an array with one dimension has no slices
    assert Image.open(folder / "line/movie_p.gif").n_frames == STEPS + 1
    output = plot(wave, "--movie", "eps", expect=1)  # the run wrote only a time series of eps
    assert "there is no slice or line of the variable 'eps'" in output and "all names are rho, u" in output, output


def test_progress(monkeypatch, capsys):
    seconds = iter(range(0, 1000, 4))
    monkeypatch.setattr(plot_movies.time, "monotonic", lambda: next(seconds))
    assert list(plot_movies.with_progress(list("abcdefgh"))) == list("abcdefgh")
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

    assert "similar name is 'energy', and all names are energy, f, g, n, p, q, v[0], v[1], z" in error("--variables", "enrgy")
    assert "f has no output at t = 7: expected a time from 0 to 0.5" in error("--variables", "f", "--times", 7)
    assert "f has no plane at z = 9: expected a coordinate from -3 to 3" in error("--variables", "f", "--at", 9)
    assert "expected LOW < HIGH, and with --log 0 < LOW" in error("--range", 0, 1, "--log", expect=2)
    assert "'rho' is not a unit: expected NAME=UNIT, such as t=s" in error("--units", "rho", expect=2)
    assert "--overview needs --newer-than" in error("--overview", expect=2)
    assert "expected 0.1 to 50" in error("--fps", 100, expect=2)
    assert "argument --at: 'nan' is not a finite number" in error("--at", "nan", expect=2)
    assert "argument --range: 'inf' is not a finite number" in error("--range", 0, "inf", expect=2)
    assert "draws only this variable, without --variables and --exact" in error("--movie", "f", "--variables", "g", expect=2)
    assert f"there is no file {folder / 'none.txt'} (--exact)" in error("--variables", "energy", "--exact", folder / "none.txt")
    for arguments in ([], ["--movie", "f"]):  # a file instead of the folder
        assert "the pictures cannot be written" in plot(folder, "--out", folder / "f.h5", *arguments, expect=1)
    assert "needs lines of a variable" in error("--variables", "energy", "--exact", folder / "f.minimum.asc")
    assert f"there is no folder {folder.parent / 'dat'}; the most similar name is {folder}" in plot(folder.parent / "dat", expect=1)
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


def test_movie_as_mp4(wave, monkeypatch):
    """If there is a program ffmpeg, it converts the frames."""
    programs = new_folder("programs")
    (programs / "ffmpeg").write_text('#!/bin/sh\necho "$@" > "$(dirname "$0")/arguments"\nfor last; do :; done\necho movie > "$last"\n')
    (programs / "ffmpeg").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    output = plot(wave, "--movie", "rho", "--fps", 20, "--out", wave / "mp4")
    assert "movie_rho.mp4" in output and (wave / "mp4/movie_rho.mp4").read_text() == "movie\n", output
    arguments = (programs / "arguments").read_text()
    assert "-framerate 20.0" in arguments and "movie_rho/frame_%04d.png" in arguments
    (programs / "ffmpeg").write_text("#!/bin/sh\necho no encoder >&2\nexit 1\n")
    assert "ffmpeg cannot write" in plot(wave, "--movie", "rho", "--times", 0, "--out", wave / "mp4", expect=1)


def test_values_that_are_not_numbers(folder):
    plane = chemora.open(folder).planes()["f"]
    for missing, limits in [(numpy.s_[2:5, 1:3], (-1, 1000)), (numpy.s_[:], (0, 1))]:
        values = plane[0].values.copy()
        values[missing] = numpy.nan
        norm, _ = plot_pictures.colour_scale([values], Style())
        assert limits[0] <= norm.vmin < norm.vmax <= limits[1]
    with pytest.raises(MissingData, match="expected a time from 0 to 0.5"):
        plot_pictures.choose_times(plane, [-1], 3)
