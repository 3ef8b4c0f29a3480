/* Loops over grid points of three dimensions:
     CCTK_LOOP3_ALL_DECLARE(name)      among the declarations
     CCTK_LOOP3_ALL(name, i, j, k)     i, j, k are integers of the caller
     CCTK_ENDLOOP3_ALL(name)
   Inside a parallel region the points are shared among its threads; CCTK_LOOP3_ALL_OMP_PRIVATE(name, i, j, k) is the
   clause for the region's directive. INT, BND and INTBND ask GetBoundarySizesAndTypes, so the thorn says USES FUNCTION
   GetBoundarySizesAndTypes and DECLARE_CCTK_FUNCTIONS. Names are joined with an empty comment. */
#ifndef CCTK_FORTRAN_LOOP_H
#define CCTK_FORTRAN_LOOP_H

/* Bounds are inclusive. */
#define CCTK_LOOP3_DECLARE(name)
#define CCTK_LOOP3_OMP_PRIVATE(name, i, j, k) private(i, j, k)
#define CCTK_LOOP3(name, i, j, k, imin, jmin, kmin, imax, jmax, kmax, iash, jash, kash) && !$omp do collapse(2) \
&& do k = kmin, kmax && do j = jmin, jmax && do i = imin, imax &&
#define CCTK_ENDLOOP3(name) && end do && end do && end do &&

/* Every point of this process' box. */
#define CCTK_LOOP3_ALL_DECLARE(name)
#define CCTK_LOOP3_ALL_OMP_PRIVATE(name, i, j, k) private(i, j, k)
#define CCTK_LOOP3_ALL(name, i, j, k) CCTK_LOOP3(name, i, j, k, \
cctk_tile_min(1) + 1, cctk_tile_min(2) + 1, cctk_tile_min(3) + 1, \
cctk_tile_max(1), cctk_tile_max(2), cctk_tile_max(3), \
cctk_ash(1), cctk_ash(2), cctk_ash(3))
#define CCTK_ENDLOOP3_ALL(name) CCTK_ENDLOOP3(name)

/* Points at least so many away from the box' faces. */
#define CCTK_LOOP3_INTERIOR_DECLARE(name)
#define CCTK_LOOP3_INTERIOR_OMP_PRIVATE(name, i, j, k) private(i, j, k)
#define CCTK_LOOP3_INTERIOR(name, i, j, k, iblo, jblo, kblo, ibhi, jbhi, kbhi) CCTK_LOOP3(name, i, j, k, \
max(cctk_tile_min(1), iblo) + 1, max(cctk_tile_min(2), jblo) + 1, max(cctk_tile_min(3), kblo) + 1, \
min(cctk_tile_max(1), cctk_lsh(1) - (ibhi)), min(cctk_tile_max(2), cctk_lsh(2) - (jbhi)), \
min(cctk_tile_max(3), cctk_lsh(3) - (kbhi)), cctk_ash(1), cctk_ash(2), cctk_ash(3))
#define CCTK_ENDLOOP3_INTERIOR(name) CCTK_ENDLOOP3(name)

/* Locals of the loops below: widths of the boundaries and which faces are meant, lower and upper of each direction;
   the side at work, its direction and its first and last point. */
#define CHEMORA_LOOP3_LOCALS(name) && integer :: name/**/_width(6), name/**/_is_outer(6), name/**/_ghost(6) \
&& integer :: name/**/_symmetry(6), name/**/_result, name/**/_side, name/**/_away(3), name/**/_lo(3), name/**/_hi(3) &&
#define CHEMORA_LOOP3_PRIVATE(name) name/**/_width, name/**/_is_outer, name/**/_ghost, name/**/_symmetry, \
name/**/_result, name/**/_side, name/**/_away, name/**/_lo, name/**/_hi
#define CHEMORA_LOOP3_ASK(name) && name/**/_result = GetBoundarySizesAndTypes(cctkGH, 6, name/**/_width, \
name/**/_ghost, name/**/_symmetry, name/**/_is_outer) &&

/* Faces, edges and corners one after the other; `all` 0: where any of the faces involved is meant; 1: where all are.
   (ni, nj, nk) points outwards. */
#define CHEMORA_LOOP3_SIDES(name, i, j, k, ni, nj, nk, all) && do name/**/_side = 0, 26 \
&& call chemora_loop_side(name/**/_away, name/**/_lo, name/**/_hi, cctkGH, name/**/_side, all, name/**/_width, \
name/**/_is_outer) && \
CCTK_LOOP3(name, i, j, k, name/**/_lo(1), name/**/_lo(2), name/**/_lo(3), \
name/**/_hi(1), name/**/_hi(2), name/**/_hi(3), cctk_ash(1), cctk_ash(2), cctk_ash(3)) \
&& ni = merge(i, merge(name/**/_hi(1) + 1 - i, 0, name/**/_away(1) > 0), name/**/_away(1) < 0) \
&& nj = merge(j, merge(name/**/_hi(2) + 1 - j, 0, name/**/_away(2) > 0), name/**/_away(2) < 0) \
&& nk = merge(k, merge(name/**/_hi(3) + 1 - k, 0, name/**/_away(3) > 0), name/**/_away(3) < 0) &&
#define CHEMORA_ENDLOOP3_SIDES(name) CCTK_ENDLOOP3(name) && end do &&

#define CCTK_LOOP3_INT_DECLARE(name) CHEMORA_LOOP3_LOCALS(name)
#define CCTK_LOOP3_INT_OMP_PRIVATE(name, i, j, k) private(i, j, k, CHEMORA_LOOP3_PRIVATE(name))
#define CCTK_LOOP3_INT(name, i, j, k) CHEMORA_LOOP3_ASK(name) CCTK_LOOP3_INTERIOR(name, i, j, k, \
name/**/_width(1), name/**/_width(3), name/**/_width(5), name/**/_width(2), name/**/_width(4), name/**/_width(6))
#define CCTK_ENDLOOP3_INT(name) CCTK_ENDLOOP3_INTERIOR(name)

#define CCTK_LOOP3_BND_DECLARE(name) CHEMORA_LOOP3_LOCALS(name)
#define CCTK_LOOP3_BND_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
private(i, j, k, ni, nj, nk, CHEMORA_LOOP3_PRIVATE(name))
#define CCTK_LOOP3_BND(name, i, j, k, ni, nj, nk) CHEMORA_LOOP3_ASK(name) \
CHEMORA_LOOP3_SIDES(name, i, j, k, ni, nj, nk, 0)
#define CCTK_ENDLOOP3_BND(name) CHEMORA_ENDLOOP3_SIDES(name)

#define CCTK_LOOP3_INTBND_DECLARE(name) CHEMORA_LOOP3_LOCALS(name)
#define CCTK_LOOP3_INTBND_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
private(i, j, k, ni, nj, nk, CHEMORA_LOOP3_PRIVATE(name))
#define CCTK_LOOP3_INTBND(name, i, j, k, ni, nj, nk) CHEMORA_LOOP3_ASK(name) \
CHEMORA_LOOP3_SIDES(name, i, j, k, ni, nj, nk, 1)
#define CCTK_ENDLOOP3_INTBND(name) CHEMORA_ENDLOOP3_SIDES(name)

/* The same with widths and outer faces given by the caller. */
#define CHEMORA_LOOP3_SET(name, iblo, jblo, kblo, ibhi, jbhi, kbhi, il, jl, kl, iu, ju, ku) \
&& name/**/_width = (/ iblo, ibhi, jblo, jbhi, kblo, kbhi /) && name/**/_is_outer = (/ il, iu, jl, ju, kl, ku /) &&
#define CCTK_LOOP3_BOUNDARIES_DECLARE(name) CHEMORA_LOOP3_LOCALS(name)
#define CCTK_LOOP3_BOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
private(i, j, k, ni, nj, nk, CHEMORA_LOOP3_PRIVATE(name))
#define CCTK_LOOP3_BOUNDARIES(name, i, j, k, ni, nj, nk, iblo, jblo, kblo, ibhi, jbhi, kbhi, il, jl, kl, iu, ju, ku) \
CHEMORA_LOOP3_SET(name, iblo, jblo, kblo, ibhi, jbhi, kbhi, il, jl, kl, iu, ju, ku) \
CHEMORA_LOOP3_SIDES(name, i, j, k, ni, nj, nk, 0)
#define CCTK_ENDLOOP3_BOUNDARIES(name) CHEMORA_ENDLOOP3_SIDES(name)
#define CCTK_LOOP3_INTBOUNDARIES_DECLARE(name) CHEMORA_LOOP3_LOCALS(name)
#define CCTK_LOOP3_INTBOUNDARIES_OMP_PRIVATE(name, i, j, k, ni, nj, nk) \
private(i, j, k, ni, nj, nk, CHEMORA_LOOP3_PRIVATE(name))
#define CCTK_LOOP3_INTBOUNDARIES(name, i, j, k, ni, nj, nk, \
iblo, jblo, kblo, ibhi, jbhi, kbhi, il, jl, kl, iu, ju, ku) \
CHEMORA_LOOP3_SET(name, iblo, jblo, kblo, ibhi, jbhi, kbhi, il, jl, kl, iu, ju, ku) \
CHEMORA_LOOP3_SIDES(name, i, j, k, ni, nj, nk, 1)
#define CCTK_ENDLOOP3_INTBOUNDARIES(name) CHEMORA_ENDLOOP3_SIDES(name)

#endif
