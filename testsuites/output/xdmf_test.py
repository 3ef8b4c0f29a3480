"""XDMF files beside the HDF5 files: every reference is a dataset of the stated type, shape, time and coordinates; the files are the
same for any number of ranks, complete during a run and after a recovery, and VTK reads them as ParaView does.

VTK is installed in a virtual environment in the build folder if the package registry can be reached. Its case runs this file as a
program of that environment."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import h5py
import pytest
from folders import new_folder
from output_case import DELTA, LOWER, PARAMETERS, SIZE, STEP, contents, f, run_case, same_for_any_ranks
from python_environment import NotInstalled, python_environment
from simulation import CHEMORA, environment, launcher, run, skip
from xdmf import check, read

EXTRA = """
IOHDF5::out_every = 2
IOHDF5::out_vars = "TestOutput::f TestOutput::g TestOutput::n{out_every=4} TestOutput::v TestOutput::z TestOutput::energy
                    TestOutput::p TestOutput::q"
IOHDF5::out1D_every = 2
IOHDF5::out1D_vars = "TestOutput::f"
IOHDF5::out1D_xline_y = 1.2
IOHDF5::out2D_every = 4
IOHDF5::out2D_vars = "TestOutput::f TestOutput::n"
IOHDF5::out2D_xzplane_y = 1.5
"""
ROW = range(SIZE[0])


@pytest.fixture(scope="module")
def folder():
    return same_for_any_ranks(EXTRA, ranks=(3,))[0]


def test_whole_variables(folder):
    found = check(folder / "test.xmf")
    assert sorted(found) == ["f", "g", "n", "p", "q", "v[0]", "v[1]"], "complex variables and scalars are not part of XDMF"
    assert [sorted(found[name]) for name in ("f", "g", "n")] == [[0, 2, 4], [0, 2, 4], [0, 4]]
    grid, values = found["f"][2]
    assert (grid.points, grid.origin, grid.delta, grid.time) == (SIZE, list(LOWER), list(DELTA), 2 * STEP)
    assert values[6, 7].tolist() == [f(i, 7, 6, 2 * STEP) for i in ROW]
    assert found["p"][0][0].points == (7, 1, 1) and found["q"][0][0].points == (4, 3, 1)


def test_variables_with_equal_grids_and_times_share_a_collection(folder):
    names = sorted(sorted(collection[0].arrays) for collection in read(folder / "test.xmf"))
    assert names == [["f", "g", "v[0]", "v[1]"], ["n"], ["p"], ["q"]], names


def test_slices(folder):
    names = {path.name for path in folder.glob("*.xmf")}
    assert names == {"test.xmf", "test.x.xmf", "test.y.xmf", "test.z.xmf", "test.xy.xmf", "test.xz.xmf", "test.yz.xmf"}, names
    grid, values = check(folder / "test.x.xmf")["f"][2]
    assert grid.points == (SIZE[0], 1, 1) and grid.origin == [LOWER[0], 1.5, 0]
    assert values.tolist() == [f(i, 3, 3, 2 * STEP) for i in ROW]
    found = check(folder / "test.xz.xmf")
    grid, values = found["f"][4]
    assert grid.points == (SIZE[0], 1, SIZE[2]) and grid.origin == [LOWER[0], 1.5, LOWER[2]]
    assert values[5].tolist() == [f(i, 3, 5, 4 * STEP) for i in ROW] and sorted(found["n"]) == [0, 4]


def test_single_precision_groups_and_downsampling():
    folder, _ = run_case("""
IOHDF5::out_every = 4
IOHDF5::out_vars = "TestOutput::fields"
IOHDF5::one_file_per_group = "yes"
IO::out_single_precision = "yes"
IO::out_downsample_x = 2
""", 2)
    grid, values = check(folder / "test.xmf")["f"][4]
    assert values.dtype.itemsize == 4 and grid.points == (5, *SIZE[1:]) and grid.delta[0] == 2 * DELTA[0]


def test_can_be_switched_off():
    folder, _ = run_case('IOHDF5::out_every = 4\nIOHDF5::out_vars = "TestOutput::f"\nIOHDF5::xdmf = "no"\n')
    assert list(contents(folder)) == ["f.h5"]


def test_recovery_continues_the_collections():
    """The XDMF file of the second run also contains the output up to the checkpoint, but not the output after it, which belongs to
    the first run only."""
    extra = """
IOHDF5::out_vars = "TestOutput::f TestOutput::n{out_every=2}"
IOHDF5::out_extension = ".hdf5"
IOHDF5::checkpoint = "yes"
IO::checkpoint_every = 2
"""
    folder = new_folder("recovered")
    steps = "cactus::cctk_itlast = 4"
    for last, options in [(3, "IOHDF5::out_every = 1\n"), (8, 'IOHDF5::out_every = 4\nIO::recover = "auto"\n')]:
        text = PARAMETERS.replace(steps, f"cactus::cctk_itlast = {last}") + extra + options
        run(text, 2, folder=folder)
    found = check(folder / "data/test.xmf")
    assert sorted(found["f"]) == [0, 1, 2, 4, 8] and sorted(found["n"]) == [0, 2, 4, 6, 8]


def test_repeated_run_moves_the_file_of_the_first_run():
    """The file of the first run does not refer to files of the second run, also if that run writes no XDMF files."""
    extra = 'IOHDF5::out_every = 4\nIOHDF5::out_vars = "TestOutput::f"\n'
    folder = new_folder("repeated")
    for options in ("", 'IOHDF5::xdmf = "no"\n'):
        run(PARAMETERS + extra + options, folder=folder)
    assert (folder / "data/previous-run/test.xmf").exists() and not (folder / "data/test.xmf").exists()


def test_variables_of_the_same_name():
    """Two thorns have a variable `f`: both are part of the XDMF file, with names that contain the thorn."""
    extra = 'ActiveThorns = "TestGrid"\nIOHDF5::out_every = 4\nIOHDF5::out_vars = "TestOutput::f TestGrid::f"\n'
    folder, _ = run_case(extra)
    ((grid, *_), *_) = read(folder / "test.xmf")
    assert sorted(grid.arrays) == ["TestGrid-f", "TestOutput-f"], grid.arrays
    for name in ("TestGrid", "TestOutput"):
        file, dataset, *_ = grid.arrays[f"{name}-f"]
        with h5py.File(folder / file) as data:
            assert data[dataset].attrs["name"].decode() == f"{name}::f", dataset


HOLD_OPEN = """
import sys, time, h5py
for attempt in range(500):
    try:
        file = h5py.File(sys.argv[1])
        sys.stdin.read()
        break
    except OSError:
        time.sleep(0.01)
"""


def newest_iteration(path):
    """The newest iteration of an XDMF file, after a check of its arrays. An HDF5 file can be read only between two outputs, so that
    reading is tried again."""
    for attempt in range(100):
        (grids,) = read(path)
        try:
            assert sorted(check(path, first=grids[-1].iteration)) == ["f", "n"]
            return grids[-1].iteration
        except (OSError, KeyError, RuntimeError):
            if attempt == 99:
                raise
            time.sleep(0.01)


def test_is_valid_during_the_run():
    """Reads the files while a run writes them. A program that has a file open does not disturb the run."""
    folder = new_folder("watched")
    text = PARAMETERS.replace("cactus::cctk_itlast = 4", "cactus::cctk_itlast = 1000000")
    (folder / "test.par").write_text(text + 'IOHDF5::out_every = 200\nIOHDF5::out_vars = "TestOutput::f TestOutput::n"\n')
    path = folder / "data/test.xmf"
    with open(folder / "log", "w") as log:
        process = subprocess.Popen([*launcher(1), CHEMORA, "test.par"], cwd=folder, env=environment(), stdout=log, stderr=log)
        try:
            end = time.monotonic() + 60
            while not path.exists() and time.monotonic() < end:
                time.sleep(0.02)
            seen = set()
            with subprocess.Popen([sys.executable, "-c", HOLD_OPEN, path.parent / "f.h5"], stdin=subprocess.PIPE) as reader:
                while len(seen) < 5 and time.monotonic() < end and process.poll() is None:
                    seen.add(newest_iteration(path))
                assert reader.poll() is None
                reader.communicate()
        finally:
            process.send_signal(signal.SIGUSR2)
            process.wait()
    output = (folder / "log").read_text()
    assert len(seen) >= 5 and process.returncode == 0 and "Cannot write" not in output, output
    iterations = sorted(check(path)["f"])
    assert len(iterations) > 5 and iterations == list(range(0, 200 * len(iterations), 200))


def read_with_vtk(folder, reader_name):
    """Reads whole variables, planes and lines as ParaView does, and compares values, coordinates and times."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonDataModel import vtkCompositeDataSet, vtkDataObject
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as Pipeline

    import vtkmodules.all as vtk

    def blocks_at(file, when):
        reader = getattr(vtk, reader_name)()
        reader.SetFileName(str(folder / file))
        reader.UpdateInformation()
        times = reader.GetOutputInformation(0).Get(Pipeline.TIME_STEPS())
        reader.UpdateTimeStep(when)
        data = reader.GetOutputDataObject(0)
        if isinstance(data, vtkCompositeDataSet):
            iterator = data.NewIterator()
            found = []
            iterator.InitTraversal()
            while not iterator.IsDoneWithTraversal():
                found.append(iterator.GetCurrentDataObject())
                iterator.GoToNextItem()
            return times, found
        return times, [data]

    def block_with(name, file, when):
        times, blocks = blocks_at(file, when)
        (block,) = [block for block in blocks if block.GetPointData().HasArray(name)]
        return times, block, vtk_to_numpy(block.GetPointData().GetArray(name))

    times, block, values = block_with("f", "test.xmf", 2 * STEP)
    assert list(times) == [0, 2 * STEP, 4 * STEP], times
    assert block.GetDimensions() == SIZE and block.GetOrigin() == LOWER and block.GetSpacing() == DELTA
    expected = [f(i, j, k, 2 * STEP) for k in range(SIZE[2]) for j in range(SIZE[1]) for i in ROW]
    assert values.dtype.itemsize == 8 and values.tolist() == expected
    _, block, values = block_with("n", "test.xmf", 4 * STEP)
    assert values.tolist() == [i + 100 * j + 10000 * k for k in range(SIZE[2]) for j in range(SIZE[1]) for i in ROW]
    _, block, values = block_with("v[1]", "test.xmf", 2 * STEP)
    assert set(values.tolist()) == {2 + 2 * STEP}
    _, block, values = block_with("f", "test.xz.xmf", 4 * STEP)
    assert block.GetDimensions() == (SIZE[0], 1, SIZE[2]) and block.GetOrigin() == (LOWER[0], 1.5, LOWER[2])
    assert values.tolist() == [f(i, 3, k, 4 * STEP) for k in range(SIZE[2]) for i in ROW]
    _, block, values = block_with("f", "test.x.xmf", 2 * STEP)
    assert block.GetDimensions() == (SIZE[0], 1, 1) and values.tolist() == [f(i, 3, 3, 2 * STEP) for i in ROW]


@pytest.mark.parametrize("reader", ["vtkXdmfReader", "vtkXdmf3Reader"])
def test_vtk(reader, folder):
    try:
        python = python_environment("vtk", "vtk", "numpy", "pytest", "h5py") / "bin/python3"
    except NotInstalled as error:
        skip(f"VTK cannot be installed: {error}")
    has_reader = f"import sys, vtkmodules.all as vtk; sys.exit(not hasattr(vtk, '{reader}'))"
    if subprocess.run([python, "-c", has_reader]).returncode != 0:
        skip(f"the package of VTK does not contain {reader}")
    result = subprocess.run([python, __file__, folder, reader], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                            capture_output=True, text=True)
    assert result.returncode == 0 and "ERR" not in result.stderr, result.stdout + result.stderr


if __name__ == "__main__":
    read_with_vtk(pathlib.Path(sys.argv[1]), sys.argv[2])
