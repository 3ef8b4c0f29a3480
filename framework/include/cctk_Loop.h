/* Loops over grid points: CCTK_LOOP3_ALL(name, cctkGH, i, j, k) { ... } CCTK_ENDLOOP3_ALL(name);
   Inside an OpenMP parallel region the points are shared among its threads. The loops over interior and boundary
   call GetBoundarySizesAndTypes, so the thorn says USES FUNCTION GetBoundarySizesAndTypes. */
#ifndef CCTK_LOOP_H
#define CCTK_LOOP_H

#include "cGH.h"
#include "cctk_WarnLevel.h"

#ifndef CCTK_LOOP_DISABLE_PRAGMA_OMP
#define CCTK_PRAGMA_OMP(text) _Pragma(text)
#else
#define CCTK_PRAGMA_OMP(text)
#endif

CCTK_ATTRIBUTE_UNUSED static inline int cctk_loop_min(int a, int b) { return a < b ? a : b; }
CCTK_ATTRIBUTE_UNUSED static inline int cctk_loop_max(int a, int b) { return a > b ? a : b; }

/* Lower and upper end of the points of one direction: -1 the lower boundary, 0 between the boundaries, 1 the upper
   boundary; cut to the tile. */
CCTK_ATTRIBUTE_UNUSED static inline int cctk_loop_begin(const cGH* GH, int axis, int side, int lower, int upper) {
  const int first = side < 0 ? 0 : side == 0 ? lower : GH->cctk_lsh[axis] - upper;
  return cctk_loop_max(GH->cctk_tile_min[axis], first);
}
CCTK_ATTRIBUTE_UNUSED static inline int cctk_loop_end(const cGH* GH, int axis, int side, int lower, int upper) {
  const int last = side < 0 ? lower : side == 0 ? GH->cctk_lsh[axis] - upper : GH->cctk_lsh[axis];
  return cctk_loop_min(GH->cctk_tile_max[axis], last);
}
CCTK_ATTRIBUTE_UNUSED static inline void cctk_loop_check_dim(const cGH* GH, int dim, const char* macro, int line,
                                                             const char* file) {
  if (GH->cctk_dim != dim)
    CCTK_VError(line, file, "Cactus", "%s needs a grid of %d dimensions; this one has %d.", macro, dim, GH->cctk_dim);
}

/* The one loop that all others are made of. Strides (for vectorisation) start at a multiple of `istr_`; points
   outside imin <= i < imax are for the body to mask. `ni` is the distance to the outer face, 0 in a direction
   without one. */
#define CCTK_LOOP3STR_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, \
                             iash_, jash_, kash_, imin, imax, istr_)                                                   \
  do {                                                                                                                 \
    typedef int cctk_loop3_##name##_is_open;                                                                           \
    const int cctk_idir = (idir_), cctk_jdir = (jdir_), cctk_kdir = (kdir_);                                           \
    const int imin CCTK_ATTRIBUTE_UNUSED = (imin_), imax CCTK_ATTRIBUTE_UNUSED = (imax_);                              \
    const int cctk_jmin = (jmin_), cctk_jmax = (jmax_), cctk_kmin = (kmin_), cctk_kmax = (kmax_);                      \
    const int cctk_iash = (iash_), cctk_jash = (jash_), cctk_istr = (istr_);                                           \
    CCTK_PRAGMA_OMP("omp for collapse(2)")                                                                             \
    for (int k = cctk_kmin; k < cctk_kmax; ++k)                                                                        \
      for (int j = cctk_jmin; j < cctk_jmax; ++j) {                                                                    \
        const int cctk_misaligned = (imin + cctk_iash * (j + cctk_jash * k)) % cctk_istr;                              \
        for (int i = imin - cctk_misaligned; i < imax; i += cctk_istr) {                                               \
          const int ni CCTK_ATTRIBUTE_UNUSED = cctk_idir < 0 ? i + 1 : cctk_idir == 0 ? 0 : imax - i;                  \
          const int nj CCTK_ATTRIBUTE_UNUSED = cctk_jdir < 0 ? j + 1 : cctk_jdir == 0 ? 0 : cctk_jmax - j;             \
          const int nk CCTK_ATTRIBUTE_UNUSED = cctk_kdir < 0 ? k + 1 : cctk_kdir == 0 ? 0 : cctk_kmax - k;             \
          {
#define CCTK_ENDLOOP3STR_NORMAL(name)                                                                                  \
  }                                                                                                                    \
  }                                                                                                                    \
  }                                                                                                                    \
  typedef cctk_loop3_##name##_is_open cctk_loop3_##name##_is_closed CCTK_ATTRIBUTE_UNUSED;                             \
  }                                                                                                                    \
  while (0)

/* Points imin <= i < imax of a box in memory of size ash. */
#define CCTK_LOOP3STR(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, imin, imax, istr_) \
  CCTK_LOOP3STR_NORMAL(name, i, j, k, cctk_ni, cctk_nj, cctk_nk, 0, 0, 0, imin_, jmin_, kmin_, imax_, jmax_, kmax_,    \
                       iash_, jash_, kash_, imin, imax, istr_)
#define CCTK_ENDLOOP3STR(name) CCTK_ENDLOOP3STR_NORMAL(name)
#define CCTK_LOOP3(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_)                       \
  CCTK_LOOP3STR(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, cctk_imin, cctk_imax, 1)
#define CCTK_ENDLOOP3(name) CCTK_ENDLOOP3STR(name)

/* Every point of this process' box. */
#define CCTK_LOOP3STR_ALL(name, cctkGH_, i, j, k, imin, imax, istr_)                                                   \
  do {                                                                                                                 \
    const cGH* restrict const cctk_loop_gh = (cctkGH_);                                                                \
    cctk_loop_check_dim(cctk_loop_gh, 3, "CCTK_LOOP3_ALL", __LINE__, __FILE__);                                        \
    CCTK_LOOP3STR(name##_all, i, j, k, cctk_loop_gh->cctk_tile_min[0], cctk_loop_gh->cctk_tile_min[1],                 \
                  cctk_loop_gh->cctk_tile_min[2], cctk_loop_gh->cctk_tile_max[0], cctk_loop_gh->cctk_tile_max[1],      \
                  cctk_loop_gh->cctk_tile_max[2], cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1],                \
                  cctk_loop_gh->cctk_ash[2], imin, imax, istr_) {
#define CCTK_ENDLOOP3STR_ALL(name)                                                                                     \
  }                                                                                                                    \
  CCTK_ENDLOOP3STR(name##_all);                                                                                        \
  }                                                                                                                    \
  while (0)
#define CCTK_LOOP3_ALL(name, cctkGH_, i, j, k) CCTK_LOOP3STR_ALL(name, cctkGH_, i, j, k, cctk_imin, cctk_imax, 1)
#define CCTK_ENDLOOP3_ALL(name) CCTK_ENDLOOP3STR_ALL(name)

/* Points at least blo, bhi away from the box' faces. */
#define CCTK_LOOP3STR_INTERIOR(name, cctkGH_, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, imin, imax, istr_)    \
  do {                                                                                                                 \
    const cGH* restrict const cctk_loop_gh = (cctkGH_);                                                                \
    cctk_loop_check_dim(cctk_loop_gh, 3, "CCTK_LOOP3_INTERIOR", __LINE__, __FILE__);                                   \
    const int cctk_blo[3] = {(int)(iblo_), (int)(jblo_), (int)(kblo_)};                                                \
    const int cctk_bhi[3] = {(int)(ibhi_), (int)(jbhi_), (int)(kbhi_)};                                                \
    CCTK_LOOP3STR(name##_interior, i, j, k, cctk_loop_begin(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]),             \
                  cctk_loop_begin(cctk_loop_gh, 1, 0, cctk_blo[1], cctk_bhi[1]),                                       \
                  cctk_loop_begin(cctk_loop_gh, 2, 0, cctk_blo[2], cctk_bhi[2]),                                       \
                  cctk_loop_end(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]),                                         \
                  cctk_loop_end(cctk_loop_gh, 1, 0, cctk_blo[1], cctk_bhi[1]),                                         \
                  cctk_loop_end(cctk_loop_gh, 2, 0, cctk_blo[2], cctk_bhi[2]), cctk_loop_gh->cctk_ash[0],              \
                  cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], imin, imax, istr_) {
#define CCTK_ENDLOOP3STR_INTERIOR(name)                                                                                \
  }                                                                                                                    \
  CCTK_ENDLOOP3STR(name##_interior);                                                                                   \
  }                                                                                                                    \
  while (0)
#define CCTK_LOOP3_INTERIOR(name, cctkGH_, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_)                          \
  CCTK_LOOP3STR_INTERIOR(name, cctkGH_, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, cctk_imin, cctk_imax, 1)
#define CCTK_ENDLOOP3_INTERIOR(name) CCTK_ENDLOOP3STR_INTERIOR(name)

/* Faces, edges and corners one after the other. `all_` 0: where any of the faces involved is marked in bbox; 1: where
   all of them are. (ni, nj, nk) points outwards. */
#define CCTK_LOOP3STR_SIDES_(name, macro, all_, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_,       \
                             kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr_)     \
  do {                                                                                                                 \
    const cGH* restrict const cctk_loop_gh = (cctkGH_);                                                                \
    cctk_loop_check_dim(cctk_loop_gh, 3, macro, __LINE__, __FILE__);                                                   \
    const int cctk_blo[3] = {(int)(iblo_), (int)(jblo_), (int)(kblo_)};                                                \
    const int cctk_bhi[3] = {(int)(ibhi_), (int)(jbhi_), (int)(kbhi_)};                                                \
    const int cctk_marked[3][2] = {                                                                                    \
        {(int)(ibboxlo_), (int)(ibboxhi_)}, {(int)(jbboxlo_), (int)(jbboxhi_)}, {(int)(kbboxlo_), (int)(kbboxhi_)}};   \
    for (int cctk_side_number = 0; cctk_side_number < 27; ++cctk_side_number) {                                        \
      const int cctk_side[3] = {cctk_side_number % 3 - 1, cctk_side_number / 3 % 3 - 1, cctk_side_number / 9 - 1};     \
      int cctk_n_faces = 0, cctk_n_marked = 0;                                                                         \
      for (int cctk_axis = 0; cctk_axis < 3; ++cctk_axis)                                                              \
        if (cctk_side[cctk_axis] != 0) {                                                                               \
          ++cctk_n_faces;                                                                                              \
          cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0;                                      \
        }                                                                                                              \
      if (cctk_n_marked == 0 || ((all_) && cctk_n_marked < cctk_n_faces)) continue;                                    \
      CCTK_LOOP3STR_NORMAL(name##_sides, i, j, k, ni, nj, nk, cctk_side[0], cctk_side[1], cctk_side[2],                \
                           cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]),                   \
                           cctk_loop_begin(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]),                   \
                           cctk_loop_begin(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]),                   \
                           cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]),                     \
                           cctk_loop_end(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]),                     \
                           cctk_loop_end(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]),                     \
                           cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], imin,      \
                           imax, istr_) {
#define CCTK_ENDLOOP3STR_SIDES_(name)                                                                                  \
  }                                                                                                                    \
  CCTK_ENDLOOP3STR_NORMAL(name##_sides);                                                                               \
  }                                                                                                                    \
  }                                                                                                                    \
  while (0)

#define CCTK_LOOP3STR_BOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_,         \
                                 ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr_)        \
  CCTK_LOOP3STR_SIDES_(name, "CCTK_LOOP3_BOUNDARIES", 0, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_,     \
                       jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr_)
#define CCTK_ENDLOOP3STR_BOUNDARIES(name) CCTK_ENDLOOP3STR_SIDES_(name)
#define CCTK_LOOP3_BOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_,  \
                              jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_)                                        \
  CCTK_LOOP3STR_BOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_,     \
                           jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, cctk_imin, cctk_imax, 1)
#define CCTK_ENDLOOP3_BOUNDARIES(name) CCTK_ENDLOOP3STR_BOUNDARIES(name)
#define CCTK_LOOP3STR_INTBOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_,      \
                                    ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr_)     \
  CCTK_LOOP3STR_SIDES_(name, "CCTK_LOOP3_INTBOUNDARIES", 1, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_,  \
                       jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr_)
#define CCTK_ENDLOOP3STR_INTBOUNDARIES(name) CCTK_ENDLOOP3STR_SIDES_(name)

/* The same with the boundary's width and kind asked from the coordinate thorn: INT leaves out ghost zones, symmetry
   and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost or symmetry zones. */
#define CCTK_LOOP3_ASK_BOUNDARY_(cctkGH_)                                                                              \
  CCTK_INT cctk_size[6], cctk_is_ghost[6], cctk_is_symmetry[6], cctk_is_outer[6];                                      \
  GetBoundarySizesAndTypes(cctkGH_, 6, cctk_size, cctk_is_ghost, cctk_is_symmetry, cctk_is_outer);

#define CCTK_LOOP3STR_INT(name, cctkGH_, i, j, k, imin, imax, istr_)                                                   \
  do {                                                                                                                 \
    CCTK_LOOP3_ASK_BOUNDARY_(cctkGH_)                                                                                  \
    CCTK_LOOP3STR_INTERIOR(name##_int, cctkGH_, i, j, k, cctk_size[0], cctk_size[2], cctk_size[4], cctk_size[1],       \
                           cctk_size[3], cctk_size[5], imin, imax, istr_) {
#define CCTK_ENDLOOP3STR_INT(name)                                                                                     \
  }                                                                                                                    \
  CCTK_ENDLOOP3STR_INTERIOR(name##_int);                                                                               \
  }                                                                                                                    \
  while (0)
#define CCTK_LOOP3_INT(name, cctkGH_, i, j, k) CCTK_LOOP3STR_INT(name, cctkGH_, i, j, k, cctk_imin, cctk_imax, 1)
#define CCTK_ENDLOOP3_INT(name) CCTK_ENDLOOP3STR_INT(name)

#define CCTK_LOOP3STR_ASKED_SIDES_(name, macro, all_, cctkGH_, i, j, k, ni, nj, nk, imin, imax, istr_)                 \
  do {                                                                                                                 \
    CCTK_LOOP3_ASK_BOUNDARY_(cctkGH_)                                                                                  \
    CCTK_LOOP3STR_SIDES_(name##_bnd, macro, all_, cctkGH_, i, j, k, ni, nj, nk, cctk_size[0], cctk_size[2],            \
                         cctk_size[4], cctk_size[1], cctk_size[3], cctk_size[5], cctk_is_outer[0], cctk_is_outer[2],   \
                         cctk_is_outer[4], cctk_is_outer[1], cctk_is_outer[3], cctk_is_outer[5], imin, imax, istr_) {
#define CCTK_ENDLOOP3STR_ASKED_SIDES_(name)                                                                            \
  }                                                                                                                    \
  CCTK_ENDLOOP3STR_SIDES_(name##_bnd);                                                                                 \
  }                                                                                                                    \
  while (0)
#define CCTK_LOOP3STR_BND(name, cctkGH_, i, j, k, ni, nj, nk, imin, imax, istr_)                                       \
  CCTK_LOOP3STR_ASKED_SIDES_(name, "CCTK_LOOP3_BND", 0, cctkGH_, i, j, k, ni, nj, nk, imin, imax, istr_)
#define CCTK_ENDLOOP3STR_BND(name) CCTK_ENDLOOP3STR_ASKED_SIDES_(name)
#define CCTK_LOOP3_BND(name, cctkGH_, i, j, k, ni, nj, nk)                                                             \
  CCTK_LOOP3STR_BND(name, cctkGH_, i, j, k, ni, nj, nk, cctk_imin, cctk_imax, 1)
#define CCTK_ENDLOOP3_BND(name) CCTK_ENDLOOP3STR_BND(name)
#define CCTK_LOOP3STR_INTBND(name, cctkGH_, i, j, k, ni, nj, nk, imin, imax, istr_)                                    \
  CCTK_LOOP3STR_ASKED_SIDES_(name, "CCTK_LOOP3_INTBND", 1, cctkGH_, i, j, k, ni, nj, nk, imin, imax, istr_)
#define CCTK_ENDLOOP3STR_INTBND(name) CCTK_ENDLOOP3STR_ASKED_SIDES_(name)
#define CCTK_LOOP3_INTBND(name, cctkGH_, i, j, k, ni, nj, nk)                                                          \
  CCTK_LOOP3STR_INTBND(name, cctkGH_, i, j, k, ni, nj, nk, cctk_imin, cctk_imax, 1)
#define CCTK_ENDLOOP3_INTBND(name) CCTK_ENDLOOP3STR_INTBND(name)

#endif
