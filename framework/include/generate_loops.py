#!/usr/bin/env python3
"""Writes cctk_Loop1.h to cctk_Loop4.h: every loop macro, made of one loop per dimension by a chain of short macros.
Those of Fortran (fortran_loops.py) go to the folder fortran.

Run it after an edit: framework/include/generate_loops.py [FOLDER]. The test unit/framework/include/loops compares and
counts.
"""

import pathlib
import sys

import fortran_loops
from loop_text import AXES, comment, define, end, row

HEAD = """\
/* Loops over grid points of {0} dimensions; made by generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_LOOP{0}_H
#define CCTK_LOOP{0}_H

/* clang-format off */
"""


def chain(dim, form, arguments, passed):
    """The plain macro and the strided one (STR), each in terms of the next more general one. `arguments` of the macro;
    `passed` to the macro with alignment and offset (STROFF)."""
    plain = f"CCTK_LOOP{dim}{form}"
    strided, aligned = (f"CCTK_LOOP{dim}{kind}{form}" for kind in ("STR", "STROFF"))
    yield define(f"{plain}({arguments})", f"{strided}({arguments}, cctk_first_i, cctk_past_i, 1)")
    yield define(f"{end(plain)}(name)", f"{end(strided)}(name)")
    yield define(f"{strided}({arguments}, imin, imax, istr_)", f"{aligned}({passed}, istr_, 0, imin, imax, istr_)")
    yield define(f"{end(strided)}(name)", f"{end(aligned)}(name)")


def box_loop(dim):
    """The loop that all others are made of: points @min_ <= @ < @max_ of a box in memory of size @ash_. n@ is the
    distance to the outer face in a direction @dir_ with one, else 0. With a stride (for vectorisation), i starts where
    its place in memory plus ioff_ is a multiple of istr_; the points outside imin <= i < imax are for the body to
    mask. Thorn LoopControl puts its own loop in the place of the one for 3 dimensions."""
    boxes = ", ".join(row(p, dim) for p in ("@", "n@", "@dir_", "@min_", "@max_", "@ash_"))
    yield from chain(dim, "_NORMAL", f"name, {boxes}", f"name, {boxes}")
    lines = ["do {", f"  typedef int cctk_loop{dim}_##name##_is_open;"]
    for axis in AXES[:dim]:
        unused = " CCTK_ATTRIBUTE_UNUSED" if axis == AXES[dim - 1] else ""
        lines.append(f"  const int cctk_{axis}dir = ({axis}dir_), cctk_{axis}min = ({axis}min_), "
                     f"cctk_{axis}max = ({axis}max_);")
        lines.append(f"  const int cctk_{axis}ash{unused} = ({axis}ash_);")
    lines.append("  const int imin CCTK_ATTRIBUTE_UNUSED = cctk_imin, imax CCTK_ATTRIBUTE_UNUSED = cctk_imax;")
    lines.append("  const int cctk_istr = (istr_), cctk_ialn CCTK_ATTRIBUTE_UNUSED = (ialn_), cctk_ioff = (ioff_);")
    lines.append('  CCTK_PRAGMA_OMP("omp for")' if dim == 1 else f'  CCTK_PRAGMA_OMP("omp for collapse({dim - 1})")')
    for axis in reversed(AXES[1:dim]):
        lines.append(f"  for (int {axis} = cctk_{axis}min; {axis} < cctk_{axis}max; ++{axis})")
    body = "for (int i = cctk_imin - ({} + cctk_ioff) % cctk_istr; i < cctk_imax; i += cctk_istr) {{"
    lines.append("    " + body.format(nested(dim)))
    for axis in AXES[:dim]:
        lines.append(f"      const int n{axis} CCTK_ATTRIBUTE_UNUSED = cctk_{axis}dir < 0 ? {axis} + 1 : "
                     f"cctk_{axis}dir == 0 ? 0 : cctk_{axis}max - {axis};")
    lines.append("      {")
    name = f"CCTK_LOOP{dim}STROFF_NORMAL"
    yield define(f"{name}(name, {boxes}, ialn_, ioff_, imin, imax, istr_)", lines)
    yield define(f"{end(name)}(name)",
                 ["}", "}", f"typedef cctk_loop{dim}_##name##_is_open cctk_loop{dim}_##name##_is_closed "
                  "CCTK_ATTRIBUTE_UNUSED;", "}", "while (0)"])


def nested(dim):
    """cctk_imin + cctk_iash * (j + cctk_jash * (k))"""
    text = AXES[dim - 1]
    for axis in reversed(AXES[: dim - 1]):
        text = f"{axis if axis != 'i' else 'cctk_imin'} + cctk_{axis}ash * ({text})"
    return text if dim > 1 else "cctk_imin"


def range_loop(dim):
    """Points @min_ <= @ < @max_ without directions."""
    box = ", ".join(row(p, dim) for p in ("@min_", "@max_", "@ash_"))
    axes = row("@", dim)
    yield from chain(dim, "", f"name, {axes}, {box}", f"name, {axes}, {box}")
    name = f"CCTK_LOOP{dim}STROFF"
    yield define(f"{name}(name, {axes}, {box}, ialn_, ioff_, imin, imax, istr_)",
                 f"{name}_NORMAL(name, {axes}, {row('cctk_n@', dim)}, {row('0', dim)}, {box}, ialn_, ioff_, imin, "
                 "imax, istr_)")
    yield define(f"{end(name)}(name)", f"{end(name)}_NORMAL(name)")


def all_loop(dim):
    """Every point of this process' box, in the alignment that the driver gave it."""
    gh = "cctk_loop_gh"
    box = ", ".join(row(p, dim) for p in (f"{gh}->cctk_tile_min[#]", f"{gh}->cctk_tile_max[#]", f"{gh}->cctk_ash[#]"))
    yield from on_grid(dim, "_ALL", "", f"CCTK_LOOP{dim}STROFF", f"{row('@', dim)}, {box}", "_all")


def interior_loop(dim):
    """Points at least @blo_, @bhi_ away from the box' faces."""
    widths = ", ".join(row(p, dim) for p in ("@blo_", "@bhi_"))
    arguments = f"name, cctkGH_, {row('@', dim)}, {widths}"
    yield from chain(dim, "_INTERIOR", arguments, arguments)
    side = "(cctk_loop_gh, #, 0, cctk_blo[#], cctk_bhi[#])"
    box = ", ".join([row("cctk_loop_begin" + side, dim), row("cctk_loop_end" + side, dim),
                     row("cctk_loop_gh->cctk_ash[#]", dim)])
    name = f"CCTK_LOOP{dim}STROFF_INTERIOR"
    yield define(f"{name}({arguments}, ialn_, ioff_, imin, imax, istr_)",
                 open_grid(dim, "_INTERIOR") + widths_of(dim) +
                 [f"CCTK_LOOP{dim}STROFF(name##_interior, {row('@', dim)}, {box}, ialn_, ioff_, imin, imax, istr_) {{"])
    yield define(f"{end(name)}(name)", ["}", f"CCTK_ENDLOOP{dim}STROFF(name##_interior);", "}", "while (0)"])


def boundary_loops(dim):
    """Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
    are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards."""
    marks = ", ".join(row(p, dim) for p in ("@blo_", "@bhi_", "@bboxlo_", "@bboxhi_"))
    arguments = f"name, cctkGH_, {row('@', dim)}, {row('n@', dim)}, {marks}"
    side = "(cctk_loop_gh, #, cctk_side[#], cctk_blo[#], cctk_bhi[#])"
    box = ", ".join([row("cctk_side[#]", dim), row("cctk_loop_begin" + side, dim), row("cctk_loop_end" + side, dim),
                     row("cctk_loop_gh->cctk_ash[#]", dim)])
    sides = ", ".join(f"cctk_side_number / {3 ** axis} % 3 - 1" for axis in range(dim))
    for form, skips in (("BOUNDARIES", "cctk_n_marked == 0"),
                        ("INTBOUNDARIES", "cctk_n_marked == 0 || cctk_n_marked < cctk_n_faces")):
        yield from chain(dim, f"_{form}", arguments, arguments)
        name = f"CCTK_LOOP{dim}STROFF_{form}"
        part = f"name##_{form.lower()}"
        yield define(
            f"{name}({arguments}, ialn_, ioff_, imin, imax, istr_)",
            open_grid(dim, f"_{form}") + widths_of(dim) +
            [f"const int cctk_marked[{dim}][2] = {{{row('{(int)(@bboxlo_), (int)(@bboxhi_)}', dim)}}};",
             f"for (int cctk_side_number = 0; cctk_side_number < {3 ** dim}; ++cctk_side_number) {{",
             f"  const int cctk_side[{dim}] = {{{sides}}};",
             "  int cctk_n_faces = 0, cctk_n_marked = 0;",
             f"  for (int cctk_axis = 0; cctk_axis < {dim}; ++cctk_axis)",
             "    if (cctk_side[cctk_axis] != 0) {",
             "      ++cctk_n_faces;",
             "      cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0;",
             "    }",
             f"  if ({skips}) continue;",
             f"  CCTK_LOOP{dim}STROFF_NORMAL({part}, {row('@', dim)}, {row('n@', dim)}, {box}, ialn_, ioff_, imin, "
             "imax, istr_) {"])
        yield define(f"{end(name)}(name)",
                     ["}", f"CCTK_ENDLOOP{dim}STROFF_NORMAL({part});", "}", "}", "while (0)"])


def asked_loops(dim):
    """The same with the boundary's width and kind asked from the coordinate thorn: INT leaves out ghost zones, symmetry
    and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost or symmetry zones."""
    yield define(f"CCTK_LOOP{dim}_ASK_BOUNDARY_(cctkGH_)",
                 [f"CCTK_INT cctk_size[{2 * dim}], cctk_is_ghost[{2 * dim}], cctk_is_symmetry[{2 * dim}], "
                  f"cctk_is_outer[{2 * dim}];",
                  f"GetBoundarySizesAndTypes(cctkGH_, {2 * dim}, cctk_size, cctk_is_ghost, cctk_is_symmetry, "
                  "cctk_is_outer);"])
    ask = f"CCTK_LOOP{dim}_ASK_BOUNDARY_(cctk_loop_asked)"
    sizes = ", ".join(f"cctk_size[{2 * axis + up}]" for up in (0, 1) for axis in range(dim))
    kinds = sizes.replace("size", "is_outer")
    for form, part, normals, marks in (("_INT", "INTERIOR", "", sizes),
                                       ("_BND", "BOUNDARIES", f", {row('n@', dim)}", f"{sizes}, {kinds}"),
                                       ("_INTBND", "INTBOUNDARIES", f", {row('n@', dim)}", f"{sizes}, {kinds}")):
        yield from on_grid(dim, form, normals, f"CCTK_LOOP{dim}STROFF_{part}",
                           f"cctk_loop_asked, {row('@', dim)}{normals}, {marks}", form.lower(), ask)


def on_grid(dim, form, normals, inner, inner_arguments, suffix, ask=None):
    """A loop that needs only the grid: plain and STR."""
    axes = row("@", dim)
    plain, strided = f"CCTK_LOOP{dim}{form}", f"CCTK_LOOP{dim}STR{form}"
    yield define(f"{plain}(name, cctkGH_, {axes}{normals})",
                 f"{strided}(name, cctkGH_, {axes}{normals}, cctk_first_i, cctk_past_i, 1)")
    yield define(f"{end(plain)}(name)", f"{end(strided)}(name)")
    opening = ["do {", "  const cGH* restrict const cctk_loop_asked = (cctkGH_);", "  " + ask] if ask \
        else open_grid(dim, form)
    gh = "cctk_loop_asked" if ask else "cctk_loop_gh"
    yield define(f"{strided}(name, cctkGH_, {axes}{normals}, imin, imax, istr_)",
                 opening + [f"{inner}(name##{suffix}, {inner_arguments}, {gh}->cctk_alignment, "
                            f"{gh}->cctk_alignment_offset, imin, imax, istr_) {{"])
    yield define(f"{end(strided)}(name)", ["}", f"{end(inner)}(name##{suffix});", "}", "while (0)"])


def open_grid(dim, form):
    return ["do {", "  const cGH* restrict const cctk_loop_gh = (cctkGH_);",
            f'  cctk_loop_check_dim(cctk_loop_gh, {dim}, "CCTK_LOOP{dim}{form}", __LINE__, __FILE__);']


def widths_of(dim):
    return [f"const int cctk_blo[{dim}] = {{{row('(int)(@blo_)', dim)}}};",
            f"const int cctk_bhi[{dim}] = {{{row('(int)(@bhi_)', dim)}}};"]


def header(dim):
    text = HEAD.format(dim)
    for part in (box_loop, range_loop, all_loop, interior_loop, boundary_loops, asked_loops):
        text += "\n" + comment(part) + "\n" + "\n".join(part(dim)) + "\n"
    return text + "/* clang-format on */\n\n#endif\n"


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    folder = folder if folder.is_dir() else folder.parent
    (folder / "fortran").mkdir(exist_ok=True)
    for dim in range(1, 5):
        (folder / f"cctk_Loop{dim}.h").write_text(header(dim))
        (folder / "fortran" / f"cctk_Loop{dim}.h").write_text(fortran_loops.header(dim))


if __name__ == "__main__":
    main()
