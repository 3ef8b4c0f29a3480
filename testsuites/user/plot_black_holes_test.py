"""scripts/plot reads the files of Multipole, IOScalar, PunctureTracker and ApparentHorizon, draws curves with as many points as there
are lines, and reports missing data."""

import os
import re
import subprocess

import numpy
import pytest

from folders import new_folder
from simulation import SOURCE

import chemora
import plot_black_holes
from chemora import black_holes


def fill(folder):
    time = numpy.arange(40) * 0.5
    for l, m, size in [(2, 0, 0.1), (2, 2, 1), (2, -2, 2), (1, 1, 5)]:
        data = numpy.array([time, size * numpy.cos(time), size * numpy.sin(time)]).T
        numpy.savetxt(folder / f"mp_psi4_l{l}_m{m}_r30.00.asc", data, header="1:time 2:real 3:imaginary")
    numpy.savetxt(folder / "H.norm2.asc", numpy.array([range(40), time, 1e-3 * numpy.exp(-time)]).T)
    numpy.savetxt(folder / "phi.norm2.asc", numpy.array([range(40), time, time]).T)
    lines = "".join(f"{2 * i} {t} {16 * numpy.pi} 1 0.5 0.5 0.5 1e-9 0.3 0 0 0\n" for i, t in enumerate(time[20:]))
    (folder / "ah_0.asc").write_text("# 1:iteration 2:time\n# 0 0 none: the surface left the grid\n" + lines)
    (folder / "ah_1.asc").write_text("# 1:iteration 2:time\n# 0 0 none: the surface left the grid\n")
    for axis, values in [("t", time), ("x", numpy.cos(time)), ("y", numpy.sin(time)), ("z", 0 * time)]:
        numpy.savetxt(folder / f"pt_loc_{axis}[1]..asc", numpy.array([range(40), time, values]).T,
                      header="1:iteration 2:time 3:data")


def plot(*arguments, expect=0):
    result = subprocess.run([SOURCE / "scripts" / "plot", *map(str, arguments)], capture_output=True, text=True)
    assert result.returncode == expect, result.stdout + result.stderr
    return result.stdout + result.stderr


@pytest.fixture
def folder():
    folder = new_folder("plot")
    fill(folder)
    return folder


def test_reading(folder):
    modes = black_holes.read_modes(folder)
    assert list(modes) == [("psi4", 30.0)] and black_holes.loudest(modes["psi4", 30.0]) == (2, 2)
    assert list(black_holes.read_constraints(folder)) == ["H"]
    trajectories = black_holes.read_trajectories(folder)
    assert list(trajectories) == [1] and trajectories[1].shape == (4, 40) and trajectories[1][1, 0] == 1

    horizons = black_holes.read_horizons(folder)
    assert list(horizons) == [0] and horizons[0].shape == (2, 21), horizons
    assert numpy.isnan(horizons[0][1, 0]) and (horizons[0][:, 1] == (10, 1)).all(), horizons  # the first search found none


def test_pictures(folder):
    output = plot(folder, "--out", folder / "pictures")
    for name in ("waveform", "constraints", "trajectories", "horizons"):
        assert f"{name}.svg" in output, output
    first = (folder / "pictures" / "waveform.svg").read_text()
    longest = max(re.findall(r' d="([^"]*)"', first), key=len)
    assert len(re.findall("[ML] ", longest)) > 30, "the curve of the waveform has too few points"
    plot(folder, "--out", folder / "again")
    assert (folder / "again" / "waveform.svg").read_text() == first, "the same data gives another picture"
    plot(folder, "--mode", "2,0")
    assert (folder / "waveform.svg").read_text() != first


def test_contents_of_the_pictures(folder):
    """Axes have quantities and units, curves have the values of the files, and no legend covers the axes."""
    figures = dict(plot_black_holes.figures(chemora.open(folder)))
    assert list(figures) == ["waveform", "constraints", "trajectories", "horizons"]
    labels = {name: (figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()) for name, figure in figures.items()}
    assert labels == {"waveform": ("retarded time t - r [M]", "r psi4, mode (2, 2)"), "constraints": ("time t [M]", "root mean square"),
                      "trajectories": ("x [M]", "y [M]"), "horizons": ("time t [M]", "irreducible mass [M]")}
    time = numpy.arange(40) * 0.5
    real, imaginary = figures["waveform"].axes[0].lines
    assert (real.get_xdata() == time - 30).all() and numpy.allclose(real.get_ydata(), 30 * numpy.cos(time))
    assert numpy.allclose(imaginary.get_ydata(), 30 * numpy.sin(time)) and imaginary.get_linestyle() == "--"
    assert figures["constraints"].axes[0].get_yscale() == "log"
    assert numpy.nanmax(figures["horizons"].axes[0].lines[0].get_ydata()) == 1
    for name, figure in figures.items():
        figure.draw_without_rendering()
        axes = figure.axes[0]
        assert axes.get_legend().get_window_extent().x0 >= axes.get_window_extent().x1 - 1, name


def test_new_runs_of_a_folder():
    runs = new_folder("runs")
    reference = runs / "reference"
    reference.touch()
    for name in ("old", "new one/data"):  # a parameter file may contain such names: with blanks, in subfolders
        (runs / name).mkdir(parents=True)
        fill(runs / name)
    for path in (runs / "old").iterdir():
        os.utime(path, (0, 0))
    output = plot(runs, "--newer-than", reference)
    assert "new one/data/waveform.svg" in output and "old" not in output, output
    (runs / "a").mkdir()
    (runs / "a" / "mp_psi4_l2_m2_r30.00.asc").write_text("0 1 0\n1 0 1\n")
    output = plot(runs, "--newer-than", reference, "--mode", "2,0", expect=1)
    assert "a: psi4 at r = 30 has no mode 2,0" in output and "new one/data/waveform.svg" in output, output
    assert plot(runs / "old", "--newer-than", reference) == ""


def test_axes_of_a_fall_along_z():
    along_z = {0: numpy.array([[0.0, 1.0], [0.0, 0.1], [0.0, 0.0], [1.5, 0.5]])}
    assert plot_black_holes.widest_axes(along_z) == [0, 2]


def test_errors(folder):
    assert "psi4 at r = 30 has no mode 7,7" in plot(folder, "--mode", "7,7", expect=1)

    assert "expected l,m with |m| <= l" in plot(folder, "--mode", "2,3", expect=2)
    assert "there is no folder" in plot(folder / "nowhere", expect=1)
    assert "contains no modes" in plot(new_folder("empty"), expect=1)
    assert "there is no file" in plot(folder, "--newer-than", folder / "nofile", expect=1)


def test_damaged_files_do_not_hide_others(folder):
    (folder / "mp_psi4_l2_m2_r30.00.asc").write_text("0 1 2\n1 garbage 3\n")
    (folder / "ah_1.asc").write_text("0 0 50 1\n2 0.4e\n4 1 50 1\n")
    position = folder / "pt_loc_x[1]..asc"
    position.write_text(position.read_text()[:-3])  # the run was killed while it wrote the last row
    opened = chemora.open(folder)
    assert (2, 2) not in opened.waveforms["psi4", 30.0] and (2, 0) in opened.waveforms["psi4", 30.0]
    assert list(opened.horizons) == [0] and opened.trajectories[1].shape == (4, 39) and list(opened.constraints) == ["H"]
    assert [error.split(": ")[0] for error in opened.errors] == ["mp_psi4_l2_m2_r30.00.asc is damaged", "ah_1.asc is damaged"]
    with pytest.raises(chemora.errors.DamagedFile, match="expected lines with iteration, time, area and irreducible mass"):
        black_holes.read_horizons(folder)
    output = plot(folder, expect=1)
    assert output.count("error: ") == 2 and all(f"{name}.svg" in output for name in ("waveform", "constraints", "trajectories", "horizons"))
    (folder / "ah_1.asc").write_text("0 0 50 1\n2 0.4e")
    assert list(chemora.open(folder).horizons) == [0, 1]


def test_runs_that_ended_early(folder):
    mode = folder / "mp_psi4_l2_m2_r30.00.asc"
    for other in folder.glob("mp_*"):
        other.unlink()
    for text in ("", "# 1:time 2:real 3:imaginary\n"):  # before the first output
        mode.write_text(text)
        assert "waveform" not in plot(folder) and "Warning" not in plot(folder)
    for text in ("0 1 2\n1 garbage 3\n", "0 1 2\n1 0\n2 1 2\n"):
        mode.write_text(text)
        assert f"{mode.name} is damaged" in plot(folder, expect=1)
