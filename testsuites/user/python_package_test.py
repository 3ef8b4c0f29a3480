"""The package chemora reads variables, time series, parameters and reports of a run: 1-D to 3-D, real32 and real64, files of several
processes, refinement levels and segments of a run. Errors contain the most similar name. The examples of its page run."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib

import h5py
import numpy
import pytest
from output_case import DELTA, LOWER, SIZE, STEP, STEPS, f, run_case

from folders import new_folder
from simulation import SOURCE, run

import chemora
from parameter_file import with_parameters

EXTRA = """
IOHDF5::out_every = 2
IOHDF5::out_vars = "TestOutput::f TestOutput::n TestOutput::z TestOutput::v TestOutput::p TestOutput::q TestOutput::energy"
IOHDF5::out2D_every = 1
IOHDF5::out2D_vars = "TestOutput::f"
IOHDF5::out1D_every = 1
IOHDF5::out1D_vars = "TestOutput::f"
IOASCII::out1D_every = 2
IOASCII::out1D_vars = "TestOutput::g"
IOASCII::out2D_every = 4
IOASCII::out2D_vars = "TestOutput::g"
IOASCII::out_format = ".17g"
IOScalar::outScalar_every = 1
IOScalar::outScalar_vars = "TestOutput::f TestOutput::energy"
IOScalar::outScalar_reductions = "minimum maximum"
"""


@pytest.fixture(scope="module")
def folder():
    return run_case(EXTRA, ranks=2)[0]


def expected(time):
    """f at all points, with the index [i, j, k]."""
    x, y, z = (LOWER[d] + DELTA[d] * numpy.arange(SIZE[d]) for d in range(3))
    return x[:, None, None] + 10 * y[:, None] + 100 * z + 1000 * time


def write(path, name, values, iteration=0, time=0.0, origin=None, delta=None, level=0, component=0, dtype="f8"):
    """Writes values with the index [i, j, k] as IOHDF5 does."""
    with h5py.File(path, "a") as file:
        data = file.create_dataset(f"Test::{name} it={iteration} tl=0 rl={level} c={component}", data=numpy.asarray(values, dtype).T)
        n = numpy.ndim(values)
        data.attrs.update(time=time, origin=origin or [0.0] * n, delta=delta or [1.0] * n)


def test_variables_have_coordinates_and_times(folder):
    variable = chemora.open(folder)["TestOutput::f"]
    assert (variable.axes, variable.shape, variable.type) == ("xyz", SIZE, numpy.float64)
    assert list(variable.times) == [0, 2 * STEP, 4 * STEP] and variable.iterations == [0, 2, 4]
    for snapshot in variable:
        assert (snapshot.values == expected(snapshot.time)).all()
    last = variable[-1]
    assert last.values[3, 2, 1] == f(3, 2, 1, STEPS * STEP)
    for axis, points in enumerate((last.x, last.y, last.z)):
        assert list(points) == [LOWER[axis] + DELTA[axis] * i for i in range(SIZE[axis])]
    assert variable.at(0.3).time == 2 * STEP
    with pytest.raises(IndexError, match="f has 3 outputs, of which number 3 was requested"):
        variable[3]
    with pytest.raises(AttributeError, match="a snapshot has no 'w'; its axes are x, y, z"):
        last.w  # noqa: B018


def test_cuts(folder):
    opened = chemora.open(folder)
    line, plane = opened["f"].line("y", x=0.6, z=-3), opened["f"].plane("xz", y=1)
    assert line.position == {"x": 0.5, "z": -3.0} and list(line[1].values) == [f(6, j, 0, 2 * STEP) for j in range(SIZE[1])]
    assert (plane[2].values == expected(4 * STEP)[:, 2, :]).all() and plane[2].axes == "xz"
    assert (plane.line("z", x=1)[0].values == expected(0)[8, 2, :]).all()
    assert opened["f"].line("x").position == {"y": 2.0, "z": 0.0}, "the middle of the grid"
    for wrong, words in [(lambda: opened["f"].plane("xy", z=9), "f has no plane at z = 9: expected a coordinate from -3 to 3"),
                         (lambda: opened["f"].line("x", x=1), "a cut of f along 'x' has no coordinate x: expected y, z"),
                         (lambda: plane.line("y"), "f has no values along 'y': its axes are x, z"),
                         (lambda: opened["f"].at(8), "f has no output at t = 8: expected a time from 0 to 0.5"),
                         (lambda: opened["f"].on_level(1), "f has no refinement level 1: there are 0")]:
        with pytest.raises(chemora.MissingData) as error:
            wrong()
        assert str(error.value) == words


def test_all_kinds_of_variables(folder):
    opened = chemora.open(folder)
    assert opened["n"].type == numpy.int32 and opened["n"][0].values[8, 7, 6] == 60708
    assert (opened["z"][1].values == expected(0.25) * (1 - 1j)).all()
    assert opened["p"].axes == "x" and list(opened["p"][1].values) == [i * i + 0.25 for i in range(7)]
    assert opened["q"][0].values[3, 2] == 23 and opened["q"].shape == (4, 3)
    assert opened["v[1]"][1].values.max() == 2.25
    g = opened["g"]
    assert g.axes == "xy" and g.iterations == [None, None], "the plane of the text file has more points than its lines"
    assert (g[1].values == -expected(4 * STEP)[:, :, 3]).all(), g[1].position
    line = opened.lines("z")["g"]
    assert line.position == {"x": 0.0, "y": 0.0} and (line[1].values == -expected(2 * STEP)[4, 0, :]).all()


def test_lines_and_planes_of_a_run(folder):
    opened = chemora.open(folder)
    plane, diagonal = opened.planes("xz")["f"], opened.lines("d")["f"]
    assert len(plane) == STEPS + 1 and plane.position == {"y": 0.0}
    assert (plane[3].values == expected(3 * STEP)[:, 0, :]).all() and list(plane[3].z) == [LOWER[2] + DELTA[2] * k for k in range(SIZE[2])]
    assert list(diagonal[4].values) == [f(i, i, i, 4 * STEP) for i in range(min(SIZE))]


def test_tables(folder):
    table = chemora.open(folder).scalars["f"]
    assert table.columns == ["maximum", "minimum"] and list(table.times) == [it * STEP for it in range(STEPS + 1)]
    assert list(table["minimum"]) == [f(0, 0, 0, time) for time in table.times]
    rows = table.as_array()
    assert rows.dtype.names == ("time", "maximum", "minimum") and rows["maximum"][2] == f(8, 7, 6, 2 * STEP)
    assert list(table.curve("minimum").iterations) == list(range(STEPS + 1))
    energy = chemora.open(folder).scalars["energy"]
    assert energy.columns == ["value"] and len(energy) == STEPS + 1
    (folder / "energy..asc").rename(folder / "energy-elsewhere")
    assert chemora.open(folder).scalars["energy"]["value"][1] == 1 / 3 + 2 * STEP, "from the HDF5 file"
    (folder / "energy-elsewhere").rename(folder / "energy..asc")


def test_real32_and_grids_of_one_and_two_dimensions():
    folder = new_folder("small")
    x = numpy.linspace(0, 1, 11)
    write(folder / "u.h5", "u", x**2, delta=[0.1], dtype="f4")
    write(folder / "w.h5", "w", x[:, None] + numpy.arange(3.0), delta=[0.1, 0.5], dtype="f4")
    opened = chemora.open(folder)
    assert opened["u"].type == opened["u"][0].values.dtype == numpy.float32 and numpy.allclose(opened["u"][0].x, x)
    assert opened["w"][0].values.shape == (11, 3) and opened["w"][0].values[10, 2] == 3 and list(opened["w"][0].y) == [0, 0.5, 1]
    assert opened["w"].line("x", y=0.5)[0].values[10] == 2


def test_files_of_several_processes_and_levels():
    folder = new_folder("pieces")
    values = numpy.arange(10.0)[:, None] + 100 * numpy.arange(4.0)
    for process, part in enumerate((slice(0, 6), slice(4, 10))):
        write(folder / f"w.file_{process}.h5", "w", values[part], origin=[float(part.start), 0.0], component=process, dtype="f4")
    for component, start in enumerate((1.0, 4.0)):  # two patches of a finer level, with a gap
        write(folder / "w.file_0.h5", "w", [[start, start], [start, start]], origin=[start, 1.0], delta=[0.5, 0.5], level=1, component=component)
    variable = chemora.open(folder)["w"]
    assert (variable[0].values == values).all() and variable.type == numpy.float32 and variable.levels == [0, 1]
    fine = variable.on_level(1)[0]
    assert list(fine.x) == [1 + 0.5 * i for i in range(8)] and list(fine.y) == [1, 1.5]
    assert list(fine.values[:, 0]) == pytest.approx([1, 1, numpy.nan, numpy.nan, numpy.nan, numpy.nan, 4, 4], nan_ok=True)


def test_segments_of_a_run():
    """The second segment repeats an output, and replaces it."""
    whole = new_folder("segments")
    for number, first in enumerate((0, 2)):
        segment = whole / f"output-000{number}/case"
        segment.mkdir(parents=True)
        for i in range(first, first + 3):
            write(segment / "u.h5", "u", [10.0 * number + i, 0.0], iteration=i, time=i / 2)
        rows = [(i, i / 2, 10 * number + i) for i in range(first, first + 3)]
        numpy.savetxt(segment / "u.maximum.asc", rows)
        numpy.savetxt(segment / "mp_psi4_l2_m2_r30.00.asc", rows)
        (segment / "u_x_[1][1].xg").write_text("".join(f'"Time = {t}\n0 {value}\n1 0\n\n' for _, t, value in rows))
        (segment / "case.par").write_text(f'ActiveThorns = "Wave"\nWave::A = {number}.5 # comment\n')
    folders = [whole / f"output-000{number}/case" for number in (0, 1)]
    for opened in (chemora.open(whole), chemora.open(*folders)):
        assert list(opened["u"].times) == [0, 0.5, 1, 1.5, 2]
        for found in ([one.values[0] for one in opened["u"]], opened.scalars["u"]["maximum"], opened.waveforms["psi4", 30.0][2, 2][:, 2],
                      [one.values[0] for one in opened._text_outputs[0]]):
            assert list(found) == [0, 1, 12, 13, 14]
        assert opened.parameters["wave::a"] == 1.5


def test_rows_that_a_continued_run_repeats():
    folder = new_folder("repeated")
    (folder / "u.maximum.asc").write_text("0 0 1\n1 0.5 2\n2 1 3\n1 0.5 20\n2 1 30\n3 1.5 40\n")
    (folder / "u_x_[1][1].xg").write_text('"Time = 0\n0 1\n1 1\n\n"Time = 0.5\n0 2\n1 2\n\n"Time = 0.5\n0 3\n1 3\n')
    opened = chemora.open(folder)
    assert list(opened.scalars["u"]["maximum"]) == [1, 20, 30, 40] and list(opened.scalars["u"].times) == [0, 0.5, 1, 1.5]
    assert [one.values[0] for one in opened["u"]] == [1, 3]


def test_lines_and_planes_in_hdf5_files():
    folder = new_folder("slices")
    write(folder / "u.h5", "u", numpy.zeros((5, 4, 3)))
    for axes, directions, position in (("xy", [0, 1], [0.0, 0.0, 2.0]), ("d", [0, 1, 2], [0.0, 0.0, 0.0]), ("y", [1], [4.0, 0.0, 1.0])):
        for it in range(3):
            write(folder / f"u.{axes}.h5", "u", numpy.full({"xy": (5, 4), "d": (3,), "y": (4,)}[axes], it + 1.0), iteration=it, time=it / 2)
            with h5py.File(folder / f"u.{axes}.h5", "a") as file:
                file[f"Test::u it={it} tl=0 rl=0 c=0"].attrs.update(slice_directions=directions, slice_position=position)
    for axes in ("xy", "xz", "yz"):
        write(folder / f"w.{axes}.h5", "w", numpy.zeros((3, 3)))
    opened = chemora.open(folder)
    assert opened["w"].axes == "xy", "among equal planes, the first axes have precedence"
    assert opened["u"].axes == "xyz" and len(opened["u"]) == 1, "the whole grid has precedence"
    plane, line, diagonal = opened.planes()["u"], opened.lines("y")["u"], opened.lines("d")["u"]
    assert (plane.axes, plane.position, len(plane)) == ("xy", {"z": 2.0}, 3), "among equal planes, more times have precedence"
    assert line.position == {"x": 4.0, "z": 1.0} and list(line[2].values) == [3, 3, 3, 3]
    assert diagonal.position == {} and list(diagonal[1].d) == [0, 1, 2] and opened.planes("yz")["u"].position == {"x": 2.0}


def write_cut(path, name, shape, value, directions, position):
    write(path, name, numpy.full(shape, value), delta=[0.5] * len(shape))
    with h5py.File(path, "a") as file:
        file[f"Test::{name} it=0 tl=0 rl=0 c=0"].attrs.update(slice_directions=directions, slice_position=position)


def test_written_planes_have_their_own_coordinate():
    folder = new_folder("at")
    write_cut(folder / "u.xy.h5", "u", (3, 3), 1.0, [0, 1], [0.0, 0.0, 2.0])
    write(folder / "w.h5", "w", numpy.zeros((3, 3)))
    opened = chemora.open(folder)
    assert opened.planes("xy", at=2)["u"].position == opened.planes(at=2.2)["u"].position == {"z": 2.0}
    with pytest.raises(chemora.MissingData, match="no plane at the coordinate 0 and no whole grid; there are planes of u at z = 2, w at no coordinate"):
        opened.planes("xy", at=0)
    write(folder / "u.h5", "u", numpy.zeros((2, 2, 3)))
    write(folder / "v.h5", "v", numpy.zeros((3, 3, 3)))
    found = chemora.open(folder).planes("xy", at=1)
    assert {name: plane.position for name, plane in found.items()} == {"u": {"z": 1.0}, "v": {"z": 1.0}}, "from the whole grids"


def test_written_lines_have_precedence_over_cuts():
    """The middle line of a plane has no precedence, even with more times."""
    folder = new_folder("line")
    write_cut(folder / "u.x.h5", "u", (3,), 1.0, [0], [0.0, 0.0, 0.0])
    write_cut(folder / "u.xy.h5", "u", (3, 3), 2.0, [0, 1], [0.0, 0.0, 0.0])
    write(folder / "u.xy.h5", "u", numpy.zeros((3, 3)), iteration=1, time=1.0)
    write(folder / "u.h5", "u", numpy.full((3, 3, 3), 3.0))
    for axis in ("x", None):
        line = chemora.open(folder).lines(axis)["u"]
        assert line.position == {"y": 0.0, "z": 0.0} and line[0].values[0] == 1
    write(folder / "u.h5", "u", numpy.full((3, 3, 3), 3.0), iteration=1, time=1.0)
    assert len(chemora.open(folder).lines("x")["u"]) == 2, "more times of a whole grid have precedence"


def test_outputs_that_are_half_written():
    folder = new_folder("half")
    (folder / "u.maximum.asc").write_text("0 0 1\n1 0.5 2\n2 1 3.4")
    (folder / "u.minimum.asc").write_text("0 0 1\n1 0.5\n")
    (folder / "v.minimum.asc").write_text("0 0 1\n1 0.5\n2 1 3\n")
    line, plane = "\n\n\"Time = {}\n0 1\n1 1\n2 1\n", "\n\n#Time = {}\n0 0 1\n0 1 1\n\n1 0 1\n1 1 1\n\n"
    half_line, half_plane = (text.format(0.5)[: text.format(0.5).index("1 1\n") + 2] for text in (line, plane))
    (folder / "u_x_[1][1].xg").write_text(line.format(0) + half_line)
    (folder / "v_x_[1][1].xg").write_text(line.format(0) + half_line + line.format(1))
    (folder / "w_xy_[1].asc").write_text(plane.format(0) + half_plane)
    (folder / "o_xy_[1].asc").write_text(half_plane)
    opened = chemora.open(folder)
    assert {name: list(variable.times) for name, variable in opened.variables.items()} == {"u": [0], "v": [0, 1], "w": [0]}
    assert list(opened.scalars["u"]["maximum"]) == [1, 2] and len(opened.scalars["u"].curve("minimum").values) == 1
    assert opened.errors[0] == "v_x_[1][1].xg is damaged: the output at t = 0.5 has 2 rows, expected 3; it is omitted"
    assert len(opened.errors) == 2 and opened.errors[1].startswith("v.minimum.asc is damaged: ")


def test_exact_solutions():
    folder = new_folder("exact")
    x = numpy.linspace(0, 1, 5)
    for name, values in [("u", x), ("u_exact", x + 1), ("w1", 2 * x), ("w_error1", x), ("r", x)]:
        write(folder / f"{name}.h5", name, values)
    opened = chemora.open(folder)
    for name, values in [("u", x + 1), ("w1", x)]:
        assert (chemora.exact_solution(opened[name][0], opened.variables).values == values).all()
    assert chemora.exact_solution(opened["r"][0], opened.variables) is None


def test_parameters_and_kernel_report(folder):
    opened = chemora.open(folder)
    assert opened.parameters["ioHDF5::out_every"] == 2 and opened.parameters["all_reductions_in_one_file"] == "no"
    assert {"PUGH", "TestOutput"} <= set(opened.parameters["ActiveThorns"])
    with pytest.raises(chemora.MissingData, match="no parameter 'IO::out_dirr'; the most similar name is 'IO(Util)?::out_dir'"):
        opened.parameters["IO::out_dirr"]
    with pytest.raises(chemora.MissingData, match="several thorns have a parameter 'out_every': write"):
        opened.parameters["out_every"]
    with pytest.raises(chemora.MissingData, match="which the thorn CaKernel writes at the end of a run"):
        opened.kernel_report


def test_errors_contain_the_most_similar_name(folder):
    opened = chemora.open(folder)
    for wrong, words in [(lambda: opened["ff"], "there is no variable 'ff'; the most similar name is 'f', and all names are"),
                         (lambda: opened.scalars["enrgy"], "there is no scalar 'enrgy'; the most similar name is 'energy', and all names are energy, f"),
                         (lambda: opened.scalars["f"]["max"], "there is no column of f 'max'; the most similar name is 'maximum'"),
                         (lambda: chemora.open(folder.parent / "dat"), f"the most similar name is {folder.parent / 'data'}")]:
        with pytest.raises(chemora.MissingData) as error:
            wrong()
        assert words in str(error.value)
    damaged = new_folder("damaged")
    shutil.copy(folder / "n.h5", damaged)
    (damaged / "f.h5").write_bytes((folder / "f.h5").read_bytes()[:3000])
    opened = chemora.open(damaged)
    assert list(opened.variables) == ["n"] and len(opened.errors) == 1
    with pytest.raises(chemora.MissingData, match="These files could not be read: f.h5 cannot be read"):
        opened["f"]


def test_package_needs_only_what_it_declares():
    project = tomllib.loads((SOURCE / "scripts/python/pyproject.toml").read_text())
    assert project["project"]["version"] in (SOURCE / "CMakeLists.txt").read_text() and project["tool"]["setuptools"]["packages"] == ["chemora"]
    imported = set()
    for path in (SOURCE / "scripts/python/chemora").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {name.name.split(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add(node.module.split(".")[0])
    assert imported - sys.stdlib_module_names == set(project["project"]["dependencies"])


def test_examples_of_the_page():
    """The examples run in one process on the output of gaussian.par on a small grid."""
    small = {"driver::global_nx": 17, "driver::global_ny": 15, "driver::global_nz": 15, "IOHDF5::out_every": 2, "IO::out_dir": '"output/gaussian"'}
    folder, _ = run(with_parameters((SOURCE / "params/wave/gaussian.par").read_text(), small), ranks=2)
    page = (SOURCE / "docs/python.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(examples) >= 6
    check = "assert exact is None and last.time == rho.times[-1] and abs(energy[0]) > 0 and near.values.shape == (17, 15)\n"
    done = subprocess.run([sys.executable, "-c", "".join(examples) + check], cwd=folder, capture_output=True, text=True,
                          env={"PYTHONPATH": str(SOURCE / "scripts/python")})
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    for words in ("<run output/gaussian: variables rho, u; scalars eps, rho>", "xyz (17, 15, 15)", "'maximum'", "change of the energy"):
        assert words in done.stdout, done.stdout
