"""Tests the loop macros of C, C++ and Fortran for 1 to 4 dimensions. The headers equal the output of their generator, and the
loops visit the correct points."""

import itertools
import os
import subprocess
import sys

import pytest
from folders import new_folder
from simulation import BUILD, SOURCE

INCLUDE = SOURCE / "framework" / "include"
SIZE, LOWER, UPPER, OUTER_LOWER, OUTER_UPPER = [6, 7, 8, 9], 1, 2, 1, [0, 1, 1, 1]

PROGRAM = """
#include "cctk_Config.h"
#include "cctk_Types.h"
#include <stdio.h>
#include <stdlib.h>
#include "cctk_Loop.h"
void CCTK_VError(int line, const char* file, const char* thorn, const char* format, ...) {{ exit(1); }}
static void GetBoundarySizesAndTypes(const cGH* gh, CCTK_INT n, CCTK_INT* size, CCTK_INT* ghost, CCTK_INT* symmetry,
                                     CCTK_INT* outer) {{
  static const int upper[4] = {{0, 1, 1, 1}};
  for (int f = 0; f < n; ++f) {{
    size[f] = f % 2 ? 2 : 1;
    outer[f] = f % 2 ? upper[f / 2] : 1;
    ghost[f] = symmetry[f] = !outer[f];
  }}
}}
int main(void) {{
  int size[4] = {{6, 7, 8, 9}}, zero[4] = {{0, 0, 0, 0}};
  cGH gh = {{0}};
  gh.cctk_lsh = gh.cctk_ash = gh.cctk_tile_max = size;
  gh.cctk_tile_min = zero;
  gh.cctk_alignment = 1;
  const cGH* cctkGH = &gh;
{loops}
  return 0;
}}
"""


def count_loops(dim):
    axes = ", ".join("ijkl"[:dim])
    normals = ", ".join("n" + axis for axis in "ijkl"[:dim])
    box = ", ".join(["1"] * dim + ["4"] * dim + [str(n) for n in SIZE[:dim]])
    text = f"  gh.cctk_dim = {dim};\n  {{ int n[6] = {{0}};\n"
    for slot, (name, arguments) in enumerate((
            ("_ALL", f"cctkGH, {axes}"), ("_INT", f"cctkGH, {axes}"), ("_BND", f"cctkGH, {axes}, {normals}"),
            ("_INTBND", f"cctkGH, {axes}, {normals}"), ("", f"{axes}, {box}"))):
        text += f"  CCTK_LOOP{dim}{name}(test, {arguments}) {{ ++n[{slot}]; }} CCTK_ENDLOOP{dim}{name}(test);\n"
    text += (f"  CCTK_LOOP{dim}STR_ALL(vectors, cctkGH, {axes}, first, past, 4) {{\n"
             "    for (int lane = i; lane < i + 4; ++lane) n[5] += lane >= first && lane < past;\n"
             f"  }} CCTK_ENDLOOP{dim}STR_ALL(vectors);\n")
    return text + '  printf("%d %d %d %d %d %d\\n", n[0], n[1], n[2], n[3], n[4], n[5]); }\n'


def expected(dim):
    """Returns the expected counts, computed by testing every grid point separately."""
    n_all = n_inside = n_any = n_only = 0
    for point in itertools.product(*(range(n) for n in SIZE[:dim])):
        faces = []
        for axis, at in enumerate(point):
            if at < LOWER:
                faces.append(OUTER_LOWER)
            elif at >= SIZE[axis] - UPPER:
                faces.append(OUTER_UPPER[axis])
        n_all += 1
        n_inside += not faces
        n_any += any(faces)
        n_only += bool(faces) and all(faces)
    return [n_all, n_inside, n_any, n_only, 3 ** dim, n_all]


FORTRAN_PROGRAM = """
#include "cctk_Types.h"
#include "cctk_Loop.h"
module boundary
contains
integer function GetBoundarySizesAndTypes(cctkGH, n, width, is_ghost, is_symmetry, is_outer) result(status)
  CCTK_POINTER :: cctkGH
  integer :: n, width(n), is_ghost(n), is_symmetry(n), is_outer(n), axis
  do axis = 1, n / 2
    width(2*axis-1:2*axis) = (/ {LOWER}, {UPPER} /)
    is_outer(2*axis-1:2*axis) = (/ {OUTER_LOWER}, merge(0, 1, axis == 1) /)
  end do
  is_ghost = 1 - is_outer
  is_symmetry = 0
  status = 0
end function
end module
{subroutines}
program loops
  call loops1()
  call loops2()
  call loops3()
  call loops4()
end program
"""


def fortran_loops(dim):
    """Returns a Fortran subroutine that counts the points of each loop form with several threads. For loop forms with normals,
    the subroutine also computes the sums that expected_normals() returns."""
    axes, normals = ",".join("ijkl"[:dim]), ",".join("n" + axis for axis in "ijkl"[:dim])
    size = ", ".join(map(str, SIZE[:dim]))
    box = ", ".join(["2"] * dim + ["4"] * dim + [str(n) for n in SIZE[:dim]])
    weighed = " + ".join(f"{10 ** axis} * n{letter}" for axis, letter in enumerate("ijkl"[:dim]))
    place = "0"
    for axis, letter in reversed(list(enumerate("ijkl"[:dim]))):
        place = f"{letter}-1+{SIZE[axis]}*({place})"
    forms = [("_ALL", axes, "", "", "1"), ("_INT", axes, "", "", "1"),
             ("_BND", f"{axes},{normals}", "", "", weighed), ("_INTBND", f"{axes},{normals}", "", "", weighed),
             ("", axes, f", {box}", "", "1"),
             ("STR_ALL", axes, ", first, past, 4", "private(first, past)",
              "merge(count((/ (lane >= first .and. lane <= past, lane = i, i + 3) /)), 1000000, "
              f"modulo({place}, 4) == 0)")]
    declarations = "".join(f"  CCTK_LOOP{dim}{form}_DECLARE(loop{form})\n" for form, *_ in forms)
    loops = "".join(
        f"  !$omp parallel CCTK_LOOP{dim}{form}_OMP_PRIVATE(loop{form}, {points}) {private} reduction(+: n)\n"
        f"  CCTK_LOOP{dim}{form}(loop{form}, {points}{arguments})\n"
        f"    n({slot}) = n({slot}) + {counted}\n"
        f"  CCTK_ENDLOOP{dim}{form}(loop{form})\n  !$omp end parallel\n"
        for slot, (form, points, arguments, private, counted) in enumerate(forms, 1))
    return (f"subroutine loops{dim}()\n  use boundary\n  implicit none\n"
            f"  integer :: cctk_lsh({dim}), cctk_ash({dim}), cctk_tile_min({dim}), cctk_tile_max({dim}), n(6)\n"
            f"  integer :: {axes}, {normals}, first, past, lane\n  CCTK_POINTER :: cctkGH = 0\n{declarations}"
            f"  cctk_lsh = (/ {size} /)\n  cctk_ash = cctk_lsh\n  cctk_tile_max = cctk_lsh\n  cctk_tile_min = 0\n"
            f"  n = 0\n{loops}  print '(6i8)', n\nend subroutine\n")


def expected_normals(dim):
    """Returns two sums over the points of BND and INTBND loops. Each point contributes its distances to the faces, with a
    weight for each axis."""
    n_any = n_only = 0
    for point in itertools.product(*(range(n) for n in SIZE[:dim])):
        outer, weighed = [], 0
        for axis, at in enumerate(point):
            if at < LOWER:
                outer.append(OUTER_LOWER)
                weighed += 10 ** axis * (at + 1)
            elif at >= SIZE[axis] - UPPER:
                outer.append(OUTER_UPPER[axis])
                weighed += 10 ** axis * (SIZE[axis] - at)
        n_any += weighed * any(outer)
        n_only += weighed * (bool(outer) and all(outer))
    return [n_any, n_only]


def check(language, program, expectation, environment=None):
    lines = subprocess.run([program], check=True, capture_output=True, text=True, env=environment).stdout.split("\n")
    for dim in range(1, 5):
        found = [int(word) for word in lines[dim - 1].split()]
        assert found == expectation(dim), f"{dim} dimensions in {language}"


@pytest.fixture
def folder():
    return new_folder()


def test_headers_are_those_of_the_generator(folder):
    subprocess.run([sys.executable, INCLUDE / "generate_loops.py", folder], check=True)
    for name in (f"{place}cctk_Loop{dim}.h" for place in ("", "fortran/") for dim in range(1, 5)):
        assert (folder / name).read_text() == (INCLUDE / name).read_text(), f"run generate_loops.py, which writes another {name}"


def test_c(folder):
    (folder / "loops.c").write_text(PROGRAM.format(loops="".join(count_loops(dim) for dim in range(1, 5))))
    for compiler in (["gcc", "-std=c11"], ["g++", "-std=c++20", "-x", "c++"]):
        subprocess.run([*compiler, "-w", "-I", INCLUDE, folder / "loops.c", "-o", folder / "loops"], check=True)
        check(compiler[0], folder / "loops", expected)


def test_fortran(folder):
    """Compiles and runs a Fortran program with all loop macros. The source is preprocessed as in
    framework/bind/cmake/fortran.cmake."""
    (folder / "loops.F90").write_text(FORTRAN_PROGRAM.format(
        **globals(), subroutines="".join(fortran_loops(dim) for dim in range(1, 5))))
    subprocess.run(["gcc", "-E", "-x", "c", "-traditional-cpp", "-undef", "-nostdinc", "-w", "-DFCODE",
                    f"-I{INCLUDE}/fortran", "-o", folder / "loops.i", folder / "loops.F90"], check=True)
    subprocess.run([BUILD / "bin" / "chemora-fortran", "split", "free", folder / "loops.i", folder / "loops.f90"],
                   check=True)
    subprocess.run(["gfortran", "-w", "-fopenmp", "-ffree-line-length-none", "-J", folder, folder / "loops.f90",
                    SOURCE / "framework" / "fortran" / "loops.cpp", "-lstdc++", "-o", folder / "loops_fortran"],
                   check=True)

    def expectation(dim):
        n_all, n_inside, _, _, n_box, n_strided = expected(dim)
        return [n_all, n_inside, *expected_normals(dim), n_box, n_strided]
    for threads in "1", "3":
        check(f"Fortran, {threads} threads", folder / "loops_fortran", expectation,
              {**os.environ, "OMP_NUM_THREADS": threads})
