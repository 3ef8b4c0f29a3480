"""Loop macros for 1 to 4 dimensions: they are what the generator writes, and visit the right number of points."""

import itertools
import pathlib
import subprocess
import sys
import tempfile

from simulation import SOURCE

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
    """By looking at every point on its own."""
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


folder = pathlib.Path(tempfile.mkdtemp(prefix="chemora-test-"))
subprocess.run([sys.executable, INCLUDE / "generate_loops.py", folder], check=True)
for dim in range(1, 5):
    name = f"cctk_Loop{dim}.h"
    if (folder / name).read_text() != (INCLUDE / name).read_text():
        sys.exit(f"{name} is not what generate_loops.py writes; run it")

(folder / "loops.c").write_text(PROGRAM.format(loops="".join(count_loops(dim) for dim in range(1, 5))))
for compiler in (["gcc", "-std=c11"], ["g++", "-std=c++20", "-x", "c++"]):
    subprocess.run([*compiler, "-w", "-I", INCLUDE, folder / "loops.c", "-o", folder / "loops"], check=True)
    lines = subprocess.run([folder / "loops"], check=True, capture_output=True, text=True).stdout.split("\n")
    for dim in range(1, 5):
        found = [int(word) for word in lines[dim - 1].split()]
        if found != expected(dim):
            sys.exit(f"{dim} dimensions with {compiler[0]}: {found} points, not {expected(dim)}")
print("loops: 6 forms in 1 to 4 dimensions")
