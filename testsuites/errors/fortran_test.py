"""Errors of Fortran thorns: no Fortran compiler, a missing thorn with their modules, and mistakes in a source, which are placed in
the file and line of the thorn."""

import shutil
import subprocess

import pytest
from arrangements import configure, write_files, write_thorn
from folders import new_folder
from simulation import BUILD, SOURCE

BROKEN = """#include "cctk.h"
c     a comment
      subroutine broken()
      implicit none
      _DECLARE_CCTK_FUNCTIONS
      CCTK_REAL x
      x = y
      end
"""


needs_gfortran = pytest.mark.skipif(not shutil.which("gfortran"), reason="there is no gfortran")


@pytest.fixture
def folder():
    return new_folder()


def test_without_compiler(folder):
    write_thorn(folder, "Test/Wave", {"src/make.code.defn": "SRCS = wave.F77\n", "src/wave.F77": "      end\n"})
    code, output = configure(folder, "Test/Wave\n", folder, CMAKE_Fortran_COMPILER="NOTFOUND")
    expected = (f"Thorn Wave has Fortran sources, {folder}/Test/Wave/src/wave.F77 for one, but there is no Fortran "
                "compiler. On Debian, install gfortran, and configure again in a new build folder.")
    assert code == 1 and expected in output, output


@needs_gfortran
def test_without_modules(folder):
    """The machine has the library, but its Fortran modules, of which one is used, are in a thorn that is not listed."""
    write_thorn(folder, "Libraries/MPI", {"src/a.F90": "module messages\nend module messages\n",
                                          "configuration.ccl": "PROVIDES MPI { SCRIPT a.sh LANG sh }\n"})
    write_thorn(folder, "Test/Talks", {"src/make.code.defn": "SRCS = a.F90\n", "src/a.F90": "  Use Messages, only: a\nend\n",
                                       "configuration.ccl": "# talks\nREQUIRES MPI\n"})
    write_thorn(folder, "Test/Silent", {"src/make.code.defn": "SRCS = a.F90\n", "src/a.F90": "end\n",
                                        "configuration.ccl": "REQUIRES MPI\n"})
    code, output = configure(folder, "Test/Talks Test/Silent\n", folder)
    expected = (f"{folder}/Test/Talks/configuration.ccl:2: Thorn Talks requires MPI and uses the Fortran module messages "
                "of Libraries/MPI, which is not listed. Add it to the ThornList.")
    assert code == 1 and expected in output and "Thorn Silent" not in output, output
    code, output = configure(folder, "Test/Talks Test/Silent Libraries/MPI\n", folder)
    assert code == 0, output


@needs_gfortran
def test_position_of_an_error(folder):
    write_files(folder, {"broken.F77": BROKEN, "definethisthorn.h": "", "cctk_Capabilities.h": ""})
    preprocess = ["gcc", "-E", "-x", "c", "-traditional-cpp", "-undef", "-nostdinc", f"-I{folder}",
                  f"-I{SOURCE}/framework/include/fortran", "-o", f"{folder}/broken.i", f"{folder}/broken.F77"]
    split = [f"{BUILD}/bin/chemora-fortran", "split", "fixed", f"{folder}/broken.i", f"{folder}/broken.f"]
    for command in (preprocess, split):
        subprocess.run(command, check=True)
    compiled = subprocess.run(["gfortran", "-fsyntax-only", "-ffixed-line-length-none", f"{folder}/broken.f"],
                              stderr=subprocess.PIPE, text=True)
    assert compiled.stderr.startswith(f"{folder}/broken.F77:7:")
