"""Fortran thorns without a Fortran compiler; an error in a Fortran source names the thorn's own file and line."""

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
    code, said = configure(folder, "Test/Wave\n", folder, CMAKE_Fortran_COMPILER="NOTFOUND")
    expected = (f"Thorn Wave has Fortran sources, {folder}/Test/Wave/src/wave.F77 for one, but there is no Fortran "
                "compiler. On Debian, install gfortran, and configure again in a new build folder.")
    if code != 1 or expected not in said:
        sys.exit(f"exit code {code}, not said: {expected}\n{said}")
    print(f"said: {expected}")


def error_in_source(folder):
    if not shutil.which("gfortran"):
        skip("there is no gfortran")
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
    without_compiler(folder)
    error_in_source(folder)


main()
