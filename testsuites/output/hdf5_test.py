"""HDF5 output: the same bytes for 1, 2 and 3 ranks; names, attributes and values as readers of Carpet's files expect."""

import re

import h5py
import numpy
import pytest

from output_case import DELTA, LOWER, SIZE, STEP, contents, run_case, same_for_any_ranks

EXTRA = """
IOHDF5::out_every = 2
IOHDF5::out_vars = "TestOutput::fields{out_every=4} TestOutput::n TestOutput::v TestOutput::z
                    TestOutput::p TestOutput::q
                    TestOutput::energy TestOutput::calls"
IO::out_save_parameters = "all"
"""
# The pattern with which kuibit and other readers split the name of a dataset.
NAME = re.compile(r"([^:]+)::(\S+) it=(\d+) tl=(\d+)([ ]m=0)?([ ]rl=(\d+))?([ ]c=(\d+))?$")


@pytest.fixture(scope="module")
def folder():
    return same_for_any_ranks(EXTRA)[0]


def expected_f(time):
    x, y, z = (LOWER[d] + DELTA[d] * numpy.arange(SIZE[d]) for d in range(3))
    return x[None, None, :] + 10 * y[None, :, None] + 100 * z[:, None, None] + 1000 * time


def test_grid_function(folder):
    with h5py.File(folder / "f.h5") as file:
        names = sorted(name for name in file if NAME.match(name))
        assert names == ["TestOutput::f it=0 tl=0 rl=0 c=0", "TestOutput::f it=4 tl=0 rl=0 c=0"], names
        for name in names:
            data, time = file[name], int(NAME.match(name)[3]) * STEP
            assert data.shape == SIZE[::-1] and data.dtype == numpy.float64
            assert numpy.array_equal(data[()], expected_f(time))
            attributes = {key: value.tolist() for key, value in data.attrs.items() if key != "name"}
            assert data.attrs["name"] == b"TestOutput::f", data.attrs["name"]
            assert attributes == {
                "level": 0, "carpet_mglevel": 0, "timestep": round(time / STEP), "group_timelevel": 0, "time": time,
                "cctk_bbox": [1] * 6, "cctk_nghostzones": [0] * 3, "origin": list(LOWER), "delta": list(DELTA),
                "iorigin": [0] * 3, "ioffset": [0] * 3, "ioffsetdenom": [1] * 3}, attributes


def test_other_kinds(folder):
    with h5py.File(folder / "n.h5") as file:
        data = file["TestOutput::n it=2 tl=0 rl=0 c=0"]
        assert data.dtype == numpy.int32 and data[6, 7, 8] == 60708
    with h5py.File(folder / "z.h5") as file:
        data = file["TestOutput::z it=2 tl=0 rl=0 c=0"][()]
        assert numpy.array_equal(data["real"], expected_f(0.25)) and numpy.array_equal(data["imag"], -expected_f(0.25))
    with h5py.File(folder / "v[1].h5") as file:
        assert numpy.all(file["TestOutput::v[1] it=2 tl=0 rl=0 c=0"][()] == 2.25)
    with h5py.File(folder / "p.h5") as file:
        assert file["TestOutput::p it=2 tl=0"][()].tolist() == [i * i + 0.25 for i in range(7)]
    with h5py.File(folder / "q.h5") as file:
        assert file["TestOutput::q it=0 tl=0"][()].tolist() == [[i + 10 * j for i in range(4)] for j in range(3)]
    with h5py.File(folder / "energy.h5") as file:
        assert file["TestOutput::energy it=2 tl=0"][()] == 1 / 3 + 0.25
    with h5py.File(folder / "calls.h5") as file:
        assert file["TestOutput::calls it=0 tl=0"][()] == 0


def test_metadata(folder):
    with h5py.File(folder / "f.h5") as file:
        group = file["Parameters and Global Attributes"]
        parameters = group["All Parameters"][()].tobytes().decode().lower().split("\n")
        assert 'iohdf5::out_every = 2' in parameters, parameters
        assert 'io::out_dir = "data"' in parameters or 'ioutil::out_dir = "data"' in parameters, parameters
        assert group["Datasets"][()].tobytes().decode() == "TestOutput::f\n"
        assert group.attrs["carpet_reflevels"] == 1 and group.attrs["nioprocs"] == 1


def test_options():
    folder, _ = run_case("""
IOHDF5::out_every = 4
IOHDF5::out_vars = "TestOutput::fields"
IOHDF5::one_file_per_group = "yes"
IOHDF5::compression_level = 6
IOHDF5::minimum_size_for_compression = 0
IOHDF5::use_checksums = "yes"
IO::out_single_precision = "yes"
IO::out_downsample_x = 2
""", 2)
    assert list(contents(folder)) == ["test.xmf", "testoutput-fields.h5"], contents(folder).keys()
    with h5py.File(folder / "testoutput-fields.h5") as file:
        data = file["TestOutput::f it=4 tl=0 rl=0 c=0"]
        assert data.compression == "gzip" and data.fletcher32 and data.dtype == numpy.float32
        assert data.attrs["delta"][0] == 2 * DELTA[0]
        assert numpy.array_equal(data[()], expected_f(4 * STEP)[:, :, ::2].astype(numpy.float32))
        assert "TestOutput::g it=0 tl=0 rl=0 c=0" in file
