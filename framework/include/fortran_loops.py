"""Loop macros for Fortran: every form is made of the strided one with normals (STR_NORMAL), as in Cactus, so that a
thorn that replaces that one (LoopControl) changes all. Clauses and statements stay on one line: the build separates
statements at &&, and fixed form could not continue a directive."""

from loop_text import AXES, comment, define, end, row

HEAD = """\
/* Loops of {0} dimensions for Fortran; made by ../generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_FORTRAN_LOOP{0}_H
#define CCTK_FORTRAN_LOOP{0}_H

"""


def loop(dim, form, opening, closing, locals_=(), arguments="", normals=False, inner=None):
    """The strided loop CCTK_LOOP<dim>STR<form> of these statements and the plain one in terms of it. `locals_` are
    what it declares besides the locals of the loop it is made of, `inner`: that one's name and points."""
    plain, strided = f"CCTK_LOOP{dim}{form}", f"CCTK_LOOP{dim}STR{form}"
    points = points_of(dim, normals)
    inner_name, inner_points = inner or (None, points)
    declarations = [f"{inner_name}_DECLARE(name)"] if inner else []
    clauses = [f"{inner_name}_OMP_PRIVATE(name, {inner_points})" if inner else f"private({points})"]
    if locals_:
        declarations.append(f"&& integer :: {', '.join(locals_)} &&")
        names = [declared.split("(")[0] for declared in locals_]
        named = [name for name in names if name not in inner_points.split(", ")]
        clauses += [f"private({', '.join(named)})"] if named else []
    yield define(f"{strided}_DECLARE(name)", declarations)
    yield define(f"{strided}_OMP_PRIVATE(name, {points})", clauses)
    yield define(f"{strided}(name, {points}{arguments}, imin, imax, istr)", opening)
    yield define(f"{end(strided)}(name)", closing)

    ends = "name/**/_first, name/**/_last"
    yield define(f"{plain}_DECLARE(name)", f"{strided}_DECLARE(name) && integer :: {ends} &&")
    yield define(f"{plain}_OMP_PRIVATE(name, {points})", f"{strided}_OMP_PRIVATE(name, {points}) private({ends})")
    yield define(f"{plain}(name, {points}{arguments})", f"{strided}(name, {points}{arguments}, {ends}, 1)")
    yield define(f"{end(plain)}(name)", f"{end(strided)}(name)")


def normal_loop(dim):
    """The loop that all others are made of: points @min_ to @max_ of a box in memory of size @ash_. n@ is the distance
    to the outer face in a direction @dir_ with one, else 0. imin and imax, variables of the caller, become the first
    and last i. With a stride (for vectorisation), i starts where its place in memory is a multiple of istr; the points
    outside imin to imax are for the body to mask."""
    parts = [axis + part for part in ("dir", "min", "max", "ash") for axis in AXES[:dim]]
    lines = [f"&& name/**/_{part} = {part}_" for part in parts]
    lines += ["&& name/**/_istr = istr && imin = name/**/_imin && imax = name/**/_imax",
              "&& !$omp do" if dim == 1 else f"&& !$omp do collapse({dim - 1})"]
    for axis in reversed(AXES[1:dim]):
        lines.append(f"&& do {axis} = name/**/_{axis}min, name/**/_{axis}max")
    lines.append(f"&& do i = name/**/_imin - modulo({place(dim)}, name/**/_istr), name/**/_imax, name/**/_istr")
    for axis in AXES[:dim]:
        lines.append(f"&& n{axis} = merge({axis}, merge(name/**/_{axis}max + 1 - {axis}, 0, name/**/_{axis}dir > 0), "
                     f"name/**/_{axis}dir < 0) &&")
    yield from loop(dim, "_NORMAL", lines, "&& end do " * dim + "&&",
                    [f"name/**/_{part}" for part in parts] + ["name/**/_istr"],
                    rows(dim, "@dir_", "@min_", "@max_", "@ash_"), normals=True)


def place(dim):
    """Of the row's first point in memory: name_imin - 1 + name_iash * (j - 1 + name_jash * (k - 1))"""
    text = f"{AXES[dim - 1]} - 1"
    for axis in reversed(AXES[:dim - 1]):
        text = f"{axis} - 1 + name/**/_{axis}ash * ({text})"
    return "name/**/_imin" + text[1:]


def range_loop(dim):
    """Points @min_ to @max_ without normals."""
    normal = f"CCTK_LOOP{dim}STR_NORMAL"
    points = f"{row('@', dim)}, {row('name/**/_n@', dim)}"
    box = rows(dim, "@min_", "@max_", "@ash_")
    yield from loop(dim, "", f"{normal}(name, {points}, {row('0', dim)}{box}, imin, imax, istr)",
                    f"{end(normal)}(name)", row("name/**/_n@", dim).split(", "), box, inner=(normal, points))


def all_loop(dim):
    """Every point of this process' box."""
    yield from part_of_grid(dim, "_ALL", "", "cctk_tile_min($) + 1", "cctk_tile_max($)")


def interior_loop(dim):
    """Points at least @blo_, @bhi_ away from the box' faces."""
    yield from part_of_grid(dim, "_INTERIOR", rows(dim, "@blo_", "@bhi_"), "max(cctk_tile_min($), @blo_) + 1",
                            "min(cctk_tile_max($), cctk_lsh($) - (@bhi_))")


def part_of_grid(dim, form, arguments, first, last):
    box = rows(dim, first, last, "cctk_ash($)")
    ranged = f"CCTK_LOOP{dim}STR"
    yield from loop(dim, form, f"{ranged}(name, {row('@', dim)}{box}, imin, imax, istr)", f"{end(ranged)}(name)",
                    arguments=arguments, inner=(ranged, row("@", dim)))


def boundary_loops(dim):
    """Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
    are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards."""
    normal = f"CCTK_LOOP{dim}STR_NORMAL"
    points = points_of(dim, normals=True)
    locals_ = [f"name/**/_width({2 * dim})", f"name/**/_marked({2 * dim})", "name/**/_side",
               f"name/**/_away({dim})", f"name/**/_lo({dim})", f"name/**/_hi({dim})"]
    box = rows(dim, "name/**/_away($)", "name/**/_lo($)", "name/**/_hi($)", "cctk_ash($)")
    for form, needs_all in (("_BOUNDARIES", 0), ("_INTBOUNDARIES", 1)):
        yield from loop(
            dim, form,
            [f"&& name/**/_width = (/ {row('@blo_, @bhi_', dim)} /)",
             f"&& name/**/_marked = (/ {row('@bboxlo_, @bboxhi_', dim)} /)",
             f"&& do name/**/_side = 0, {3 ** dim - 1}",
             f"&& call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, {dim}, cctk_lsh, cctk_tile_min,",
             f"cctk_tile_max, name/**/_side, {needs_all}, name/**/_width, name/**/_marked)",
             "&& if (name/**/_lo(1) <= name/**/_hi(1)) then &&",
             f"{normal}(name, {points}{box}, imin, imax, istr)"],
            f"{end(normal)}(name) && end if && end do &&", locals_,
            rows(dim, "@blo_", "@bhi_", "@bboxlo_", "@bboxhi_"), normals=True, inner=(normal, points))


def asked_loops(dim):
    """The same with the boundary's width and kind asked from the coordinate thorn, once for all threads: INT leaves out
    ghost zones, symmetry and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost
    or symmetry zones."""
    asked = [f"name/**/_{word}" for word in ("size", "is_ghost", "is_symmetry", "is_outer")]
    locals_ = [f"{name}({2 * dim})" for name in asked] + ["name/**/_result"]
    ask = f"CHEMORA_LOOP{dim}_ASK"
    yield define(f"{ask}(name)",
                 ["&& !$omp single",
                  f"&& name/**/_result = GetBoundarySizesAndTypes(cctkGH, {2 * dim}, {', '.join(asked)})",
                  "&& !$omp end single copyprivate(name/**/_size, name/**/_is_outer) &&"])
    sizes, kinds = (", ".join(f"name/**/_{word}({2 * axis + up})" for up in (1, 2) for axis in range(dim))
                    for word in ("size", "is_outer"))
    for form, part, widths in (("_INT", "_INTERIOR", sizes), ("_BND", "_BOUNDARIES", f"{sizes}, {kinds}"),
                               ("_INTBND", "_INTBOUNDARIES", f"{sizes}, {kinds}")):
        given = f"CCTK_LOOP{dim}STR{part}"
        normals = form != "_INT"
        points = points_of(dim, normals)
        yield from loop(dim, form, [f"{ask}(name)", f"{given}(name, {points}, {widths}, imin, imax, istr)"],
                        f"{end(given)}(name)", locals_, normals=normals, inner=(given, points))


def points_of(dim, normals):
    return row("@", dim) + (", " + row("n@", dim) if normals else "")


def rows(dim, *patterns):
    """To be appended to a list of arguments."""
    return "".join(", " + row(pattern, dim) for pattern in patterns)


def header(dim):
    text = HEAD.format(dim)
    for part in (normal_loop, range_loop, all_loop, interior_loop, boundary_loops, asked_loops):
        text += f"{comment(part)}\n" + "\n".join(part(dim)) + "\n\n"
    return text + "#endif\n"
