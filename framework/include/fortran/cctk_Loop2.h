/* Loops of 2 dimensions for Fortran; made by ../generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_FORTRAN_LOOP2_H
#define CCTK_FORTRAN_LOOP2_H

/* The loop that all others are made of: points @min_ to @max_ of a box in memory of size @ash_. n@ is the distance to
   the outer face in a direction @dir_ with one, else 0. imin and imax, variables of the caller, become the first and
   last i. With a stride (for vectorisation), i starts where its place in memory is a multiple of istr; the points
   outside imin to imax are for the body to mask. */
#define CCTK_LOOP2STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_idir, name/**/_jdir, name/**/_imin, name/**/_jmin, name/**/_imax, name/**/_jmax, name/**/_iash, name/**/_jash, name/**/_istr &&
#define CCTK_LOOP2STR_NORMAL_OMP_PRIVATE(name, i, j, ni, nj) \
  private(i, j, ni, nj) \
  private(name/**/_idir, name/**/_jdir, name/**/_imin, name/**/_jmin, name/**/_imax, name/**/_jmax, name/**/_iash, name/**/_jash, name/**/_istr)
#define CCTK_LOOP2STR_NORMAL(name, i, j, ni, nj, idir_, jdir_, imin_, jmin_, imax_, jmax_, iash_, jash_, imin, imax, istr) \
  && name/**/_idir = idir_ \
  && name/**/_jdir = jdir_ \
  && name/**/_imin = imin_ \
  && name/**/_jmin = jmin_ \
  && name/**/_imax = imax_ \
  && name/**/_jmax = jmax_ \
  && name/**/_iash = iash_ \
  && name/**/_jash = jash_ \
  && name/**/_istr = istr && imin = name/**/_imin && imax = name/**/_imax \
  && !$omp do collapse(1) \
  && do j = name/**/_jmin, name/**/_jmax \
  && do i = name/**/_imin - modulo(name/**/_imin - 1 + name/**/_iash * (j - 1), name/**/_istr), name/**/_imax, name/**/_istr \
  && ni = merge(i, merge(name/**/_imax + 1 - i, 0, name/**/_idir > 0), name/**/_idir < 0) && \
  && nj = merge(j, merge(name/**/_jmax + 1 - j, 0, name/**/_jdir > 0), name/**/_jdir < 0) &&
#define CCTK_ENDLOOP2STR_NORMAL(name) \
  && end do && end do &&
#define CCTK_LOOP2_NORMAL_DECLARE(name) \
  CCTK_LOOP2STR_NORMAL_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_NORMAL_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_NORMAL_OMP_PRIVATE(name, i, j, ni, nj) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2_NORMAL(name, i, j, ni, nj, idir_, jdir_, imin_, jmin_, imax_, jmax_, iash_, jash_) \
  CCTK_LOOP2STR_NORMAL(name, i, j, ni, nj, idir_, jdir_, imin_, jmin_, imax_, jmax_, iash_, jash_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2_NORMAL(name) \
  CCTK_ENDLOOP2STR_NORMAL(name)

/* Points @min_ to @max_ without normals. */
#define CCTK_LOOP2STR_DECLARE(name) \
  CCTK_LOOP2STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_ni, name/**/_nj &&
#define CCTK_LOOP2STR_OMP_PRIVATE(name, i, j) \
  CCTK_LOOP2STR_NORMAL_OMP_PRIVATE(name, i, j, name/**/_ni, name/**/_nj)
#define CCTK_LOOP2STR(name, i, j, imin_, jmin_, imax_, jmax_, iash_, jash_, imin, imax, istr) \
  CCTK_LOOP2STR_NORMAL(name, i, j, name/**/_ni, name/**/_nj, 0, 0, imin_, jmin_, imax_, jmax_, iash_, jash_, imin, imax, istr)
#define CCTK_ENDLOOP2STR(name) \
  CCTK_ENDLOOP2STR_NORMAL(name)
#define CCTK_LOOP2_DECLARE(name) \
  CCTK_LOOP2STR_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_OMP_PRIVATE(name, i, j) \
  CCTK_LOOP2STR_OMP_PRIVATE(name, i, j) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2(name, i, j, imin_, jmin_, imax_, jmax_, iash_, jash_) \
  CCTK_LOOP2STR(name, i, j, imin_, jmin_, imax_, jmax_, iash_, jash_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2(name) \
  CCTK_ENDLOOP2STR(name)

/* Every point of this process' box. */
#define CCTK_LOOP2STR_ALL_DECLARE(name) \
  CCTK_LOOP2STR_DECLARE(name)
#define CCTK_LOOP2STR_ALL_OMP_PRIVATE(name, i, j) \
  CCTK_LOOP2STR_OMP_PRIVATE(name, i, j)
#define CCTK_LOOP2STR_ALL(name, i, j, imin, imax, istr) \
  CCTK_LOOP2STR(name, i, j, cctk_tile_min(1) + 1, cctk_tile_min(2) + 1, cctk_tile_max(1), cctk_tile_max(2), cctk_ash(1), cctk_ash(2), imin, imax, istr)
#define CCTK_ENDLOOP2STR_ALL(name) \
  CCTK_ENDLOOP2STR(name)
#define CCTK_LOOP2_ALL_DECLARE(name) \
  CCTK_LOOP2STR_ALL_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_ALL_OMP_PRIVATE(name, i, j) \
  CCTK_LOOP2STR_ALL_OMP_PRIVATE(name, i, j) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2_ALL(name, i, j) \
  CCTK_LOOP2STR_ALL(name, i, j, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2_ALL(name) \
  CCTK_ENDLOOP2STR_ALL(name)

/* Points at least @blo_, @bhi_ away from the box' faces. */
#define CCTK_LOOP2STR_INTERIOR_DECLARE(name) \
  CCTK_LOOP2STR_DECLARE(name)
#define CCTK_LOOP2STR_INTERIOR_OMP_PRIVATE(name, i, j) \
  CCTK_LOOP2STR_OMP_PRIVATE(name, i, j)
#define CCTK_LOOP2STR_INTERIOR(name, i, j, iblo_, jblo_, ibhi_, jbhi_, imin, imax, istr) \
  CCTK_LOOP2STR(name, i, j, max(cctk_tile_min(1), iblo_) + 1, max(cctk_tile_min(2), jblo_) + 1, min(cctk_tile_max(1), cctk_lsh(1) - (ibhi_)), min(cctk_tile_max(2), cctk_lsh(2) - (jbhi_)), cctk_ash(1), cctk_ash(2), imin, imax, istr)
#define CCTK_ENDLOOP2STR_INTERIOR(name) \
  CCTK_ENDLOOP2STR(name)
#define CCTK_LOOP2_INTERIOR_DECLARE(name) \
  CCTK_LOOP2STR_INTERIOR_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_INTERIOR_OMP_PRIVATE(name, i, j) \
  CCTK_LOOP2STR_INTERIOR_OMP_PRIVATE(name, i, j) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2_INTERIOR(name, i, j, iblo_, jblo_, ibhi_, jbhi_) \
  CCTK_LOOP2STR_INTERIOR(name, i, j, iblo_, jblo_, ibhi_, jbhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2_INTERIOR(name) \
  CCTK_ENDLOOP2STR_INTERIOR(name)

/* Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
   are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards. */
#define CCTK_LOOP2STR_BOUNDARIES_DECLARE(name) \
  CCTK_LOOP2STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_width(4), name/**/_marked(4), name/**/_side, name/**/_away(2), name/**/_lo(2), name/**/_hi(2) &&
#define CCTK_LOOP2STR_BOUNDARIES_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_NORMAL_OMP_PRIVATE(name, i, j, ni, nj) \
  private(name/**/_width, name/**/_marked, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi)
#define CCTK_LOOP2STR_BOUNDARIES(name, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, imin, imax, istr) \
  && name/**/_width = (/ iblo_, ibhi_, jblo_, jbhi_ /) \
  && name/**/_marked = (/ ibboxlo_, ibboxhi_, jbboxlo_, jbboxhi_ /) \
  && do name/**/_side = 0, 8 \
  && call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, 2, cctk_lsh, cctk_tile_min, \
  cctk_tile_max, name/**/_side, 0, name/**/_width, name/**/_marked) \
  && if (name/**/_lo(1) <= name/**/_hi(1)) then && \
  CCTK_LOOP2STR_NORMAL(name, i, j, ni, nj, name/**/_away(1), name/**/_away(2), name/**/_lo(1), name/**/_lo(2), name/**/_hi(1), name/**/_hi(2), cctk_ash(1), cctk_ash(2), imin, imax, istr)
#define CCTK_ENDLOOP2STR_BOUNDARIES(name) \
  CCTK_ENDLOOP2STR_NORMAL(name) && end if && end do &&
#define CCTK_LOOP2_BOUNDARIES_DECLARE(name) \
  CCTK_LOOP2STR_BOUNDARIES_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_BOUNDARIES_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_BOUNDARIES_OMP_PRIVATE(name, i, j, ni, nj) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2_BOUNDARIES(name, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_) \
  CCTK_LOOP2STR_BOUNDARIES(name, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2_BOUNDARIES(name) \
  CCTK_ENDLOOP2STR_BOUNDARIES(name)
#define CCTK_LOOP2STR_INTBOUNDARIES_DECLARE(name) \
  CCTK_LOOP2STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_width(4), name/**/_marked(4), name/**/_side, name/**/_away(2), name/**/_lo(2), name/**/_hi(2) &&
#define CCTK_LOOP2STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_NORMAL_OMP_PRIVATE(name, i, j, ni, nj) \
  private(name/**/_width, name/**/_marked, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi)
#define CCTK_LOOP2STR_INTBOUNDARIES(name, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, imin, imax, istr) \
  && name/**/_width = (/ iblo_, ibhi_, jblo_, jbhi_ /) \
  && name/**/_marked = (/ ibboxlo_, ibboxhi_, jbboxlo_, jbboxhi_ /) \
  && do name/**/_side = 0, 8 \
  && call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, 2, cctk_lsh, cctk_tile_min, \
  cctk_tile_max, name/**/_side, 1, name/**/_width, name/**/_marked) \
  && if (name/**/_lo(1) <= name/**/_hi(1)) then && \
  CCTK_LOOP2STR_NORMAL(name, i, j, ni, nj, name/**/_away(1), name/**/_away(2), name/**/_lo(1), name/**/_lo(2), name/**/_hi(1), name/**/_hi(2), cctk_ash(1), cctk_ash(2), imin, imax, istr)
#define CCTK_ENDLOOP2STR_INTBOUNDARIES(name) \
  CCTK_ENDLOOP2STR_NORMAL(name) && end if && end do &&
#define CCTK_LOOP2_INTBOUNDARIES_DECLARE(name) \
  CCTK_LOOP2STR_INTBOUNDARIES_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_INTBOUNDARIES_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, ni, nj) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2_INTBOUNDARIES(name, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_) \
  CCTK_LOOP2STR_INTBOUNDARIES(name, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2_INTBOUNDARIES(name) \
  CCTK_ENDLOOP2STR_INTBOUNDARIES(name)

/* The same with the boundary's width and kind asked from the coordinate thorn, once for all threads: INT leaves out
   ghost zones, symmetry and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost
   or symmetry zones. */
#define CHEMORA_LOOP2_ASK(name) \
  && !$omp single \
  && name/**/_result = GetBoundarySizesAndTypes(cctkGH, 4, name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer) \
  && !$omp end single copyprivate(name/**/_size, name/**/_is_outer) &&
#define CCTK_LOOP2STR_INT_DECLARE(name) \
  CCTK_LOOP2STR_INTERIOR_DECLARE(name) \
  && integer :: name/**/_size(4), name/**/_is_ghost(4), name/**/_is_symmetry(4), name/**/_is_outer(4), name/**/_result &&
#define CCTK_LOOP2STR_INT_OMP_PRIVATE(name, i, j) \
  CCTK_LOOP2STR_INTERIOR_OMP_PRIVATE(name, i, j) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP2STR_INT(name, i, j, imin, imax, istr) \
  CHEMORA_LOOP2_ASK(name) \
  CCTK_LOOP2STR_INTERIOR(name, i, j, name/**/_size(1), name/**/_size(3), name/**/_size(2), name/**/_size(4), imin, imax, istr)
#define CCTK_ENDLOOP2STR_INT(name) \
  CCTK_ENDLOOP2STR_INTERIOR(name)
#define CCTK_LOOP2_INT_DECLARE(name) \
  CCTK_LOOP2STR_INT_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_INT_OMP_PRIVATE(name, i, j) \
  CCTK_LOOP2STR_INT_OMP_PRIVATE(name, i, j) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2_INT(name, i, j) \
  CCTK_LOOP2STR_INT(name, i, j, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2_INT(name) \
  CCTK_ENDLOOP2STR_INT(name)
#define CCTK_LOOP2STR_BND_DECLARE(name) \
  CCTK_LOOP2STR_BOUNDARIES_DECLARE(name) \
  && integer :: name/**/_size(4), name/**/_is_ghost(4), name/**/_is_symmetry(4), name/**/_is_outer(4), name/**/_result &&
#define CCTK_LOOP2STR_BND_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_BOUNDARIES_OMP_PRIVATE(name, i, j, ni, nj) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP2STR_BND(name, i, j, ni, nj, imin, imax, istr) \
  CHEMORA_LOOP2_ASK(name) \
  CCTK_LOOP2STR_BOUNDARIES(name, i, j, ni, nj, name/**/_size(1), name/**/_size(3), name/**/_size(2), name/**/_size(4), name/**/_is_outer(1), name/**/_is_outer(3), name/**/_is_outer(2), name/**/_is_outer(4), imin, imax, istr)
#define CCTK_ENDLOOP2STR_BND(name) \
  CCTK_ENDLOOP2STR_BOUNDARIES(name)
#define CCTK_LOOP2_BND_DECLARE(name) \
  CCTK_LOOP2STR_BND_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_BND_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_BND_OMP_PRIVATE(name, i, j, ni, nj) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2_BND(name, i, j, ni, nj) \
  CCTK_LOOP2STR_BND(name, i, j, ni, nj, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2_BND(name) \
  CCTK_ENDLOOP2STR_BND(name)
#define CCTK_LOOP2STR_INTBND_DECLARE(name) \
  CCTK_LOOP2STR_INTBOUNDARIES_DECLARE(name) \
  && integer :: name/**/_size(4), name/**/_is_ghost(4), name/**/_is_symmetry(4), name/**/_is_outer(4), name/**/_result &&
#define CCTK_LOOP2STR_INTBND_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, ni, nj) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP2STR_INTBND(name, i, j, ni, nj, imin, imax, istr) \
  CHEMORA_LOOP2_ASK(name) \
  CCTK_LOOP2STR_INTBOUNDARIES(name, i, j, ni, nj, name/**/_size(1), name/**/_size(3), name/**/_size(2), name/**/_size(4), name/**/_is_outer(1), name/**/_is_outer(3), name/**/_is_outer(2), name/**/_is_outer(4), imin, imax, istr)
#define CCTK_ENDLOOP2STR_INTBND(name) \
  CCTK_ENDLOOP2STR_INTBOUNDARIES(name)
#define CCTK_LOOP2_INTBND_DECLARE(name) \
  CCTK_LOOP2STR_INTBND_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP2_INTBND_OMP_PRIVATE(name, i, j, ni, nj) \
  CCTK_LOOP2STR_INTBND_OMP_PRIVATE(name, i, j, ni, nj) private(name/**/_first, name/**/_last)
#define CCTK_LOOP2_INTBND(name, i, j, ni, nj) \
  CCTK_LOOP2STR_INTBND(name, i, j, ni, nj, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP2_INTBND(name) \
  CCTK_ENDLOOP2STR_INTBND(name)

#endif
