/* Loops of 4 dimensions for Fortran; made by ../generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_FORTRAN_LOOP4_H
#define CCTK_FORTRAN_LOOP4_H

/* The loop that all others are made of: points @min_ to @max_ of a box in memory of size @ash_. n@ is the distance to
   the outer face in a direction @dir_ with one, else 0. imin and imax, variables of the caller, become the first and
   last i. With a stride (for vectorisation), i starts where its place in memory is a multiple of istr; the points
   outside imin to imax are for the body to mask. */
#define CCTK_LOOP4STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_idir, name/**/_jdir, name/**/_kdir, name/**/_ldir, name/**/_imin, name/**/_jmin, name/**/_kmin, name/**/_lmin, name/**/_imax, name/**/_jmax, name/**/_kmax, name/**/_lmax, name/**/_iash, name/**/_jash, name/**/_kash, name/**/_lash, name/**/_istr &&
#define CCTK_LOOP4STR_NORMAL_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  private(i, j, k, l, ni, nj, nk, nl) \
  private(name/**/_idir, name/**/_jdir, name/**/_kdir, name/**/_ldir, name/**/_imin, name/**/_jmin, name/**/_kmin, name/**/_lmin, name/**/_imax, name/**/_jmax, name/**/_kmax, name/**/_lmax, name/**/_iash, name/**/_jash, name/**/_kash, name/**/_lash, name/**/_istr)
#define CCTK_LOOP4STR_NORMAL(name, i, j, k, l, ni, nj, nk, nl, idir_, jdir_, kdir_, ldir_, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, imin, imax, istr) \
  && name/**/_idir = idir_ \
  && name/**/_jdir = jdir_ \
  && name/**/_kdir = kdir_ \
  && name/**/_ldir = ldir_ \
  && name/**/_imin = imin_ \
  && name/**/_jmin = jmin_ \
  && name/**/_kmin = kmin_ \
  && name/**/_lmin = lmin_ \
  && name/**/_imax = imax_ \
  && name/**/_jmax = jmax_ \
  && name/**/_kmax = kmax_ \
  && name/**/_lmax = lmax_ \
  && name/**/_iash = iash_ \
  && name/**/_jash = jash_ \
  && name/**/_kash = kash_ \
  && name/**/_lash = lash_ \
  && name/**/_istr = istr && imin = name/**/_imin && imax = name/**/_imax \
  && !$omp do collapse(3) \
  && do l = name/**/_lmin, name/**/_lmax \
  && do k = name/**/_kmin, name/**/_kmax \
  && do j = name/**/_jmin, name/**/_jmax \
  && do i = name/**/_imin - modulo(name/**/_imin - 1 + name/**/_iash * (j - 1 + name/**/_jash * (k - 1 + name/**/_kash * (l - 1))), name/**/_istr), name/**/_imax, name/**/_istr \
  && ni = merge(i, merge(name/**/_imax + 1 - i, 0, name/**/_idir > 0), name/**/_idir < 0) && \
  && nj = merge(j, merge(name/**/_jmax + 1 - j, 0, name/**/_jdir > 0), name/**/_jdir < 0) && \
  && nk = merge(k, merge(name/**/_kmax + 1 - k, 0, name/**/_kdir > 0), name/**/_kdir < 0) && \
  && nl = merge(l, merge(name/**/_lmax + 1 - l, 0, name/**/_ldir > 0), name/**/_ldir < 0) &&
#define CCTK_ENDLOOP4STR_NORMAL(name) \
  && end do && end do && end do && end do &&
#define CCTK_LOOP4_NORMAL_DECLARE(name) \
  CCTK_LOOP4STR_NORMAL_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_NORMAL_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_NORMAL_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4_NORMAL(name, i, j, k, l, ni, nj, nk, nl, idir_, jdir_, kdir_, ldir_, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_) \
  CCTK_LOOP4STR_NORMAL(name, i, j, k, l, ni, nj, nk, nl, idir_, jdir_, kdir_, ldir_, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4_NORMAL(name) \
  CCTK_ENDLOOP4STR_NORMAL(name)

/* Points @min_ to @max_ without normals. */
#define CCTK_LOOP4STR_DECLARE(name) \
  CCTK_LOOP4STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_ni, name/**/_nj, name/**/_nk, name/**/_nl &&
#define CCTK_LOOP4STR_OMP_PRIVATE(name, i, j, k, l) \
  CCTK_LOOP4STR_NORMAL_OMP_PRIVATE(name, i, j, k, l, name/**/_ni, name/**/_nj, name/**/_nk, name/**/_nl)
#define CCTK_LOOP4STR(name, i, j, k, l, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, imin, imax, istr) \
  CCTK_LOOP4STR_NORMAL(name, i, j, k, l, name/**/_ni, name/**/_nj, name/**/_nk, name/**/_nl, 0, 0, 0, 0, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, imin, imax, istr)
#define CCTK_ENDLOOP4STR(name) \
  CCTK_ENDLOOP4STR_NORMAL(name)
#define CCTK_LOOP4_DECLARE(name) \
  CCTK_LOOP4STR_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_OMP_PRIVATE(name, i, j, k, l) \
  CCTK_LOOP4STR_OMP_PRIVATE(name, i, j, k, l) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4(name, i, j, k, l, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_) \
  CCTK_LOOP4STR(name, i, j, k, l, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4(name) \
  CCTK_ENDLOOP4STR(name)

/* Every point of this process' box. */
#define CCTK_LOOP4STR_ALL_DECLARE(name) \
  CCTK_LOOP4STR_DECLARE(name)
#define CCTK_LOOP4STR_ALL_OMP_PRIVATE(name, i, j, k, l) \
  CCTK_LOOP4STR_OMP_PRIVATE(name, i, j, k, l)
#define CCTK_LOOP4STR_ALL(name, i, j, k, l, imin, imax, istr) \
  CCTK_LOOP4STR(name, i, j, k, l, cctk_tile_min(1) + 1, cctk_tile_min(2) + 1, cctk_tile_min(3) + 1, cctk_tile_min(4) + 1, cctk_tile_max(1), cctk_tile_max(2), cctk_tile_max(3), cctk_tile_max(4), cctk_ash(1), cctk_ash(2), cctk_ash(3), cctk_ash(4), imin, imax, istr)
#define CCTK_ENDLOOP4STR_ALL(name) \
  CCTK_ENDLOOP4STR(name)
#define CCTK_LOOP4_ALL_DECLARE(name) \
  CCTK_LOOP4STR_ALL_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_ALL_OMP_PRIVATE(name, i, j, k, l) \
  CCTK_LOOP4STR_ALL_OMP_PRIVATE(name, i, j, k, l) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4_ALL(name, i, j, k, l) \
  CCTK_LOOP4STR_ALL(name, i, j, k, l, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4_ALL(name) \
  CCTK_ENDLOOP4STR_ALL(name)

/* Points at least @blo_, @bhi_ away from the box' faces. */
#define CCTK_LOOP4STR_INTERIOR_DECLARE(name) \
  CCTK_LOOP4STR_DECLARE(name)
#define CCTK_LOOP4STR_INTERIOR_OMP_PRIVATE(name, i, j, k, l) \
  CCTK_LOOP4STR_OMP_PRIVATE(name, i, j, k, l)
#define CCTK_LOOP4STR_INTERIOR(name, i, j, k, l, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, imin, imax, istr) \
  CCTK_LOOP4STR(name, i, j, k, l, max(cctk_tile_min(1), iblo_) + 1, max(cctk_tile_min(2), jblo_) + 1, max(cctk_tile_min(3), kblo_) + 1, max(cctk_tile_min(4), lblo_) + 1, min(cctk_tile_max(1), cctk_lsh(1) - (ibhi_)), min(cctk_tile_max(2), cctk_lsh(2) - (jbhi_)), min(cctk_tile_max(3), cctk_lsh(3) - (kbhi_)), min(cctk_tile_max(4), cctk_lsh(4) - (lbhi_)), cctk_ash(1), cctk_ash(2), cctk_ash(3), cctk_ash(4), imin, imax, istr)
#define CCTK_ENDLOOP4STR_INTERIOR(name) \
  CCTK_ENDLOOP4STR(name)
#define CCTK_LOOP4_INTERIOR_DECLARE(name) \
  CCTK_LOOP4STR_INTERIOR_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_INTERIOR_OMP_PRIVATE(name, i, j, k, l) \
  CCTK_LOOP4STR_INTERIOR_OMP_PRIVATE(name, i, j, k, l) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4_INTERIOR(name, i, j, k, l, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_) \
  CCTK_LOOP4STR_INTERIOR(name, i, j, k, l, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4_INTERIOR(name) \
  CCTK_ENDLOOP4STR_INTERIOR(name)

/* Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
   are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards. */
#define CCTK_LOOP4STR_BOUNDARIES_DECLARE(name) \
  CCTK_LOOP4STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_width(8), name/**/_marked(8), name/**/_side, name/**/_away(4), name/**/_lo(4), name/**/_hi(4) &&
#define CCTK_LOOP4STR_BOUNDARIES_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_NORMAL_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  private(name/**/_width, name/**/_marked, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi)
#define CCTK_LOOP4STR_BOUNDARIES(name, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, imin, imax, istr) \
  && name/**/_width = (/ iblo_, ibhi_, jblo_, jbhi_, kblo_, kbhi_, lblo_, lbhi_ /) \
  && name/**/_marked = (/ ibboxlo_, ibboxhi_, jbboxlo_, jbboxhi_, kbboxlo_, kbboxhi_, lbboxlo_, lbboxhi_ /) \
  && do name/**/_side = 0, 80 \
  && call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, 4, cctk_lsh, cctk_tile_min, \
  cctk_tile_max, name/**/_side, 0, name/**/_width, name/**/_marked) \
  && if (name/**/_lo(1) <= name/**/_hi(1)) then && \
  CCTK_LOOP4STR_NORMAL(name, i, j, k, l, ni, nj, nk, nl, name/**/_away(1), name/**/_away(2), name/**/_away(3), name/**/_away(4), name/**/_lo(1), name/**/_lo(2), name/**/_lo(3), name/**/_lo(4), name/**/_hi(1), name/**/_hi(2), name/**/_hi(3), name/**/_hi(4), cctk_ash(1), cctk_ash(2), cctk_ash(3), cctk_ash(4), imin, imax, istr)
#define CCTK_ENDLOOP4STR_BOUNDARIES(name) \
  CCTK_ENDLOOP4STR_NORMAL(name) && end if && end do &&
#define CCTK_LOOP4_BOUNDARIES_DECLARE(name) \
  CCTK_LOOP4STR_BOUNDARIES_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_BOUNDARIES_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_BOUNDARIES_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4_BOUNDARIES(name, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_) \
  CCTK_LOOP4STR_BOUNDARIES(name, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4_BOUNDARIES(name) \
  CCTK_ENDLOOP4STR_BOUNDARIES(name)
#define CCTK_LOOP4STR_INTBOUNDARIES_DECLARE(name) \
  CCTK_LOOP4STR_NORMAL_DECLARE(name) \
  && integer :: name/**/_width(8), name/**/_marked(8), name/**/_side, name/**/_away(4), name/**/_lo(4), name/**/_hi(4) &&
#define CCTK_LOOP4STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_NORMAL_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  private(name/**/_width, name/**/_marked, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi)
#define CCTK_LOOP4STR_INTBOUNDARIES(name, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, imin, imax, istr) \
  && name/**/_width = (/ iblo_, ibhi_, jblo_, jbhi_, kblo_, kbhi_, lblo_, lbhi_ /) \
  && name/**/_marked = (/ ibboxlo_, ibboxhi_, jbboxlo_, jbboxhi_, kbboxlo_, kbboxhi_, lbboxlo_, lbboxhi_ /) \
  && do name/**/_side = 0, 80 \
  && call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, 4, cctk_lsh, cctk_tile_min, \
  cctk_tile_max, name/**/_side, 1, name/**/_width, name/**/_marked) \
  && if (name/**/_lo(1) <= name/**/_hi(1)) then && \
  CCTK_LOOP4STR_NORMAL(name, i, j, k, l, ni, nj, nk, nl, name/**/_away(1), name/**/_away(2), name/**/_away(3), name/**/_away(4), name/**/_lo(1), name/**/_lo(2), name/**/_lo(3), name/**/_lo(4), name/**/_hi(1), name/**/_hi(2), name/**/_hi(3), name/**/_hi(4), cctk_ash(1), cctk_ash(2), cctk_ash(3), cctk_ash(4), imin, imax, istr)
#define CCTK_ENDLOOP4STR_INTBOUNDARIES(name) \
  CCTK_ENDLOOP4STR_NORMAL(name) && end if && end do &&
#define CCTK_LOOP4_INTBOUNDARIES_DECLARE(name) \
  CCTK_LOOP4STR_INTBOUNDARIES_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4_INTBOUNDARIES(name, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_) \
  CCTK_LOOP4STR_INTBOUNDARIES(name, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4_INTBOUNDARIES(name) \
  CCTK_ENDLOOP4STR_INTBOUNDARIES(name)

/* The same with the boundary's width and kind asked from the coordinate thorn, once for all threads: INT leaves out
   ghost zones, symmetry and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost
   or symmetry zones. */
#define CHEMORA_LOOP4_ASK(name) \
  && !$omp single \
  && name/**/_result = GetBoundarySizesAndTypes(cctkGH, 8, name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer) \
  && !$omp end single copyprivate(name/**/_size, name/**/_is_outer) &&
#define CCTK_LOOP4STR_INT_DECLARE(name) \
  CCTK_LOOP4STR_INTERIOR_DECLARE(name) \
  && integer :: name/**/_size(8), name/**/_is_ghost(8), name/**/_is_symmetry(8), name/**/_is_outer(8), name/**/_result &&
#define CCTK_LOOP4STR_INT_OMP_PRIVATE(name, i, j, k, l) \
  CCTK_LOOP4STR_INTERIOR_OMP_PRIVATE(name, i, j, k, l) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP4STR_INT(name, i, j, k, l, imin, imax, istr) \
  CHEMORA_LOOP4_ASK(name) \
  CCTK_LOOP4STR_INTERIOR(name, i, j, k, l, name/**/_size(1), name/**/_size(3), name/**/_size(5), name/**/_size(7), name/**/_size(2), name/**/_size(4), name/**/_size(6), name/**/_size(8), imin, imax, istr)
#define CCTK_ENDLOOP4STR_INT(name) \
  CCTK_ENDLOOP4STR_INTERIOR(name)
#define CCTK_LOOP4_INT_DECLARE(name) \
  CCTK_LOOP4STR_INT_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_INT_OMP_PRIVATE(name, i, j, k, l) \
  CCTK_LOOP4STR_INT_OMP_PRIVATE(name, i, j, k, l) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4_INT(name, i, j, k, l) \
  CCTK_LOOP4STR_INT(name, i, j, k, l, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4_INT(name) \
  CCTK_ENDLOOP4STR_INT(name)
#define CCTK_LOOP4STR_BND_DECLARE(name) \
  CCTK_LOOP4STR_BOUNDARIES_DECLARE(name) \
  && integer :: name/**/_size(8), name/**/_is_ghost(8), name/**/_is_symmetry(8), name/**/_is_outer(8), name/**/_result &&
#define CCTK_LOOP4STR_BND_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_BOUNDARIES_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP4STR_BND(name, i, j, k, l, ni, nj, nk, nl, imin, imax, istr) \
  CHEMORA_LOOP4_ASK(name) \
  CCTK_LOOP4STR_BOUNDARIES(name, i, j, k, l, ni, nj, nk, nl, name/**/_size(1), name/**/_size(3), name/**/_size(5), name/**/_size(7), name/**/_size(2), name/**/_size(4), name/**/_size(6), name/**/_size(8), name/**/_is_outer(1), name/**/_is_outer(3), name/**/_is_outer(5), name/**/_is_outer(7), name/**/_is_outer(2), name/**/_is_outer(4), name/**/_is_outer(6), name/**/_is_outer(8), imin, imax, istr)
#define CCTK_ENDLOOP4STR_BND(name) \
  CCTK_ENDLOOP4STR_BOUNDARIES(name)
#define CCTK_LOOP4_BND_DECLARE(name) \
  CCTK_LOOP4STR_BND_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_BND_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_BND_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4_BND(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_BND(name, i, j, k, l, ni, nj, nk, nl, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4_BND(name) \
  CCTK_ENDLOOP4STR_BND(name)
#define CCTK_LOOP4STR_INTBND_DECLARE(name) \
  CCTK_LOOP4STR_INTBOUNDARIES_DECLARE(name) \
  && integer :: name/**/_size(8), name/**/_is_ghost(8), name/**/_is_symmetry(8), name/**/_is_outer(8), name/**/_result &&
#define CCTK_LOOP4STR_INTBND_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  private(name/**/_size, name/**/_is_ghost, name/**/_is_symmetry, name/**/_is_outer, name/**/_result)
#define CCTK_LOOP4STR_INTBND(name, i, j, k, l, ni, nj, nk, nl, imin, imax, istr) \
  CHEMORA_LOOP4_ASK(name) \
  CCTK_LOOP4STR_INTBOUNDARIES(name, i, j, k, l, ni, nj, nk, nl, name/**/_size(1), name/**/_size(3), name/**/_size(5), name/**/_size(7), name/**/_size(2), name/**/_size(4), name/**/_size(6), name/**/_size(8), name/**/_is_outer(1), name/**/_is_outer(3), name/**/_is_outer(5), name/**/_is_outer(7), name/**/_is_outer(2), name/**/_is_outer(4), name/**/_is_outer(6), name/**/_is_outer(8), imin, imax, istr)
#define CCTK_ENDLOOP4STR_INTBND(name) \
  CCTK_ENDLOOP4STR_INTBOUNDARIES(name)
#define CCTK_LOOP4_INTBND_DECLARE(name) \
  CCTK_LOOP4STR_INTBND_DECLARE(name) && integer :: name/**/_first, name/**/_last &&
#define CCTK_LOOP4_INTBND_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_INTBND_OMP_PRIVATE(name, i, j, k, l, ni, nj, nk, nl) private(name/**/_first, name/**/_last)
#define CCTK_LOOP4_INTBND(name, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_INTBND(name, i, j, k, l, ni, nj, nk, nl, name/**/_first, name/**/_last, 1)
#define CCTK_ENDLOOP4_INTBND(name) \
  CCTK_ENDLOOP4STR_INTBND(name)

#endif
