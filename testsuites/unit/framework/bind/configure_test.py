"""Tests the scripts that read thorns at configure time. The subjects are names in configuration.ccl, ThornLists, and the
quoting of CMake arguments."""

import sys

import pytest
from arrangements import write_files, write_thorn
from folders import new_folder
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "framework/bind/configure"))
from capabilities import Capabilities  # noqa: E402
from configuration_ccl import read_configuration  # noqa: E402
from report import Report, did_you_mean, quoted  # noqa: E402
from thorn_list import Thorn, find_thorns, read_thornlists  # noqa: E402

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
    """A ThornList may contain the former name of a renamed thorn; a note is printed. This does not apply if another thorn has
    this name."""
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


@pytest.mark.parametrize("module, package", [("hdf5-openmpi", "libhdf5-openmpi-dev"), ("hdf5-mpich", "libhdf5-mpich-dev"),
                                             ("hdf5-serial", "libhdf5-dev")])
def test_missing_hdf5(folder, module, package):
    """The error names the package of the HDF5 that uses the MPI library of the build."""
    write_files(folder, {"configuration.ccl": "REQUIRES HDF5\n"})
    thorn = Thorn("IO/Files", "my.th:1", folder, configuration=read_configuration(folder / "configuration.ccl", Report()))
    report = Report()
    Capabilities([thorn], {}, {"HDF5": module}).report_missing({}, report)
    assert f"There is no HDF5 on this machine. On Debian, install {package}.\n" in "".join(report.statements), report.statements


def test_texts():
    assert quoted("plain/path.c") == "plain/path.c"
    assert quoted("a b;c") == "[[a b;c]]" and quoted("a]]") == "[=[a]]]=]" and quoted("") == "[[]]"
    assert did_you_mean("Miin", ["Fine", "Mine"]) == " Did you mean `Mine`?"
    assert did_you_mean("wave", ["boundary"]) == ""
