/* Loops of 3 dimensions for Fortran; made by ../generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_FORTRAN_LOOP3_H
#define CCTK_FORTRAN_LOOP3_H

/* The loop that all others are made of: points @min_ to @max_ of a box in memory of size @ash_. n@ is the distance to
   the outer face in a direction @dir_ with one, else 0. imin and imax, variables of the caller, become the first and
   last i. With a stride (for vectorisation), i starts where its place in memory is a multiple of istr; the points
   outside imin to imax are for the body to mask. */
#define CCTK_LOOP3STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_idir, name/**/_jdir, name/**/_kdir, name/**/_imin, name/**/_jmin, name/**/_kmin, name/**/_imax, name/**/_jmax, name/**/_kmax, name/**/_iash, name/**/_jash, name/**/_kash, name/**/_istr &&
#define CCTK_LOOP3STR_NORMAL_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  private(i, j, k, ni, nj, nk) \
  private(name/**/_idir, name/**/_jdir, name/**/_kdir, name/**/_imin, name/**/_jmin, name/**/_kmin, name/**/_imax, name/**/_jmax, name/**/_kmax, name/**/_iash, name/**/_jash, name/**/_kash, name/**/_istr)
#define CCTK_LOOP3STR_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, imin, imax, istr) \
  && name/**/_idir = idir_ \
  && name/**/_jdir = jdir_ \
  && name/**/_kdir = kdir_ \
  && name/**/_imin = imin_ \
  && name/**/_jmin = jmin_ \
  && name/**/_kmin = kmin_ \
  && name/**/_imax = imax_ \
  && name/**/_jmax = jmax_ \
  && name/**/_kmax = kmax_ \
  && name/**/_iash = iash_ \
  && name/**/_jash = jash_ \
  && name/**/_kash = kash_ \
  && name/**/_istr = istr && imin = name/**/_imin && imax = name/**/_imax \
  && !$omp do collapse(2) \
  && do k = name/**/_kmin, name/**/_kmax \
  && do j = name/**/_jmin, name/**/_jmax \
  && do i = name/**/_imin - modulo(name/**/_imin - 1 + name/**/_iash * (j - 1 + name/**/_jash * (k - 1)), name/**/_istr), name/**/_imax, name/**/_istr \
  && ni = merge(i, merge(name/**/_imax + 1 - i, 0, name/**/_idir > 0), name/**/_idir < 0) && \
  && nj = merge(j, merge(name/**/_jmax + 1 - j, 0, name/**/_jdir > 0), name/**/_jdir < 0) && \
  && nk = merge(k, merge(name/**/_kmax + 1 - k, 0, name/**/_kdir > 0), name/**/_kdir < 0) &&
#define CCTK_ENDLOOP3STR_NORMAL(name) \
  && end do && end do && end do &&
#define CCTK_LOOP3_NORMAL_DECLARE(name) \
  CCTK_LOOP3STR_NORMAL_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_NORMAL_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_NORMAL_OMP_PRIVATE(name, i, j, k, ni, nj, nk) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_) \
  CCTK_LOOP3STR_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3_NORMAL(name) \
  CCTK_ENDLOOP3STR_NORMAL(name)

/* Points @min_ to @max_ without normals. */
#define CCTK_LOOP3STR_DECLARE(name) \
  CCTK_LOOP3STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_ni, name/**/_nj, name/**/_nk &&
#define CCTK_LOOP3STR_OMP_PRIVATE(name, i, j, k) \
  CCTK_LOOP3STR_NORMAL_OMP_PRIVATE(name, i, j, k, name/**/_ni, name/**/_nj, name/**/_nk)
#define CCTK_LOOP3STR(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, imin, imax, istr) \
  CCTK_LOOP3STR_NORMAL(name, i, j, k, name/**/_ni, name/**/_nj, name/**/_nk, 0, 0, 0, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, imin, imax, istr)
#define CCTK_ENDLOOP3STR(name) \
  CCTK_ENDLOOP3STR_NORMAL(name)
#define CCTK_LOOP3_DECLARE(name) \
  CCTK_LOOP3STR_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_OMP_PRIVATE(name, i, j, k) \
  CCTK_LOOP3STR_OMP_PRIVATE(name, i, j, k) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_) \
  CCTK_LOOP3STR(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3(name) \
  CCTK_ENDLOOP3STR(name)

/* Every point of this process' box. */
#define CCTK_LOOP3STR_ALL_DECLARE(name) \
  CCTK_LOOP3STR_DECLARE(name)
#define CCTK_LOOP3STR_ALL_OMP_PRIVATE(name, i, j, k) \
  CCTK_LOOP3STR_OMP_PRIVATE(name, i, j, k)
#define CCTK_LOOP3STR_ALL(name, i, j, k, imin, imax, istr) \
  CCTK_LOOP3STR(name, i, j, k, cctk_tile_min(1) + 1, cctk_tile_min(2) + 1, cctk_tile_min(3) + 1, cctk_tile_max(1), cctk_tile_max(2), cctk_tile_max(3), cctk_ash(1), cctk_ash(2), cctk_ash(3), imin, imax, istr)
#define CCTK_ENDLOOP3STR_ALL(name) \
  CCTK_ENDLOOP3STR(name)
#define CCTK_LOOP3_ALL_DECLARE(name) \
  CCTK_LOOP3STR_ALL_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_ALL_OMP_PRIVATE(name, i, j, k) \
  CCTK_LOOP3STR_ALL_OMP_PRIVATE(name, i, j, k) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3_ALL(name, i, j, k) \
  CCTK_LOOP3STR_ALL(name, i, j, k, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3_ALL(name) \
  CCTK_ENDLOOP3STR_ALL(name)

/* Points at least @blo_, @bhi_ away from the box' faces. */
#define CCTK_LOOP3STR_INTERIOR_DECLARE(name) \
  CCTK_LOOP3STR_DECLARE(name)
#define CCTK_LOOP3STR_INTERIOR_OMP_PRIVATE(name, i, j, k) \
  CCTK_LOOP3STR_OMP_PRIVATE(name, i, j, k)
#define CCTK_LOOP3STR_INTERIOR(name, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, imin, imax, istr) \
  CCTK_LOOP3STR(name, i, j, k, max(cctk_tile_min(1), iblo_) + 1, max(cctk_tile_min(2), jblo_) + 1, max(cctk_tile_min(3), kblo_) + 1, min(cctk_tile_max(1), cctk_lsh(1) - (ibhi_)), min(cctk_tile_max(2), cctk_lsh(2) - (jbhi_)), min(cctk_tile_max(3), cctk_lsh(3) - (kbhi_)), cctk_ash(1), cctk_ash(2), cctk_ash(3), imin, imax, istr)
#define CCTK_ENDLOOP3STR_INTERIOR(name) \
  CCTK_ENDLOOP3STR(name)
#define CCTK_LOOP3_INTERIOR_DECLARE(name) \
  CCTK_LOOP3STR_INTERIOR_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_INTERIOR_OMP_PRIVATE(name, i, j, k) \
  CCTK_LOOP3STR_INTERIOR_OMP_PRIVATE(name, i, j, k) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3_INTERIOR(name, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_) \
  CCTK_LOOP3STR_INTERIOR(name, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3_INTERIOR(name) \
  CCTK_ENDLOOP3STR_INTERIOR(name)

/* Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
   are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards. */
#define CCTK_LOOP3STR_BOUNDARIES_DECLARE(name) \
  CCTK_LOOP3STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_width(6), name/**/_marked(6), name/**/_side, name/**/_away(3), name/**/_lo(3), name/**/_hi(3) &&
#define CCTK_LOOP3STR_BOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_NORMAL_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  private(name/**/_width, name/**/_marked, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi)
#define CCTK_LOOP3STR_BOUNDARIES(name, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr) \
  && name/**/_width = (/ iblo_, ibhi_, jblo_, jbhi_, kblo_, kbhi_ /) \
  && name/**/_marked = (/ ibboxlo_, ibboxhi_, jbboxlo_, jbboxhi_, kbboxlo_, kbboxhi_ /) \
  && do name/**/_side = 0, 26 \
  && call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, 3, cctk_lsh, cctk_tile_min, \
  cctk_tile_max, name/**/_side, 0, name/**/_width, name/**/_marked) \
  && if (name/**/_lo(1) <= name/**/_hi(1)) then && \
  CCTK_LOOP3STR_NORMAL(name, i, j, k, ni, nj, nk, name/**/_away(1), name/**/_away(2), name/**/_away(3), name/**/_lo(1), name/**/_lo(2), name/**/_lo(3), name/**/_hi(1), name/**/_hi(2), name/**/_hi(3), cctk_ash(1), cctk_ash(2), cctk_ash(3), imin, imax, istr)
#define CCTK_ENDLOOP3STR_BOUNDARIES(name) \
  CCTK_ENDLOOP3STR_NORMAL(name) && end if && end do &&
#define CCTK_LOOP3_BOUNDARIES_DECLARE(name) \
  CCTK_LOOP3STR_BOUNDARIES_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_BOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_BOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3_BOUNDARIES(name, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_) \
  CCTK_LOOP3STR_BOUNDARIES(name, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3_BOUNDARIES(name) \
  CCTK_ENDLOOP3STR_BOUNDARIES(name)
#define CCTK_LOOP3STR_INTBOUNDARIES_DECLARE(name) \
  CCTK_LOOP3STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_width(6), name/**/_marked(6), name/**/_side, name/**/_away(3), name/**/_lo(3), name/**/_hi(3) &&
#define CCTK_LOOP3STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_NORMAL_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  private(name/**/_width, name/**/_marked, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi)
#define CCTK_LOOP3STR_INTBOUNDARIES(name, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr) \
  && name/**/_width = (/ iblo_, ibhi_, jblo_, jbhi_, kblo_, kbhi_ /) \
  && name/**/_marked = (/ ibboxlo_, ibboxhi_, jbboxlo_, jbboxhi_, kbboxlo_, kbboxhi_ /) \
  && do name/**/_side = 0, 26 \
  && call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, 3, cctk_lsh, cctk_tile_min, \
  cctk_tile_max, name/**/_side, 1, name/**/_width, name/**/_marked) \
  && if (name/**/_lo(1) <= name/**/_hi(1)) then && \
  CCTK_LOOP3STR_NORMAL(name, i, j, k, ni, nj, nk, name/**/_away(1), name/**/_away(2), name/**/_away(3), name/**/_lo(1), name/**/_lo(2), name/**/_lo(3), name/**/_hi(1), name/**/_hi(2), name/**/_hi(3), cctk_ash(1), cctk_ash(2), cctk_ash(3), imin, imax, istr)
#define CCTK_ENDLOOP3STR_INTBOUNDARIES(name) \
  CCTK_ENDLOOP3STR_NORMAL(name) && end if && end do &&
#define CCTK_LOOP3_INTBOUNDARIES_DECLARE(name) \
  CCTK_LOOP3STR_INTBOUNDARIES_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3_INTBOUNDARIES(name, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_) \
  CCTK_LOOP3STR_INTBOUNDARIES(name, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3_INTBOUNDARIES(name) \
  CCTK_ENDLOOP3STR_INTBOUNDARIES(name)

/* The same with the boundary's width and kind asked from the coordinate thorn, once for all threads: INT leaves out
   ghost zones, symmetry and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost
   or symmetry zones. */
#define CHEMORA_LOOP3_ASK(name) \
  && !$omp single \
  && name/**/_result = GetBoundarySizesAndTypes(cctkGH, 6, name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer) \
  && !$omp end single copyprivate(name/**/_size, name/**/_is_outer) &&
#define CCTK_LOOP3STR_INT_DECLARE(name) \
  CCTK_LOOP3STR_INTERIOR_DECLARE(name) \
  && integer :: name/**/_size(6), name/**/_is_ghost(6), name/**/_is_symmetry(6), name/**/_is_outer(6), name/**/_result &&
#define CCTK_LOOP3STR_INT_OMP_PRIVATE(name, i, j, k) \
  CCTK_LOOP3STR_INTERIOR_OMP_PRIVATE(name, i, j, k) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP3STR_INT(name, i, j, k, imin, imax, istr) \
  CHEMORA_LOOP3_ASK(name) \
  CCTK_LOOP3STR_INTERIOR(name, i, j, k, name/**/_size(1), name/**/_size(3), name/**/_size(5), name/**/_size(2), name/**/_size(4), name/**/_size(6), imin, imax, istr)
#define CCTK_ENDLOOP3STR_INT(name) \
  CCTK_ENDLOOP3STR_INTERIOR(name)
#define CCTK_LOOP3_INT_DECLARE(name) \
  CCTK_LOOP3STR_INT_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_INT_OMP_PRIVATE(name, i, j, k) \
  CCTK_LOOP3STR_INT_OMP_PRIVATE(name, i, j, k) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3_INT(name, i, j, k) \
  CCTK_LOOP3STR_INT(name, i, j, k, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3_INT(name) \
  CCTK_ENDLOOP3STR_INT(name)
#define CCTK_LOOP3STR_BND_DECLARE(name) \
  CCTK_LOOP3STR_BOUNDARIES_DECLARE(name) \
  && integer :: name/**/_size(6), name/**/_is_ghost(6), name/**/_is_symmetry(6), name/**/_is_outer(6), name/**/_result &&
#define CCTK_LOOP3STR_BND_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_BOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP3STR_BND(name, i, j, k, ni, nj, nk, imin, imax, istr) \
  CHEMORA_LOOP3_ASK(name) \
  CCTK_LOOP3STR_BOUNDARIES(name, i, j, k, ni, nj, nk, name/**/_size(1), name/**/_size(3), name/**/_size(5), name/**/_size(2), name/**/_size(4), name/**/_size(6), name/**/_is_outer(1), name/**/_is_outer(3), name/**/_is_outer(5), name/**/_is_outer(2), name/**/_is_outer(4), name/**/_is_outer(6), imin, imax, istr)
#define CCTK_ENDLOOP3STR_BND(name) \
  CCTK_ENDLOOP3STR_BOUNDARIES(name)
#define CCTK_LOOP3_BND_DECLARE(name) \
  CCTK_LOOP3STR_BND_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_BND_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_BND_OMP_PRIVATE(name, i, j, k, ni, nj, nk) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3_BND(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_BND(name, i, j, k, ni, nj, nk, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3_BND(name) \
  CCTK_ENDLOOP3STR_BND(name)
#define CCTK_LOOP3STR_INTBND_DECLARE(name) \
  CCTK_LOOP3STR_INTBOUNDARIES_DECLARE(name) \
  && integer :: name/**/_size(6), name/**/_is_ghost(6), name/**/_is_symmetry(6), name/**/_is_outer(6), name/**/_result &&
#define CCTK_LOOP3STR_INTBND_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP3STR_INTBND(name, i, j, k, ni, nj, nk, imin, imax, istr) \
  CHEMORA_LOOP3_ASK(name) \
  CCTK_LOOP3STR_INTBOUNDARIES(name, i, j, k, ni, nj, nk, name/**/_size(1), name/**/_size(3), name/**/_size(5), name/**/_size(2), name/**/_size(4), name/**/_size(6), name/**/_is_outer(1), name/**/_is_outer(3), name/**/_is_outer(5), name/**/_is_outer(2), name/**/_is_outer(4), name/**/_is_outer(6), imin, imax, istr)
#define CCTK_ENDLOOP3STR_INTBND(name) \
  CCTK_ENDLOOP3STR_INTBOUNDARIES(name)
#define CCTK_LOOP3_INTBND_DECLARE(name) \
  CCTK_LOOP3STR_INTBND_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP3_INTBND_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_INTBND_OMP_PRIVATE(name, i, j, k, ni, nj, nk) private(name/**/_first, name/**/_last)
#define CCTK_LOOP3_INTBND(name, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_INTBND(name, i, j, k, ni, nj, nk, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP3_INTBND(name) \
  CCTK_ENDLOOP3STR_INTBND(name)

#endif
