"""The scripts that read thorns at configure time: names in configuration.ccl, ThornLists, quoting of CMake statements."""

import sys

import pytest
from arrangements import write_files, write_thorn
from folders import new_folder
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "framework/bind/configure"))
from configuration_ccl import read_configuration  # noqa: E402
from report import Report, did_you_mean, quoted  # noqa: E402
from thorn_list import find_thorns, read_thornlists  # noqa: E402

CONFIGURATION = """# REQUIRES Nothing
REQUIRES MPI (>= 1.2), \\
  hdf5
REQUIRES THORNS: Boundary \\
  Time
Optional Vectors { }
OPTIONAL_IFACTIVE Accelerator
{
}
PROVIDES BLAS Lapack
{
  SCRIPT find.sh  # comment
  LANG bash
  OPTIONS BLAS_DIR \\
    BLAS_LIBS
}
PROVIDES Plain { }
"""


@pytest.fixture
def folder():
    return new_folder()


def test_configuration(folder):
    write_files(folder, {"configuration.ccl": CONFIGURATION})
    file = folder / "configuration.ccl"
    configuration = read_configuration(file, Report())
    assert configuration.requires == {"MPI": f"{file}:2", "HDF5": f"{file}:3"}, configuration
    assert configuration.thorns == {"BOUNDARY": f"{file}:4", "TIME": f"{file}:5"}, configuration
    assert list(configuration.optional) == ["VECTORS", "ACCELERATOR"], configuration
    assert list(configuration.provides) == ["BLAS", "LAPACK", "PLAIN"], configuration
    script = configuration.scripts["LAPACK"]
    assert (script.path, script.language, script.options) == ("find.sh", "bash", ["BLAS_DIR", "BLAS_LIBS"]), script
    assert configuration.scripts["PLAIN"].path == "" and configuration.spelling["HDF5"] == "hdf5"


def test_former_names(folder):
    """A former name is accepted with a note, unless a folder of arrangements has a thorn of that name."""
    write_thorn(folder / "new", "Grid/Mesh", {})
    write_thorn(folder / "old", "Base/Mesh", {})
    write_files(folder, {"my.th": "Base/Mesh  Grid/Mesh\n"})
    names = {"Base/Mesh": "Grid/Mesh"}
    report = Report()
    listed = read_thornlists([folder / "my.th"], names, [folder / "new"], report)
    assert list(listed) == ["Grid/Mesh"] and "is now called Grid/Mesh" in "".join(report.statements), report.statements
    assert [thorn.name for thorn in find_thorns(listed, [folder / "new"], report)] == ["Mesh"]
    report = Report()
    listed = read_thornlists([folder / "my.th"], names, [folder / "new", folder / "old"], report)
    assert list(listed) == ["Base/Mesh"] and "has the same name as" in "".join(report.statements), report.statements


def test_texts():
    assert quoted("plain/path.c") == "plain/path.c"
    assert quoted("a b;c") == "[[a b;c]]" and quoted("a]]") == "[=[a]]]=]" and quoted("") == "[[]]"
    assert did_you_mean("Miin", ["Fine", "Mine"]) == " Did you mean `Mine`?"
    assert did_you_mean("wave", ["boundary"]) == ""
