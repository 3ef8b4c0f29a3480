/* Loops of 1 dimensions for Fortran; made by ../generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_FORTRAN_LOOP1_H
#define CCTK_FORTRAN_LOOP1_H

/* The loop that all others are made of: points @min_ to @max_ of a box in memory of size @ash_. n@ is the distance to
   the outer face in a direction @dir_ with one, else 0. imin and imax, variables of the caller, become the first and
   last i. With a stride (for vectorisation), i starts where its place in memory is a multiple of istr; the points
   outside imin to imax are for the body to mask. */
#define CCTK_LOOP1STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_idir, name/**/_imin, name/**/_imax, name/**/_iash, name/**/_istr &&
#define CCTK_LOOP1STR_NORMAL_OMP_PRIVATE(name, i, ni) \
  private(i, ni) \
  private(name/**/_idir, name/**/_imin, name/**/_imax, name/**/_iash, name/**/_istr)
#define CCTK_LOOP1STR_NORMAL(name, i, ni, idir_, imin_, imax_, iash_, imin, imax, istr) \
  && name/**/_idir = idir_ \
  && name/**/_imin = imin_ \
  && name/**/_imax = imax_ \
  && name/**/_iash = iash_ \
  && name/**/_istr = istr && imin = name/**/_imin && imax = name/**/_imax \
  && !$omp do \
  && do i = name/**/_imin - modulo(name/**/_imin - 1, name/**/_istr), name/**/_imax, name/**/_istr \
  && ni = merge(i, merge(name/**/_imax + 1 - i, 0, name/**/_idir > 0), name/**/_idir < 0) &&
#define CCTK_ENDLOOP1STR_NORMAL(name) \
  && end do &&
#define CCTK_LOOP1_NORMAL_DECLARE(name) \
  CCTK_LOOP1STR_NORMAL_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_NORMAL_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_NORMAL_OMP_PRIVATE(name, i, ni) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1_NORMAL(name, i, ni, idir_, imin_, imax_, iash_) \
  CCTK_LOOP1STR_NORMAL(name, i, ni, idir_, imin_, imax_, iash_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1_NORMAL(name) \
  CCTK_ENDLOOP1STR_NORMAL(name)

/* Points @min_ to @max_ without normals. */
#define CCTK_LOOP1STR_DECLARE(name) \
  CCTK_LOOP1STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_ni &&
#define CCTK_LOOP1STR_OMP_PRIVATE(name, i) \
  CCTK_LOOP1STR_NORMAL_OMP_PRIVATE(name, i, name/**/_ni)
#define CCTK_LOOP1STR(name, i, imin_, imax_, iash_, imin, imax, istr) \
  CCTK_LOOP1STR_NORMAL(name, i, name/**/_ni, 0, imin_, imax_, iash_, imin, imax, istr)
#define CCTK_ENDLOOP1STR(name) \
  CCTK_ENDLOOP1STR_NORMAL(name)
#define CCTK_LOOP1_DECLARE(name) \
  CCTK_LOOP1STR_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_OMP_PRIVATE(name, i) \
  CCTK_LOOP1STR_OMP_PRIVATE(name, i) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1(name, i, imin_, imax_, iash_) \
  CCTK_LOOP1STR(name, i, imin_, imax_, iash_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1(name) \
  CCTK_ENDLOOP1STR(name)

/* Every point of this process' box. */
#define CCTK_LOOP1STR_ALL_DECLARE(name) \
  CCTK_LOOP1STR_DECLARE(name)
#define CCTK_LOOP1STR_ALL_OMP_PRIVATE(name, i) \
  CCTK_LOOP1STR_OMP_PRIVATE(name, i)
#define CCTK_LOOP1STR_ALL(name, i, imin, imax, istr) \
  CCTK_LOOP1STR(name, i, cctk_tile_min(1) + 1, cctk_tile_max(1), cctk_ash(1), imin, imax, istr)
#define CCTK_ENDLOOP1STR_ALL(name) \
  CCTK_ENDLOOP1STR(name)
#define CCTK_LOOP1_ALL_DECLARE(name) \
  CCTK_LOOP1STR_ALL_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_ALL_OMP_PRIVATE(name, i) \
  CCTK_LOOP1STR_ALL_OMP_PRIVATE(name, i) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1_ALL(name, i) \
  CCTK_LOOP1STR_ALL(name, i, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1_ALL(name) \
  CCTK_ENDLOOP1STR_ALL(name)

/* Points at least @blo_, @bhi_ away from the box' faces. */
#define CCTK_LOOP1STR_INTERIOR_DECLARE(name) \
  CCTK_LOOP1STR_DECLARE(name)
#define CCTK_LOOP1STR_INTERIOR_OMP_PRIVATE(name, i) \
  CCTK_LOOP1STR_OMP_PRIVATE(name, i)
#define CCTK_LOOP1STR_INTERIOR(name, i, iblo_, ibhi_, imin, imax, istr) \
  CCTK_LOOP1STR(name, i, max(cctk_tile_min(1), iblo_) + 1, min(cctk_tile_max(1), cctk_lsh(1) - (ibhi_)), cctk_ash(1), imin, imax, istr)
#define CCTK_ENDLOOP1STR_INTERIOR(name) \
  CCTK_ENDLOOP1STR(name)
#define CCTK_LOOP1_INTERIOR_DECLARE(name) \
  CCTK_LOOP1STR_INTERIOR_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_INTERIOR_OMP_PRIVATE(name, i) \
  CCTK_LOOP1STR_INTERIOR_OMP_PRIVATE(name, i) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1_INTERIOR(name, i, iblo_, ibhi_) \
  CCTK_LOOP1STR_INTERIOR(name, i, iblo_, ibhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1_INTERIOR(name) \
  CCTK_ENDLOOP1STR_INTERIOR(name)

/* Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
   are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards. */
#define CCTK_LOOP1STR_BOUNDARIES_DECLARE(name) \
  CCTK_LOOP1STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_width(2), name/**/_marked(2), name/**/_side, name/**/_away(1), name/**/_lo(1), name/**/_hi(1) &&
#define CCTK_LOOP1STR_BOUNDARIES_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_NORMAL_OMP_PRIVATE(name, i, ni) \
  private(name/**/_width, name/**/_marked, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi)
#define CCTK_LOOP1STR_BOUNDARIES(name, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, imin, imax, istr) \
  && name/**/_width = (/ iblo_, ibhi_ /) \
  && name/**/_marked = (/ ibboxlo_, ibboxhi_ /) \
  && do name/**/_side = 0, 2 \
  && call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, 1, cctk_lsh, cctk_tile_min, \
  cctk_tile_max, name/**/_side, 0, name/**/_width, name/**/_marked) \
  && if (name/**/_lo(1) <= name/**/_hi(1)) then && \
  CCTK_LOOP1STR_NORMAL(name, i, ni, name/**/_away(1), name/**/_lo(1), name/**/_hi(1), cctk_ash(1), imin, imax, istr)
#define CCTK_ENDLOOP1STR_BOUNDARIES(name) \
  CCTK_ENDLOOP1STR_NORMAL(name) && end if && end do &&
#define CCTK_LOOP1_BOUNDARIES_DECLARE(name) \
  CCTK_LOOP1STR_BOUNDARIES_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_BOUNDARIES_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_BOUNDARIES_OMP_PRIVATE(name, i, ni) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1_BOUNDARIES(name, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_) \
  CCTK_LOOP1STR_BOUNDARIES(name, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1_BOUNDARIES(name) \
  CCTK_ENDLOOP1STR_BOUNDARIES(name)
#define CCTK_LOOP1STR_INTBOUNDARIES_DECLARE(name) \
  CCTK_LOOP1STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_width(2), name/**/_marked(2), name/**/_side, name/**/_away(1), name/**/_lo(1), name/**/_hi(1) &&
#define CCTK_LOOP1STR_INTBOUNDARIES_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_NORMAL_OMP_PRIVATE(name, i, ni) \
  private(name/**/_width, name/**/_marked, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi)
#define CCTK_LOOP1STR_INTBOUNDARIES(name, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, imin, imax, istr) \
  && name/**/_width = (/ iblo_, ibhi_ /) \
  && name/**/_marked = (/ ibboxlo_, ibboxhi_ /) \
  && do name/**/_side = 0, 2 \
  && call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, 1, cctk_lsh, cctk_tile_min, \
  cctk_tile_max, name/**/_side, 1, name/**/_width, name/**/_marked) \
  && if (name/**/_lo(1) <= name/**/_hi(1)) then && \
  CCTK_LOOP1STR_NORMAL(name, i, ni, name/**/_away(1), name/**/_lo(1), name/**/_hi(1), cctk_ash(1), imin, imax, istr)
#define CCTK_ENDLOOP1STR_INTBOUNDARIES(name) \
  CCTK_ENDLOOP1STR_NORMAL(name) && end if && end do &&
#define CCTK_LOOP1_INTBOUNDARIES_DECLARE(name) \
  CCTK_LOOP1STR_INTBOUNDARIES_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_INTBOUNDARIES_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_INTBOUNDARIES_OMP_PRIVATE(name, i, ni) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1_INTBOUNDARIES(name, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_) \
  CCTK_LOOP1STR_INTBOUNDARIES(name, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1_INTBOUNDARIES(name) \
  CCTK_ENDLOOP1STR_INTBOUNDARIES(name)

/* The same with the boundary's width and kind asked from the coordinate thorn, once for all threads: INT leaves out
   ghost zones, symmetry and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost
   or symmetry zones. */
#define CHEMORA_LOOP1_ASK(name) \
  && !$omp single \
  && name/**/_result = GetBoundarySizesAndTypes(cctkGH, 2, name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer) \
  && !$omp end single copyprivate(name/**/_size, name/**/_is_outer) &&
#define CCTK_LOOP1STR_INT_DECLARE(name) \
  CCTK_LOOP1STR_INTERIOR_DECLARE(name) \
  && integer :: name/**/_size(2), name/**/_is_ghost(2), name/**/_is_symmetry(2), name/**/_is_outer(2), name/**/_result &&
#define CCTK_LOOP1STR_INT_OMP_PRIVATE(name, i) \
  CCTK_LOOP1STR_INTERIOR_OMP_PRIVATE(name, i) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP1STR_INT(name, i, imin, imax, istr) \
  CHEMORA_LOOP1_ASK(name) \
  CCTK_LOOP1STR_INTERIOR(name, i, name/**/_size(1), name/**/_size(2), imin, imax, istr)
#define CCTK_ENDLOOP1STR_INT(name) \
  CCTK_ENDLOOP1STR_INTERIOR(name)
#define CCTK_LOOP1_INT_DECLARE(name) \
  CCTK_LOOP1STR_INT_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_INT_OMP_PRIVATE(name, i) \
  CCTK_LOOP1STR_INT_OMP_PRIVATE(name, i) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1_INT(name, i) \
  CCTK_LOOP1STR_INT(name, i, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1_INT(name) \
  CCTK_ENDLOOP1STR_INT(name)
#define CCTK_LOOP1STR_BND_DECLARE(name) \
  CCTK_LOOP1STR_BOUNDARIES_DECLARE(name) \
  && integer :: name/**/_size(2), name/**/_is_ghost(2), name/**/_is_symmetry(2), name/**/_is_outer(2), name/**/_result &&
#define CCTK_LOOP1STR_BND_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_BOUNDARIES_OMP_PRIVATE(name, i, ni) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP1STR_BND(name, i, ni, imin, imax, istr) \
  CHEMORA_LOOP1_ASK(name) \
  CCTK_LOOP1STR_BOUNDARIES(name, i, ni, name/**/_size(1), name/**/_size(2), name/**/_is_outer(1), name/**/_is_outer(2), imin, imax, istr)
#define CCTK_ENDLOOP1STR_BND(name) \
  CCTK_ENDLOOP1STR_BOUNDARIES(name)
#define CCTK_LOOP1_BND_DECLARE(name) \
  CCTK_LOOP1STR_BND_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_BND_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_BND_OMP_PRIVATE(name, i, ni) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1_BND(name, i, ni) \
  CCTK_LOOP1STR_BND(name, i, ni, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1_BND(name) \
  CCTK_ENDLOOP1STR_BND(name)
#define CCTK_LOOP1STR_INTBND_DECLARE(name) \
  CCTK_LOOP1STR_INTBOUNDARIES_DECLARE(name) \
  && integer :: name/**/_size(2), name/**/_is_ghost(2), name/**/_is_symmetry(2), name/**/_is_outer(2), name/**/_result &&
#define CCTK_LOOP1STR_INTBND_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_INTBOUNDARIES_OMP_PRIVATE(name, i, ni) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP1STR_INTBND(name, i, ni, imin, imax, istr) \
  CHEMORA_LOOP1_ASK(name) \
  CCTK_LOOP1STR_INTBOUNDARIES(name, i, ni, name/**/_size(1), name/**/_size(2), name/**/_is_outer(1), name/**/_is_outer(2), imin, imax, istr)
#define CCTK_ENDLOOP1STR_INTBND(name) \
  CCTK_ENDLOOP1STR_INTBOUNDARIES(name)
#define CCTK_LOOP1_INTBND_DECLARE(name) \
  CCTK_LOOP1STR_INTBND_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP1_INTBND_OMP_PRIVATE(name, i, ni) \
  CCTK_LOOP1STR_INTBND_OMP_PRIVATE(name, i, ni) private(name/**/_first, name/**/_last)
#define CCTK_LOOP1_INTBND(name, i, ni) \
  CCTK_LOOP1STR_INTBND(name, i, ni, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP1_INTBND(name) \
  CCTK_ENDLOOP1STR_INTBND(name)

#endif
