"""Fortran thorns without a Fortran compiler, or without the thorn that has their modules; an error in a Fortran source names the thorn's own file and line."""

import shutil
import subprocess
import sys

from arrangements import configure, write_files, write_thorn
from folders import new_folder
from simulation import BUILD, SOURCE, skip

BROKEN = """#include "cctk.h"
c     a comment
      subroutine broken()
      implicit none
      _DECLARE_CCTK_FUNCTIONS
      CCTK_REAL x
      x = y
      end
"""


def without_compiler(folder):
    write_thorn(folder, "Test/Wave", {"src/make.code.defn": "SRCS = wave.F77\n", "src/wave.F77": "      end\n"})
    code, output = configure(folder, "Test/Wave\n", folder, CMAKE_Fortran_COMPILER="NOTFOUND")
    expected = (f"Thorn Wave has Fortran sources, {folder}/Test/Wave/src/wave.F77 for one, but there is no Fortran "
                "compiler. On Debian, install gfortran, and configure again in a new build folder.")
    if code != 1 or expected not in output:
        sys.exit(f"exit code {code}, missing message: {expected}\n{output}")
    print(f"reported: {expected}")


def without_modules(folder):
    """The machine has the library, but its Fortran modules are in a thorn that is not listed, and one is used."""
    write_thorn(folder, "Libraries/MPI", {"src/a.F90": "module messages\nend module messages\n",
                                          "configuration.ccl": "PROVIDES MPI { SCRIPT a.sh LANG sh }\n"})
    write_thorn(folder, "Test/Talks", {"src/make.code.defn": "SRCS = a.F90\n", "src/a.F90": "  Use Messages, only: a\nend\n",
                                       "configuration.ccl": "# talks\nREQUIRES MPI\n"})
    write_thorn(folder, "Test/Silent", {"src/make.code.defn": "SRCS = a.F90\n", "src/a.F90": "end\n",
                                        "configuration.ccl": "REQUIRES MPI\n"})
    code, output = configure(folder, "Test/Talks Test/Silent\n", folder)
    expected = (f"{folder}/Test/Talks/configuration.ccl:2: Thorn Talks requires MPI and uses the Fortran module messages "
                "of Libraries/MPI, which is not listed. Add it to the ThornList.")
    if code != 1 or expected not in output or "Thorn Silent" in output:
        sys.exit(f"exit code {code}, missing message: {expected}\n{output}")
    print(f"reported: {expected}")
    code, output = configure(folder, "Test/Talks Test/Silent Libraries/MPI\n", folder)
    if code != 0:
        sys.exit(output)


def error_in_source(folder):
    write_files(folder, {"broken.F77": BROKEN, "definethisthorn.h": "", "cctk_Capabilities.h": ""})
    preprocess = ["gcc", "-E", "-x", "c", "-traditional-cpp", "-undef", "-nostdinc", f"-I{folder}",
                  f"-I{SOURCE}/framework/include/fortran", "-o", f"{folder}/broken.i", f"{folder}/broken.F77"]
    split = [f"{BUILD}/bin/chemora-fortran", "split", "fixed", f"{folder}/broken.i", f"{folder}/broken.f"]
    for command in (preprocess, split):
        subprocess.run(command, check=True)
    compiled = subprocess.run(["gfortran", "-fsyntax-only", "-ffixed-line-length-none", f"{folder}/broken.f"],
                              stderr=subprocess.PIPE, text=True)
    if not compiled.stderr.startswith(f"{folder}/broken.F77:7:"):
        sys.exit(f"the error is not placed at broken.F77:7:\n{compiled.stderr}")
    print(compiled.stderr.split("\n")[0])


def main():
    folder = new_folder()
    without_compiler(folder / "compiler")
    if not shutil.which("gfortran"):
        skip("there is no gfortran")
    without_modules(folder / "modules")
    error_in_source(folder)


main()
