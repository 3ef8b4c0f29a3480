"""Files that are no checkpoint of this run are errors with a message that states the reason, before anything is computed."""

import functools
import shutil

import h5py
import numpy
import pytest

from checkpoints import EVERYTHING, SMALL, with_settings
from folders import new_folder
from simulation import run

STEP = 2
NAME = f"checkpoint.chkpt.it_{STEP}"
ATTRIBUTES = "Global Attributes"
SETTINGS = {**SMALL, "cactus::cctk_itlast": str(STEP), "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_on_terminate": '"yes"'}
WRITING = with_settings(EVERYTHING, SETTINGS)
READING = with_settings(WRITING, {"cactus::cctk_itlast": str(STEP + 1), "IO::recover": '"manual"', "IO::recover_file": f'"{NAME}"',
                                  "IO::checkpoint_on_terminate": '"no"'})
FIELD = f"testcheckpoint::field timelevel 0 at iteration {STEP}"


def replaced(file, name, values):
    """Replaces a dataset by new values and keeps its attributes."""
    attributes = dict(file[name].attrs)
    del file[name]
    file[name] = values
    for key, value in attributes.items():
        file[name].attrs[key] = value


def name_of(file, part, level=0):
    """Returns the object in the file whose name ends in `part`."""
    return next(name for name in file if name.lower().startswith(f"testcheckpoint::{part} ") and f"timelevel {level} " in name)


def attribute(name, value):
    def change(file):
        file[ATTRIBUTES].attrs[name] = value
    return change


def without_attribute(name):
    def change(file):
        del file[ATTRIBUTES].attrs[name]
    return change


def parameters(value):
    def change(file):
        del file["Cactus Parameters"]["All Parameters"]
        file["Cactus Parameters"]["All Parameters"] = value
    return change


def field(make, drop_size=False):
    def change(file):
        name = name_of(file, "field")
        replaced(file, name, make(file[name][...]))
        if drop_size:
            del file[name].attrs["global_size"]
    return change


def renamed(level):
    def change(file):
        file.move(name_of(file, "field", 1), f"TestCheckpoint::field timelevel {level} at iteration {STEP}")
    return change


def unknown(file):
    file[f"other::psi timelevel 0 at iteration {STEP}"] = numpy.zeros(3)


def emptied(file):
    for name in list(file):
        del file[name]


REJECTED = {  # a change of a good checkpoint, and the message about it
    "empty": (emptied, "it contains no parameters"),
    "numbers as parameters": (parameters(numpy.arange(50.0)), "`All Parameters` is not text"),
    "no iteration": (without_attribute("cctk_iteration"), "H5Aopen failed for `cctk_iteration`"),
    "ten iterations": (attribute("cctk_iteration", numpy.arange(10)), "the attribute `cctk_iteration` has 10 values, not 1"),
    "iteration in words": (attribute("cctk_iteration", "two"), "H5Aread failed for `cctk_iteration`"),
    "integers": (field(lambda values: values.astype("i4")), "it contains integers in the file, and real numbers in the run"),
    "words": (field(lambda values: numpy.full(values.shape, b"word")), "it contains text in the file, and real numbers in the run"),
    "a smaller grid": (field(lambda values: values[1:]), "it has the size 15 x 13 x 13 in the file, and 15 x 13 x 14 in the run"),
    "a larger grid": (field(lambda values: numpy.pad(values, 1), True), "it has the size 17 x 15 x 16 in the file, and"),
    "a plane": (field(lambda values: values[0], True), "it has 2 dimensions in the file, and 3 in the run"),
}
ACCEPTED = {
    "time level -1": (renamed(-1), "does not contain these variables, which keep their values: TestCheckpoint::field (time level 1)"),
    "time level 9": (renamed(9), "which are ignored: TestCheckpoint::field (time level 9)"),
    "unknown variable": (unknown, "which are ignored: other::psi"),
    "parameters as long text": (parameters("TestCheckpoint::factor[2] = 3"), f"Continuing at iteration {STEP}"),
}


@functools.cache
def good_checkpoint(ranks):
    return run(WRITING, ranks)[0] / "saved"


def copy_of_checkpoint(ranks=1):
    """A folder with a checkpoint in the form of another program: without a manifest."""
    folder = new_folder("checkpoint")
    shutil.copytree(good_checkpoint(ranks), folder / "saved")
    (folder / "saved" / f"{NAME}.manifest").unlink()
    for path in folder.glob("saved/*.h5"):
        with h5py.File(path, "r+") as file:
            del file[ATTRIBUTES].attrs["has_manifest"]
    return folder


def require_message(folder, message, code, ranks=1):
    text = " ".join(run(READING, ranks, folder=folder, expect=code)[1].stdout.split())
    assert message in text
    assert code == 0 or "Continuing at" not in text


def require_message_after(change, message, code):
    folder = copy_of_checkpoint()
    with h5py.File(folder / "saved" / f"{NAME}.h5", "r+") as file:
        change(file)
    require_message(folder, message, code)


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name):
    require_message_after(*REJECTED[name], 1)


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name):
    require_message_after(*ACCEPTED[name], 0)


def test_text_file():
    folder = copy_of_checkpoint()
    (folder / "saved" / f"{NAME}.h5").write_text("no HDF5 file")
    require_message(folder, f"H5Fopen failed for `saved/{NAME}.h5`", 1, 2)


def test_folder():
    folder = copy_of_checkpoint()
    (folder / "saved" / f"{NAME}.h5").unlink()
    (folder / "saved" / f"{NAME}.h5").mkdir()
    require_message(folder, f"H5Fopen failed for `saved/{NAME}.h5`", 1)


def test_files_of_different_iterations():
    folder = copy_of_checkpoint(2)
    with h5py.File(folder / "saved" / f"{NAME}.file_1.h5", "r+") as file:
        file[ATTRIBUTES].attrs["cctk_iteration"] = 4
    require_message(folder, f"`saved/{NAME}.file_1.h5` is of iteration 4, but `saved/{NAME}.file_0.h5` of iteration {STEP}", 1)


def test_missing_files():
    folder = copy_of_checkpoint(2)
    with h5py.File(folder / "saved" / f"{NAME}.file_0.h5", "r+") as file:
        file[ATTRIBUTES].attrs["nprocs"] = 2000000000
    require_message(folder, f"the file `saved/{NAME}.file_2.h5` is missing", 1)
