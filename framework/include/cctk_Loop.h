/* Loops over grid points: CCTK_LOOP3_ALL(name, cctkGH, i, j, k) { ... } CCTK_ENDLOOP3_ALL(name);
   Made by generate_loops.py, which says what each part is; do not edit.
   Inside an OpenMP parallel region the points are shared among its threads. INT, BND and INTBND call
   GetBoundarySizesAndTypes, so the thorn says USES FUNCTION GetBoundarySizesAndTypes. */
#ifndef CCTK_LOOP_H
#define CCTK_LOOP_H

#include "cGH.h"
#include "cctk_WarnLevel.h"

#include <assert.h> /* which thorns expect from cctk.h */

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

/* clang-format off */

/* The loop that all others are made of: points @min_ <= @ < @max_ of a box in memory of size @ash_. n@ is the
   distance to the outer face in a direction @dir_ with one, else 0. With a stride (for vectorisation), i starts where
   its place in memory plus ioff_ is a multiple of istr_; the points outside imin <= i < imax are for the body to
   mask. Thorn LoopControl puts its own loop in the place of the one for 3 dimensions. */
#define CCTK_LOOP1_NORMAL(name, i, ni, idir_, imin_, imax_, iash_) \
  CCTK_LOOP1STR_NORMAL(name, i, ni, idir_, imin_, imax_, iash_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1_NORMAL(name) \
  CCTK_ENDLOOP1STR_NORMAL(name)
#define CCTK_LOOP1STR_NORMAL(name, i, ni, idir_, imin_, imax_, iash_, imin, imax, istr_) \
  CCTK_LOOP1STROFF_NORMAL(name, i, ni, idir_, imin_, imax_, iash_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP1STR_NORMAL(name) \
  CCTK_ENDLOOP1STROFF_NORMAL(name)
#define CCTK_LOOP1STROFF_NORMAL(name, i, ni, idir_, imin_, imax_, iash_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    typedef int cctk_loop1_##name##_is_open; \
    const int cctk_idir = (idir_), cctk_imin = (imin_), cctk_imax = (imax_); \
    const int cctk_iash CCTK_ATTRIBUTE_UNUSED = (iash_); \
    const int imin CCTK_ATTRIBUTE_UNUSED = cctk_imin, imax CCTK_ATTRIBUTE_UNUSED = cctk_imax; \
    const int cctk_istr = (istr_), cctk_ialn CCTK_ATTRIBUTE_UNUSED = (ialn_), cctk_ioff = (ioff_); \
    CCTK_PRAGMA_OMP("omp for") \
      for (int i = cctk_imin - (cctk_imin + cctk_ioff) % cctk_istr; i < cctk_imax; i += cctk_istr) { \
        const int ni CCTK_ATTRIBUTE_UNUSED = cctk_idir < 0 ? i + 1 : cctk_idir == 0 ? 0 : cctk_imax - i; \
        {
#define CCTK_ENDLOOP1STROFF_NORMAL(name) \
  } \
  } \
  typedef cctk_loop1_##name##_is_open cctk_loop1_##name##_is_closed CCTK_ATTRIBUTE_UNUSED; \
  } \
  while (0)

/* Points @min_ <= @ < @max_ without directions. */
#define CCTK_LOOP1(name, i, imin_, imax_, iash_) \
  CCTK_LOOP1STR(name, i, imin_, imax_, iash_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1(name) \
  CCTK_ENDLOOP1STR(name)
#define CCTK_LOOP1STR(name, i, imin_, imax_, iash_, imin, imax, istr_) \
  CCTK_LOOP1STROFF(name, i, imin_, imax_, iash_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP1STR(name) \
  CCTK_ENDLOOP1STROFF(name)
#define CCTK_LOOP1STROFF(name, i, imin_, imax_, iash_, ialn_, ioff_, imin, imax, istr_) \
  CCTK_LOOP1STROFF_NORMAL(name, i, cctk_ni, 0, imin_, imax_, iash_, ialn_, ioff_, imin, imax, istr_)
#define CCTK_ENDLOOP1STROFF(name) \
  CCTK_ENDLOOP1STROFF_NORMAL(name)

/* Every point of this process' box, in the alignment that the driver gave it. */
#define CCTK_LOOP1_ALL(name, cctkGH_, i) \
  CCTK_LOOP1STR_ALL(name, cctkGH_, i, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1_ALL(name) \
  CCTK_ENDLOOP1STR_ALL(name)
#define CCTK_LOOP1STR_ALL(name, cctkGH_, i, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 1, "CCTK_LOOP1_ALL", __LINE__, __FILE__); \
  CCTK_LOOP1STROFF(name##_all, i, cctk_loop_gh->cctk_tile_min[0], cctk_loop_gh->cctk_tile_max[0], cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_alignment, cctk_loop_gh->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP1STR_ALL(name) \
  } \
  CCTK_ENDLOOP1STROFF(name##_all); \
  } \
  while (0)

/* Points at least @blo_, @bhi_ away from the box' faces. */
#define CCTK_LOOP1_INTERIOR(name, cctkGH_, i, iblo_, ibhi_) \
  CCTK_LOOP1STR_INTERIOR(name, cctkGH_, i, iblo_, ibhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1_INTERIOR(name) \
  CCTK_ENDLOOP1STR_INTERIOR(name)
#define CCTK_LOOP1STR_INTERIOR(name, cctkGH_, i, iblo_, ibhi_, imin, imax, istr_) \
  CCTK_LOOP1STROFF_INTERIOR(name, cctkGH_, i, iblo_, ibhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP1STR_INTERIOR(name) \
  CCTK_ENDLOOP1STROFF_INTERIOR(name)
#define CCTK_LOOP1STROFF_INTERIOR(name, cctkGH_, i, iblo_, ibhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 1, "CCTK_LOOP1_INTERIOR", __LINE__, __FILE__); \
  const int cctk_blo[1] = {(int)(iblo_)}; \
  const int cctk_bhi[1] = {(int)(ibhi_)}; \
  CCTK_LOOP1STROFF(name##_interior, i, cctk_loop_begin(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]), cctk_loop_gh->cctk_ash[0], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP1STROFF_INTERIOR(name) \
  } \
  CCTK_ENDLOOP1STROFF(name##_interior); \
  } \
  while (0)

/* Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
   are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards. */
#define CCTK_LOOP1_BOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_) \
  CCTK_LOOP1STR_BOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1_BOUNDARIES(name) \
  CCTK_ENDLOOP1STR_BOUNDARIES(name)
#define CCTK_LOOP1STR_BOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, imin, imax, istr_) \
  CCTK_LOOP1STROFF_BOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP1STR_BOUNDARIES(name) \
  CCTK_ENDLOOP1STROFF_BOUNDARIES(name)
#define CCTK_LOOP1STROFF_BOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 1, "CCTK_LOOP1_BOUNDARIES", __LINE__, __FILE__); \
  const int cctk_blo[1] = {(int)(iblo_)}; \
  const int cctk_bhi[1] = {(int)(ibhi_)}; \
  const int cctk_marked[1][2] = {{(int)(ibboxlo_), (int)(ibboxhi_)}}; \
  for (int cctk_side_number = 0; cctk_side_number < 3; ++cctk_side_number) { \
    const int cctk_side[1] = {cctk_side_number / 1 % 3 - 1}; \
    int cctk_n_faces = 0, cctk_n_marked = 0; \
    for (int cctk_axis = 0; cctk_axis < 1; ++cctk_axis) \
      if (cctk_side[cctk_axis] != 0) { \
        ++cctk_n_faces; \
        cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0; \
      } \
    if (cctk_n_marked == 0) continue; \
    CCTK_LOOP1STROFF_NORMAL(name##_boundaries, i, ni, cctk_side[0], cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_gh->cctk_ash[0], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP1STROFF_BOUNDARIES(name) \
  } \
  CCTK_ENDLOOP1STROFF_NORMAL(name##_boundaries); \
  } \
  } \
  while (0)
#define CCTK_LOOP1_INTBOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_) \
  CCTK_LOOP1STR_INTBOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1_INTBOUNDARIES(name) \
  CCTK_ENDLOOP1STR_INTBOUNDARIES(name)
#define CCTK_LOOP1STR_INTBOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, imin, imax, istr_) \
  CCTK_LOOP1STROFF_INTBOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP1STR_INTBOUNDARIES(name) \
  CCTK_ENDLOOP1STROFF_INTBOUNDARIES(name)
#define CCTK_LOOP1STROFF_INTBOUNDARIES(name, cctkGH_, i, ni, iblo_, ibhi_, ibboxlo_, ibboxhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 1, "CCTK_LOOP1_INTBOUNDARIES", __LINE__, __FILE__); \
  const int cctk_blo[1] = {(int)(iblo_)}; \
  const int cctk_bhi[1] = {(int)(ibhi_)}; \
  const int cctk_marked[1][2] = {{(int)(ibboxlo_), (int)(ibboxhi_)}}; \
  for (int cctk_side_number = 0; cctk_side_number < 3; ++cctk_side_number) { \
    const int cctk_side[1] = {cctk_side_number / 1 % 3 - 1}; \
    int cctk_n_faces = 0, cctk_n_marked = 0; \
    for (int cctk_axis = 0; cctk_axis < 1; ++cctk_axis) \
      if (cctk_side[cctk_axis] != 0) { \
        ++cctk_n_faces; \
        cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0; \
      } \
    if (cctk_n_marked == 0 || cctk_n_marked < cctk_n_faces) continue; \
    CCTK_LOOP1STROFF_NORMAL(name##_intboundaries, i, ni, cctk_side[0], cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_gh->cctk_ash[0], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP1STROFF_INTBOUNDARIES(name) \
  } \
  CCTK_ENDLOOP1STROFF_NORMAL(name##_intboundaries); \
  } \
  } \
  while (0)

/* The same with the boundary's width and kind asked from the coordinate thorn: INT leaves out ghost zones, symmetry
   and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost or symmetry zones. */
#define CCTK_LOOP1_ASK_BOUNDARY_(cctkGH_) \
  CCTK_INT cctk_size[2], cctk_is_ghost[2], cctk_is_symmetry[2], cctk_is_outer[2]; \
  GetBoundarySizesAndTypes(cctkGH_, 2, cctk_size, cctk_is_ghost, cctk_is_symmetry, cctk_is_outer);
#define CCTK_LOOP1_INT(name, cctkGH_, i) \
  CCTK_LOOP1STR_INT(name, cctkGH_, i, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1_INT(name) \
  CCTK_ENDLOOP1STR_INT(name)
#define CCTK_LOOP1STR_INT(name, cctkGH_, i, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP1_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP1STROFF_INTERIOR(name##_int, cctk_loop_asked, i, cctk_size[0], cctk_size[1], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP1STR_INT(name) \
  } \
  CCTK_ENDLOOP1STROFF_INTERIOR(name##_int); \
  } \
  while (0)
#define CCTK_LOOP1_BND(name, cctkGH_, i, ni) \
  CCTK_LOOP1STR_BND(name, cctkGH_, i, ni, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1_BND(name) \
  CCTK_ENDLOOP1STR_BND(name)
#define CCTK_LOOP1STR_BND(name, cctkGH_, i, ni, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP1_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP1STROFF_BOUNDARIES(name##_bnd, cctk_loop_asked, i, ni, cctk_size[0], cctk_size[1], cctk_is_outer[0], cctk_is_outer[1], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP1STR_BND(name) \
  } \
  CCTK_ENDLOOP1STROFF_BOUNDARIES(name##_bnd); \
  } \
  while (0)
#define CCTK_LOOP1_INTBND(name, cctkGH_, i, ni) \
  CCTK_LOOP1STR_INTBND(name, cctkGH_, i, ni, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP1_INTBND(name) \
  CCTK_ENDLOOP1STR_INTBND(name)
#define CCTK_LOOP1STR_INTBND(name, cctkGH_, i, ni, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP1_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP1STROFF_INTBOUNDARIES(name##_intbnd, cctk_loop_asked, i, ni, cctk_size[0], cctk_size[1], cctk_is_outer[0], cctk_is_outer[1], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP1STR_INTBND(name) \
  } \
  CCTK_ENDLOOP1STROFF_INTBOUNDARIES(name##_intbnd); \
  } \
  while (0)
#define CCTK_LOOP2_NORMAL(name, i, j, ni, nj, idir_, jdir_, imin_, jmin_, imax_, jmax_, iash_, jash_) \
  CCTK_LOOP2STR_NORMAL(name, i, j, ni, nj, idir_, jdir_, imin_, jmin_, imax_, jmax_, iash_, jash_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2_NORMAL(name) \
  CCTK_ENDLOOP2STR_NORMAL(name)
#define CCTK_LOOP2STR_NORMAL(name, i, j, ni, nj, idir_, jdir_, imin_, jmin_, imax_, jmax_, iash_, jash_, imin, imax, istr_) \
  CCTK_LOOP2STROFF_NORMAL(name, i, j, ni, nj, idir_, jdir_, imin_, jmin_, imax_, jmax_, iash_, jash_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP2STR_NORMAL(name) \
  CCTK_ENDLOOP2STROFF_NORMAL(name)
#define CCTK_LOOP2STROFF_NORMAL(name, i, j, ni, nj, idir_, jdir_, imin_, jmin_, imax_, jmax_, iash_, jash_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    typedef int cctk_loop2_##name##_is_open; \
    const int cctk_idir = (idir_), cctk_imin = (imin_), cctk_imax = (imax_); \
    const int cctk_iash = (iash_); \
    const int cctk_jdir = (jdir_), cctk_jmin = (jmin_), cctk_jmax = (jmax_); \
    const int cctk_jash CCTK_ATTRIBUTE_UNUSED = (jash_); \
    const int imin CCTK_ATTRIBUTE_UNUSED = cctk_imin, imax CCTK_ATTRIBUTE_UNUSED = cctk_imax; \
    const int cctk_istr = (istr_), cctk_ialn CCTK_ATTRIBUTE_UNUSED = (ialn_), cctk_ioff = (ioff_); \
    CCTK_PRAGMA_OMP("omp for collapse(1)") \
    for (int j = cctk_jmin; j < cctk_jmax; ++j) \
      for (int i = cctk_imin - (cctk_imin + cctk_iash * (j) + cctk_ioff) % cctk_istr; i < cctk_imax; i += cctk_istr) { \
        const int ni CCTK_ATTRIBUTE_UNUSED = cctk_idir < 0 ? i + 1 : cctk_idir == 0 ? 0 : cctk_imax - i; \
        const int nj CCTK_ATTRIBUTE_UNUSED = cctk_jdir < 0 ? j + 1 : cctk_jdir == 0 ? 0 : cctk_jmax - j; \
        {
#define CCTK_ENDLOOP2STROFF_NORMAL(name) \
  } \
  } \
  typedef cctk_loop2_##name##_is_open cctk_loop2_##name##_is_closed CCTK_ATTRIBUTE_UNUSED; \
  } \
  while (0)
#define CCTK_LOOP2(name, i, j, imin_, jmin_, imax_, jmax_, iash_, jash_) \
  CCTK_LOOP2STR(name, i, j, imin_, jmin_, imax_, jmax_, iash_, jash_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2(name) \
  CCTK_ENDLOOP2STR(name)
#define CCTK_LOOP2STR(name, i, j, imin_, jmin_, imax_, jmax_, iash_, jash_, imin, imax, istr_) \
  CCTK_LOOP2STROFF(name, i, j, imin_, jmin_, imax_, jmax_, iash_, jash_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP2STR(name) \
  CCTK_ENDLOOP2STROFF(name)
#define CCTK_LOOP2STROFF(name, i, j, imin_, jmin_, imax_, jmax_, iash_, jash_, ialn_, ioff_, imin, imax, istr_) \
  CCTK_LOOP2STROFF_NORMAL(name, i, j, cctk_ni, cctk_nj, 0, 0, imin_, jmin_, imax_, jmax_, iash_, jash_, ialn_, ioff_, imin, imax, istr_)
#define CCTK_ENDLOOP2STROFF(name) \
  CCTK_ENDLOOP2STROFF_NORMAL(name)
#define CCTK_LOOP2_ALL(name, cctkGH_, i, j) \
  CCTK_LOOP2STR_ALL(name, cctkGH_, i, j, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2_ALL(name) \
  CCTK_ENDLOOP2STR_ALL(name)
#define CCTK_LOOP2STR_ALL(name, cctkGH_, i, j, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 2, "CCTK_LOOP2_ALL", __LINE__, __FILE__); \
  CCTK_LOOP2STROFF(name##_all, i, j, cctk_loop_gh->cctk_tile_min[0], cctk_loop_gh->cctk_tile_min[1], cctk_loop_gh->cctk_tile_max[0], cctk_loop_gh->cctk_tile_max[1], cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_alignment, cctk_loop_gh->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP2STR_ALL(name) \
  } \
  CCTK_ENDLOOP2STROFF(name##_all); \
  } \
  while (0)
#define CCTK_LOOP2_INTERIOR(name, cctkGH_, i, j, iblo_, jblo_, ibhi_, jbhi_) \
  CCTK_LOOP2STR_INTERIOR(name, cctkGH_, i, j, iblo_, jblo_, ibhi_, jbhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2_INTERIOR(name) \
  CCTK_ENDLOOP2STR_INTERIOR(name)
#define CCTK_LOOP2STR_INTERIOR(name, cctkGH_, i, j, iblo_, jblo_, ibhi_, jbhi_, imin, imax, istr_) \
  CCTK_LOOP2STROFF_INTERIOR(name, cctkGH_, i, j, iblo_, jblo_, ibhi_, jbhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP2STR_INTERIOR(name) \
  CCTK_ENDLOOP2STROFF_INTERIOR(name)
#define CCTK_LOOP2STROFF_INTERIOR(name, cctkGH_, i, j, iblo_, jblo_, ibhi_, jbhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 2, "CCTK_LOOP2_INTERIOR", __LINE__, __FILE__); \
  const int cctk_blo[2] = {(int)(iblo_), (int)(jblo_)}; \
  const int cctk_bhi[2] = {(int)(ibhi_), (int)(jbhi_)}; \
  CCTK_LOOP2STROFF(name##_interior, i, j, cctk_loop_begin(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, 0, cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, 0, cctk_blo[1], cctk_bhi[1]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP2STROFF_INTERIOR(name) \
  } \
  CCTK_ENDLOOP2STROFF(name##_interior); \
  } \
  while (0)
#define CCTK_LOOP2_BOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_) \
  CCTK_LOOP2STR_BOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2_BOUNDARIES(name) \
  CCTK_ENDLOOP2STR_BOUNDARIES(name)
#define CCTK_LOOP2STR_BOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, imin, imax, istr_) \
  CCTK_LOOP2STROFF_BOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP2STR_BOUNDARIES(name) \
  CCTK_ENDLOOP2STROFF_BOUNDARIES(name)
#define CCTK_LOOP2STROFF_BOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 2, "CCTK_LOOP2_BOUNDARIES", __LINE__, __FILE__); \
  const int cctk_blo[2] = {(int)(iblo_), (int)(jblo_)}; \
  const int cctk_bhi[2] = {(int)(ibhi_), (int)(jbhi_)}; \
  const int cctk_marked[2][2] = {{(int)(ibboxlo_), (int)(ibboxhi_)}, {(int)(jbboxlo_), (int)(jbboxhi_)}}; \
  for (int cctk_side_number = 0; cctk_side_number < 9; ++cctk_side_number) { \
    const int cctk_side[2] = {cctk_side_number / 1 % 3 - 1, cctk_side_number / 3 % 3 - 1}; \
    int cctk_n_faces = 0, cctk_n_marked = 0; \
    for (int cctk_axis = 0; cctk_axis < 2; ++cctk_axis) \
      if (cctk_side[cctk_axis] != 0) { \
        ++cctk_n_faces; \
        cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0; \
      } \
    if (cctk_n_marked == 0) continue; \
    CCTK_LOOP2STROFF_NORMAL(name##_boundaries, i, j, ni, nj, cctk_side[0], cctk_side[1], cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP2STROFF_BOUNDARIES(name) \
  } \
  CCTK_ENDLOOP2STROFF_NORMAL(name##_boundaries); \
  } \
  } \
  while (0)
#define CCTK_LOOP2_INTBOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_) \
  CCTK_LOOP2STR_INTBOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2_INTBOUNDARIES(name) \
  CCTK_ENDLOOP2STR_INTBOUNDARIES(name)
#define CCTK_LOOP2STR_INTBOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, imin, imax, istr_) \
  CCTK_LOOP2STROFF_INTBOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP2STR_INTBOUNDARIES(name) \
  CCTK_ENDLOOP2STROFF_INTBOUNDARIES(name)
#define CCTK_LOOP2STROFF_INTBOUNDARIES(name, cctkGH_, i, j, ni, nj, iblo_, jblo_, ibhi_, jbhi_, ibboxlo_, jbboxlo_, ibboxhi_, jbboxhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 2, "CCTK_LOOP2_INTBOUNDARIES", __LINE__, __FILE__); \
  const int cctk_blo[2] = {(int)(iblo_), (int)(jblo_)}; \
  const int cctk_bhi[2] = {(int)(ibhi_), (int)(jbhi_)}; \
  const int cctk_marked[2][2] = {{(int)(ibboxlo_), (int)(ibboxhi_)}, {(int)(jbboxlo_), (int)(jbboxhi_)}}; \
  for (int cctk_side_number = 0; cctk_side_number < 9; ++cctk_side_number) { \
    const int cctk_side[2] = {cctk_side_number / 1 % 3 - 1, cctk_side_number / 3 % 3 - 1}; \
    int cctk_n_faces = 0, cctk_n_marked = 0; \
    for (int cctk_axis = 0; cctk_axis < 2; ++cctk_axis) \
      if (cctk_side[cctk_axis] != 0) { \
        ++cctk_n_faces; \
        cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0; \
      } \
    if (cctk_n_marked == 0 || cctk_n_marked < cctk_n_faces) continue; \
    CCTK_LOOP2STROFF_NORMAL(name##_intboundaries, i, j, ni, nj, cctk_side[0], cctk_side[1], cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP2STROFF_INTBOUNDARIES(name) \
  } \
  CCTK_ENDLOOP2STROFF_NORMAL(name##_intboundaries); \
  } \
  } \
  while (0)
#define CCTK_LOOP2_ASK_BOUNDARY_(cctkGH_) \
  CCTK_INT cctk_size[4], cctk_is_ghost[4], cctk_is_symmetry[4], cctk_is_outer[4]; \
  GetBoundarySizesAndTypes(cctkGH_, 4, cctk_size, cctk_is_ghost, cctk_is_symmetry, cctk_is_outer);
#define CCTK_LOOP2_INT(name, cctkGH_, i, j) \
  CCTK_LOOP2STR_INT(name, cctkGH_, i, j, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2_INT(name) \
  CCTK_ENDLOOP2STR_INT(name)
#define CCTK_LOOP2STR_INT(name, cctkGH_, i, j, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP2_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP2STROFF_INTERIOR(name##_int, cctk_loop_asked, i, j, cctk_size[0], cctk_size[2], cctk_size[1], cctk_size[3], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP2STR_INT(name) \
  } \
  CCTK_ENDLOOP2STROFF_INTERIOR(name##_int); \
  } \
  while (0)
#define CCTK_LOOP2_BND(name, cctkGH_, i, j, ni, nj) \
  CCTK_LOOP2STR_BND(name, cctkGH_, i, j, ni, nj, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2_BND(name) \
  CCTK_ENDLOOP2STR_BND(name)
#define CCTK_LOOP2STR_BND(name, cctkGH_, i, j, ni, nj, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP2_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP2STROFF_BOUNDARIES(name##_bnd, cctk_loop_asked, i, j, ni, nj, cctk_size[0], cctk_size[2], cctk_size[1], cctk_size[3], cctk_is_outer[0], cctk_is_outer[2], cctk_is_outer[1], cctk_is_outer[3], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP2STR_BND(name) \
  } \
  CCTK_ENDLOOP2STROFF_BOUNDARIES(name##_bnd); \
  } \
  while (0)
#define CCTK_LOOP2_INTBND(name, cctkGH_, i, j, ni, nj) \
  CCTK_LOOP2STR_INTBND(name, cctkGH_, i, j, ni, nj, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP2_INTBND(name) \
  CCTK_ENDLOOP2STR_INTBND(name)
#define CCTK_LOOP2STR_INTBND(name, cctkGH_, i, j, ni, nj, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP2_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP2STROFF_INTBOUNDARIES(name##_intbnd, cctk_loop_asked, i, j, ni, nj, cctk_size[0], cctk_size[2], cctk_size[1], cctk_size[3], cctk_is_outer[0], cctk_is_outer[2], cctk_is_outer[1], cctk_is_outer[3], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP2STR_INTBND(name) \
  } \
  CCTK_ENDLOOP2STROFF_INTBOUNDARIES(name##_intbnd); \
  } \
  while (0)
#define CCTK_LOOP3_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_) \
  CCTK_LOOP3STR_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3_NORMAL(name) \
  CCTK_ENDLOOP3STR_NORMAL(name)
#define CCTK_LOOP3STR_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, imin, imax, istr_) \
  CCTK_LOOP3STROFF_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP3STR_NORMAL(name) \
  CCTK_ENDLOOP3STROFF_NORMAL(name)
#define CCTK_LOOP3STROFF_NORMAL(name, i, j, k, ni, nj, nk, idir_, jdir_, kdir_, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    typedef int cctk_loop3_##name##_is_open; \
    const int cctk_idir = (idir_), cctk_imin = (imin_), cctk_imax = (imax_); \
    const int cctk_iash = (iash_); \
    const int cctk_jdir = (jdir_), cctk_jmin = (jmin_), cctk_jmax = (jmax_); \
    const int cctk_jash = (jash_); \
    const int cctk_kdir = (kdir_), cctk_kmin = (kmin_), cctk_kmax = (kmax_); \
    const int cctk_kash CCTK_ATTRIBUTE_UNUSED = (kash_); \
    const int imin CCTK_ATTRIBUTE_UNUSED = cctk_imin, imax CCTK_ATTRIBUTE_UNUSED = cctk_imax; \
    const int cctk_istr = (istr_), cctk_ialn CCTK_ATTRIBUTE_UNUSED = (ialn_), cctk_ioff = (ioff_); \
    CCTK_PRAGMA_OMP("omp for collapse(2)") \
    for (int k = cctk_kmin; k < cctk_kmax; ++k) \
    for (int j = cctk_jmin; j < cctk_jmax; ++j) \
      for (int i = cctk_imin - (cctk_imin + cctk_iash * (j + cctk_jash * (k)) + cctk_ioff) % cctk_istr; i < cctk_imax; i += cctk_istr) { \
        const int ni CCTK_ATTRIBUTE_UNUSED = cctk_idir < 0 ? i + 1 : cctk_idir == 0 ? 0 : cctk_imax - i; \
        const int nj CCTK_ATTRIBUTE_UNUSED = cctk_jdir < 0 ? j + 1 : cctk_jdir == 0 ? 0 : cctk_jmax - j; \
        const int nk CCTK_ATTRIBUTE_UNUSED = cctk_kdir < 0 ? k + 1 : cctk_kdir == 0 ? 0 : cctk_kmax - k; \
        {
#define CCTK_ENDLOOP3STROFF_NORMAL(name) \
  } \
  } \
  typedef cctk_loop3_##name##_is_open cctk_loop3_##name##_is_closed CCTK_ATTRIBUTE_UNUSED; \
  } \
  while (0)
#define CCTK_LOOP3(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_) \
  CCTK_LOOP3STR(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3(name) \
  CCTK_ENDLOOP3STR(name)
#define CCTK_LOOP3STR(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, imin, imax, istr_) \
  CCTK_LOOP3STROFF(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP3STR(name) \
  CCTK_ENDLOOP3STROFF(name)
#define CCTK_LOOP3STROFF(name, i, j, k, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, ialn_, ioff_, imin, imax, istr_) \
  CCTK_LOOP3STROFF_NORMAL(name, i, j, k, cctk_ni, cctk_nj, cctk_nk, 0, 0, 0, imin_, jmin_, kmin_, imax_, jmax_, kmax_, iash_, jash_, kash_, ialn_, ioff_, imin, imax, istr_)
#define CCTK_ENDLOOP3STROFF(name) \
  CCTK_ENDLOOP3STROFF_NORMAL(name)
#define CCTK_LOOP3_ALL(name, cctkGH_, i, j, k) \
  CCTK_LOOP3STR_ALL(name, cctkGH_, i, j, k, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3_ALL(name) \
  CCTK_ENDLOOP3STR_ALL(name)
#define CCTK_LOOP3STR_ALL(name, cctkGH_, i, j, k, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 3, "CCTK_LOOP3_ALL", __LINE__, __FILE__); \
  CCTK_LOOP3STROFF(name##_all, i, j, k, cctk_loop_gh->cctk_tile_min[0], cctk_loop_gh->cctk_tile_min[1], cctk_loop_gh->cctk_tile_min[2], cctk_loop_gh->cctk_tile_max[0], cctk_loop_gh->cctk_tile_max[1], cctk_loop_gh->cctk_tile_max[2], cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], cctk_loop_gh->cctk_alignment, cctk_loop_gh->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP3STR_ALL(name) \
  } \
  CCTK_ENDLOOP3STROFF(name##_all); \
  } \
  while (0)
#define CCTK_LOOP3_INTERIOR(name, cctkGH_, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_) \
  CCTK_LOOP3STR_INTERIOR(name, cctkGH_, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3_INTERIOR(name) \
  CCTK_ENDLOOP3STR_INTERIOR(name)
#define CCTK_LOOP3STR_INTERIOR(name, cctkGH_, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, imin, imax, istr_) \
  CCTK_LOOP3STROFF_INTERIOR(name, cctkGH_, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP3STR_INTERIOR(name) \
  CCTK_ENDLOOP3STROFF_INTERIOR(name)
#define CCTK_LOOP3STROFF_INTERIOR(name, cctkGH_, i, j, k, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 3, "CCTK_LOOP3_INTERIOR", __LINE__, __FILE__); \
  const int cctk_blo[3] = {(int)(iblo_), (int)(jblo_), (int)(kblo_)}; \
  const int cctk_bhi[3] = {(int)(ibhi_), (int)(jbhi_), (int)(kbhi_)}; \
  CCTK_LOOP3STROFF(name##_interior, i, j, k, cctk_loop_begin(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, 0, cctk_blo[1], cctk_bhi[1]), cctk_loop_begin(cctk_loop_gh, 2, 0, cctk_blo[2], cctk_bhi[2]), cctk_loop_end(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, 0, cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 2, 0, cctk_blo[2], cctk_bhi[2]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP3STROFF_INTERIOR(name) \
  } \
  CCTK_ENDLOOP3STROFF(name##_interior); \
  } \
  while (0)
#define CCTK_LOOP3_BOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_) \
  CCTK_LOOP3STR_BOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3_BOUNDARIES(name) \
  CCTK_ENDLOOP3STR_BOUNDARIES(name)
#define CCTK_LOOP3STR_BOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr_) \
  CCTK_LOOP3STROFF_BOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP3STR_BOUNDARIES(name) \
  CCTK_ENDLOOP3STROFF_BOUNDARIES(name)
#define CCTK_LOOP3STROFF_BOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 3, "CCTK_LOOP3_BOUNDARIES", __LINE__, __FILE__); \
  const int cctk_blo[3] = {(int)(iblo_), (int)(jblo_), (int)(kblo_)}; \
  const int cctk_bhi[3] = {(int)(ibhi_), (int)(jbhi_), (int)(kbhi_)}; \
  const int cctk_marked[3][2] = {{(int)(ibboxlo_), (int)(ibboxhi_)}, {(int)(jbboxlo_), (int)(jbboxhi_)}, {(int)(kbboxlo_), (int)(kbboxhi_)}}; \
  for (int cctk_side_number = 0; cctk_side_number < 27; ++cctk_side_number) { \
    const int cctk_side[3] = {cctk_side_number / 1 % 3 - 1, cctk_side_number / 3 % 3 - 1, cctk_side_number / 9 % 3 - 1}; \
    int cctk_n_faces = 0, cctk_n_marked = 0; \
    for (int cctk_axis = 0; cctk_axis < 3; ++cctk_axis) \
      if (cctk_side[cctk_axis] != 0) { \
        ++cctk_n_faces; \
        cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0; \
      } \
    if (cctk_n_marked == 0) continue; \
    CCTK_LOOP3STROFF_NORMAL(name##_boundaries, i, j, k, ni, nj, nk, cctk_side[0], cctk_side[1], cctk_side[2], cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_begin(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]), cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP3STROFF_BOUNDARIES(name) \
  } \
  CCTK_ENDLOOP3STROFF_NORMAL(name##_boundaries); \
  } \
  } \
  while (0)
#define CCTK_LOOP3_INTBOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_) \
  CCTK_LOOP3STR_INTBOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3_INTBOUNDARIES(name) \
  CCTK_ENDLOOP3STR_INTBOUNDARIES(name)
#define CCTK_LOOP3STR_INTBOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, imin, imax, istr_) \
  CCTK_LOOP3STROFF_INTBOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP3STR_INTBOUNDARIES(name) \
  CCTK_ENDLOOP3STROFF_INTBOUNDARIES(name)
#define CCTK_LOOP3STROFF_INTBOUNDARIES(name, cctkGH_, i, j, k, ni, nj, nk, iblo_, jblo_, kblo_, ibhi_, jbhi_, kbhi_, ibboxlo_, jbboxlo_, kbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 3, "CCTK_LOOP3_INTBOUNDARIES", __LINE__, __FILE__); \
  const int cctk_blo[3] = {(int)(iblo_), (int)(jblo_), (int)(kblo_)}; \
  const int cctk_bhi[3] = {(int)(ibhi_), (int)(jbhi_), (int)(kbhi_)}; \
  const int cctk_marked[3][2] = {{(int)(ibboxlo_), (int)(ibboxhi_)}, {(int)(jbboxlo_), (int)(jbboxhi_)}, {(int)(kbboxlo_), (int)(kbboxhi_)}}; \
  for (int cctk_side_number = 0; cctk_side_number < 27; ++cctk_side_number) { \
    const int cctk_side[3] = {cctk_side_number / 1 % 3 - 1, cctk_side_number / 3 % 3 - 1, cctk_side_number / 9 % 3 - 1}; \
    int cctk_n_faces = 0, cctk_n_marked = 0; \
    for (int cctk_axis = 0; cctk_axis < 3; ++cctk_axis) \
      if (cctk_side[cctk_axis] != 0) { \
        ++cctk_n_faces; \
        cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0; \
      } \
    if (cctk_n_marked == 0 || cctk_n_marked < cctk_n_faces) continue; \
    CCTK_LOOP3STROFF_NORMAL(name##_intboundaries, i, j, k, ni, nj, nk, cctk_side[0], cctk_side[1], cctk_side[2], cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_begin(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]), cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP3STROFF_INTBOUNDARIES(name) \
  } \
  CCTK_ENDLOOP3STROFF_NORMAL(name##_intboundaries); \
  } \
  } \
  while (0)
#define CCTK_LOOP3_ASK_BOUNDARY_(cctkGH_) \
  CCTK_INT cctk_size[6], cctk_is_ghost[6], cctk_is_symmetry[6], cctk_is_outer[6]; \
  GetBoundarySizesAndTypes(cctkGH_, 6, cctk_size, cctk_is_ghost, cctk_is_symmetry, cctk_is_outer);
#define CCTK_LOOP3_INT(name, cctkGH_, i, j, k) \
  CCTK_LOOP3STR_INT(name, cctkGH_, i, j, k, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3_INT(name) \
  CCTK_ENDLOOP3STR_INT(name)
#define CCTK_LOOP3STR_INT(name, cctkGH_, i, j, k, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP3_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP3STROFF_INTERIOR(name##_int, cctk_loop_asked, i, j, k, cctk_size[0], cctk_size[2], cctk_size[4], cctk_size[1], cctk_size[3], cctk_size[5], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP3STR_INT(name) \
  } \
  CCTK_ENDLOOP3STROFF_INTERIOR(name##_int); \
  } \
  while (0)
#define CCTK_LOOP3_BND(name, cctkGH_, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_BND(name, cctkGH_, i, j, k, ni, nj, nk, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3_BND(name) \
  CCTK_ENDLOOP3STR_BND(name)
#define CCTK_LOOP3STR_BND(name, cctkGH_, i, j, k, ni, nj, nk, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP3_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP3STROFF_BOUNDARIES(name##_bnd, cctk_loop_asked, i, j, k, ni, nj, nk, cctk_size[0], cctk_size[2], cctk_size[4], cctk_size[1], cctk_size[3], cctk_size[5], cctk_is_outer[0], cctk_is_outer[2], cctk_is_outer[4], cctk_is_outer[1], cctk_is_outer[3], cctk_is_outer[5], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP3STR_BND(name) \
  } \
  CCTK_ENDLOOP3STROFF_BOUNDARIES(name##_bnd); \
  } \
  while (0)
#define CCTK_LOOP3_INTBND(name, cctkGH_, i, j, k, ni, nj, nk) \
  CCTK_LOOP3STR_INTBND(name, cctkGH_, i, j, k, ni, nj, nk, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP3_INTBND(name) \
  CCTK_ENDLOOP3STR_INTBND(name)
#define CCTK_LOOP3STR_INTBND(name, cctkGH_, i, j, k, ni, nj, nk, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP3_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP3STROFF_INTBOUNDARIES(name##_intbnd, cctk_loop_asked, i, j, k, ni, nj, nk, cctk_size[0], cctk_size[2], cctk_size[4], cctk_size[1], cctk_size[3], cctk_size[5], cctk_is_outer[0], cctk_is_outer[2], cctk_is_outer[4], cctk_is_outer[1], cctk_is_outer[3], cctk_is_outer[5], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP3STR_INTBND(name) \
  } \
  CCTK_ENDLOOP3STROFF_INTBOUNDARIES(name##_intbnd); \
  } \
  while (0)
#define CCTK_LOOP4_NORMAL(name, i, j, k, l, ni, nj, nk, nl, idir_, jdir_, kdir_, ldir_, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_) \
  CCTK_LOOP4STR_NORMAL(name, i, j, k, l, ni, nj, nk, nl, idir_, jdir_, kdir_, ldir_, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4_NORMAL(name) \
  CCTK_ENDLOOP4STR_NORMAL(name)
#define CCTK_LOOP4STR_NORMAL(name, i, j, k, l, ni, nj, nk, nl, idir_, jdir_, kdir_, ldir_, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, imin, imax, istr_) \
  CCTK_LOOP4STROFF_NORMAL(name, i, j, k, l, ni, nj, nk, nl, idir_, jdir_, kdir_, ldir_, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP4STR_NORMAL(name) \
  CCTK_ENDLOOP4STROFF_NORMAL(name)
#define CCTK_LOOP4STROFF_NORMAL(name, i, j, k, l, ni, nj, nk, nl, idir_, jdir_, kdir_, ldir_, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    typedef int cctk_loop4_##name##_is_open; \
    const int cctk_idir = (idir_), cctk_imin = (imin_), cctk_imax = (imax_); \
    const int cctk_iash = (iash_); \
    const int cctk_jdir = (jdir_), cctk_jmin = (jmin_), cctk_jmax = (jmax_); \
    const int cctk_jash = (jash_); \
    const int cctk_kdir = (kdir_), cctk_kmin = (kmin_), cctk_kmax = (kmax_); \
    const int cctk_kash = (kash_); \
    const int cctk_ldir = (ldir_), cctk_lmin = (lmin_), cctk_lmax = (lmax_); \
    const int cctk_lash CCTK_ATTRIBUTE_UNUSED = (lash_); \
    const int imin CCTK_ATTRIBUTE_UNUSED = cctk_imin, imax CCTK_ATTRIBUTE_UNUSED = cctk_imax; \
    const int cctk_istr = (istr_), cctk_ialn CCTK_ATTRIBUTE_UNUSED = (ialn_), cctk_ioff = (ioff_); \
    CCTK_PRAGMA_OMP("omp for collapse(3)") \
    for (int l = cctk_lmin; l < cctk_lmax; ++l) \
    for (int k = cctk_kmin; k < cctk_kmax; ++k) \
    for (int j = cctk_jmin; j < cctk_jmax; ++j) \
      for (int i = cctk_imin - (cctk_imin + cctk_iash * (j + cctk_jash * (k + cctk_kash * (l))) + cctk_ioff) % cctk_istr; i < cctk_imax; i += cctk_istr) { \
        const int ni CCTK_ATTRIBUTE_UNUSED = cctk_idir < 0 ? i + 1 : cctk_idir == 0 ? 0 : cctk_imax - i; \
        const int nj CCTK_ATTRIBUTE_UNUSED = cctk_jdir < 0 ? j + 1 : cctk_jdir == 0 ? 0 : cctk_jmax - j; \
        const int nk CCTK_ATTRIBUTE_UNUSED = cctk_kdir < 0 ? k + 1 : cctk_kdir == 0 ? 0 : cctk_kmax - k; \
        const int nl CCTK_ATTRIBUTE_UNUSED = cctk_ldir < 0 ? l + 1 : cctk_ldir == 0 ? 0 : cctk_lmax - l; \
        {
#define CCTK_ENDLOOP4STROFF_NORMAL(name) \
  } \
  } \
  typedef cctk_loop4_##name##_is_open cctk_loop4_##name##_is_closed CCTK_ATTRIBUTE_UNUSED; \
  } \
  while (0)
#define CCTK_LOOP4(name, i, j, k, l, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_) \
  CCTK_LOOP4STR(name, i, j, k, l, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4(name) \
  CCTK_ENDLOOP4STR(name)
#define CCTK_LOOP4STR(name, i, j, k, l, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, imin, imax, istr_) \
  CCTK_LOOP4STROFF(name, i, j, k, l, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP4STR(name) \
  CCTK_ENDLOOP4STROFF(name)
#define CCTK_LOOP4STROFF(name, i, j, k, l, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, ialn_, ioff_, imin, imax, istr_) \
  CCTK_LOOP4STROFF_NORMAL(name, i, j, k, l, cctk_ni, cctk_nj, cctk_nk, cctk_nl, 0, 0, 0, 0, imin_, jmin_, kmin_, lmin_, imax_, jmax_, kmax_, lmax_, iash_, jash_, kash_, lash_, ialn_, ioff_, imin, imax, istr_)
#define CCTK_ENDLOOP4STROFF(name) \
  CCTK_ENDLOOP4STROFF_NORMAL(name)
#define CCTK_LOOP4_ALL(name, cctkGH_, i, j, k, l) \
  CCTK_LOOP4STR_ALL(name, cctkGH_, i, j, k, l, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4_ALL(name) \
  CCTK_ENDLOOP4STR_ALL(name)
#define CCTK_LOOP4STR_ALL(name, cctkGH_, i, j, k, l, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 4, "CCTK_LOOP4_ALL", __LINE__, __FILE__); \
  CCTK_LOOP4STROFF(name##_all, i, j, k, l, cctk_loop_gh->cctk_tile_min[0], cctk_loop_gh->cctk_tile_min[1], cctk_loop_gh->cctk_tile_min[2], cctk_loop_gh->cctk_tile_min[3], cctk_loop_gh->cctk_tile_max[0], cctk_loop_gh->cctk_tile_max[1], cctk_loop_gh->cctk_tile_max[2], cctk_loop_gh->cctk_tile_max[3], cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], cctk_loop_gh->cctk_ash[3], cctk_loop_gh->cctk_alignment, cctk_loop_gh->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP4STR_ALL(name) \
  } \
  CCTK_ENDLOOP4STROFF(name##_all); \
  } \
  while (0)
#define CCTK_LOOP4_INTERIOR(name, cctkGH_, i, j, k, l, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_) \
  CCTK_LOOP4STR_INTERIOR(name, cctkGH_, i, j, k, l, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4_INTERIOR(name) \
  CCTK_ENDLOOP4STR_INTERIOR(name)
#define CCTK_LOOP4STR_INTERIOR(name, cctkGH_, i, j, k, l, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, imin, imax, istr_) \
  CCTK_LOOP4STROFF_INTERIOR(name, cctkGH_, i, j, k, l, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP4STR_INTERIOR(name) \
  CCTK_ENDLOOP4STROFF_INTERIOR(name)
#define CCTK_LOOP4STROFF_INTERIOR(name, cctkGH_, i, j, k, l, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 4, "CCTK_LOOP4_INTERIOR", __LINE__, __FILE__); \
  const int cctk_blo[4] = {(int)(iblo_), (int)(jblo_), (int)(kblo_), (int)(lblo_)}; \
  const int cctk_bhi[4] = {(int)(ibhi_), (int)(jbhi_), (int)(kbhi_), (int)(lbhi_)}; \
  CCTK_LOOP4STROFF(name##_interior, i, j, k, l, cctk_loop_begin(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, 0, cctk_blo[1], cctk_bhi[1]), cctk_loop_begin(cctk_loop_gh, 2, 0, cctk_blo[2], cctk_bhi[2]), cctk_loop_begin(cctk_loop_gh, 3, 0, cctk_blo[3], cctk_bhi[3]), cctk_loop_end(cctk_loop_gh, 0, 0, cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, 0, cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 2, 0, cctk_blo[2], cctk_bhi[2]), cctk_loop_end(cctk_loop_gh, 3, 0, cctk_blo[3], cctk_bhi[3]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], cctk_loop_gh->cctk_ash[3], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP4STROFF_INTERIOR(name) \
  } \
  CCTK_ENDLOOP4STROFF(name##_interior); \
  } \
  while (0)
#define CCTK_LOOP4_BOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_) \
  CCTK_LOOP4STR_BOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4_BOUNDARIES(name) \
  CCTK_ENDLOOP4STR_BOUNDARIES(name)
#define CCTK_LOOP4STR_BOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, imin, imax, istr_) \
  CCTK_LOOP4STROFF_BOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP4STR_BOUNDARIES(name) \
  CCTK_ENDLOOP4STROFF_BOUNDARIES(name)
#define CCTK_LOOP4STROFF_BOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 4, "CCTK_LOOP4_BOUNDARIES", __LINE__, __FILE__); \
  const int cctk_blo[4] = {(int)(iblo_), (int)(jblo_), (int)(kblo_), (int)(lblo_)}; \
  const int cctk_bhi[4] = {(int)(ibhi_), (int)(jbhi_), (int)(kbhi_), (int)(lbhi_)}; \
  const int cctk_marked[4][2] = {{(int)(ibboxlo_), (int)(ibboxhi_)}, {(int)(jbboxlo_), (int)(jbboxhi_)}, {(int)(kbboxlo_), (int)(kbboxhi_)}, {(int)(lbboxlo_), (int)(lbboxhi_)}}; \
  for (int cctk_side_number = 0; cctk_side_number < 81; ++cctk_side_number) { \
    const int cctk_side[4] = {cctk_side_number / 1 % 3 - 1, cctk_side_number / 3 % 3 - 1, cctk_side_number / 9 % 3 - 1, cctk_side_number / 27 % 3 - 1}; \
    int cctk_n_faces = 0, cctk_n_marked = 0; \
    for (int cctk_axis = 0; cctk_axis < 4; ++cctk_axis) \
      if (cctk_side[cctk_axis] != 0) { \
        ++cctk_n_faces; \
        cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0; \
      } \
    if (cctk_n_marked == 0) continue; \
    CCTK_LOOP4STROFF_NORMAL(name##_boundaries, i, j, k, l, ni, nj, nk, nl, cctk_side[0], cctk_side[1], cctk_side[2], cctk_side[3], cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_begin(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]), cctk_loop_begin(cctk_loop_gh, 3, cctk_side[3], cctk_blo[3], cctk_bhi[3]), cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]), cctk_loop_end(cctk_loop_gh, 3, cctk_side[3], cctk_blo[3], cctk_bhi[3]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], cctk_loop_gh->cctk_ash[3], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP4STROFF_BOUNDARIES(name) \
  } \
  CCTK_ENDLOOP4STROFF_NORMAL(name##_boundaries); \
  } \
  } \
  while (0)
#define CCTK_LOOP4_INTBOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_) \
  CCTK_LOOP4STR_INTBOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4_INTBOUNDARIES(name) \
  CCTK_ENDLOOP4STR_INTBOUNDARIES(name)
#define CCTK_LOOP4STR_INTBOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, imin, imax, istr_) \
  CCTK_LOOP4STROFF_INTBOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, istr_, 0, imin, imax, istr_)
#define CCTK_ENDLOOP4STR_INTBOUNDARIES(name) \
  CCTK_ENDLOOP4STROFF_INTBOUNDARIES(name)
#define CCTK_LOOP4STROFF_INTBOUNDARIES(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, iblo_, jblo_, kblo_, lblo_, ibhi_, jbhi_, kbhi_, lbhi_, ibboxlo_, jbboxlo_, kbboxlo_, lbboxlo_, ibboxhi_, jbboxhi_, kbboxhi_, lbboxhi_, ialn_, ioff_, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_gh = (cctkGH_); \
    cctk_loop_check_dim(cctk_loop_gh, 4, "CCTK_LOOP4_INTBOUNDARIES", __LINE__, __FILE__); \
  const int cctk_blo[4] = {(int)(iblo_), (int)(jblo_), (int)(kblo_), (int)(lblo_)}; \
  const int cctk_bhi[4] = {(int)(ibhi_), (int)(jbhi_), (int)(kbhi_), (int)(lbhi_)}; \
  const int cctk_marked[4][2] = {{(int)(ibboxlo_), (int)(ibboxhi_)}, {(int)(jbboxlo_), (int)(jbboxhi_)}, {(int)(kbboxlo_), (int)(kbboxhi_)}, {(int)(lbboxlo_), (int)(lbboxhi_)}}; \
  for (int cctk_side_number = 0; cctk_side_number < 81; ++cctk_side_number) { \
    const int cctk_side[4] = {cctk_side_number / 1 % 3 - 1, cctk_side_number / 3 % 3 - 1, cctk_side_number / 9 % 3 - 1, cctk_side_number / 27 % 3 - 1}; \
    int cctk_n_faces = 0, cctk_n_marked = 0; \
    for (int cctk_axis = 0; cctk_axis < 4; ++cctk_axis) \
      if (cctk_side[cctk_axis] != 0) { \
        ++cctk_n_faces; \
        cctk_n_marked += cctk_marked[cctk_axis][cctk_side[cctk_axis] > 0] != 0; \
      } \
    if (cctk_n_marked == 0 || cctk_n_marked < cctk_n_faces) continue; \
    CCTK_LOOP4STROFF_NORMAL(name##_intboundaries, i, j, k, l, ni, nj, nk, nl, cctk_side[0], cctk_side[1], cctk_side[2], cctk_side[3], cctk_loop_begin(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_begin(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_begin(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]), cctk_loop_begin(cctk_loop_gh, 3, cctk_side[3], cctk_blo[3], cctk_bhi[3]), cctk_loop_end(cctk_loop_gh, 0, cctk_side[0], cctk_blo[0], cctk_bhi[0]), cctk_loop_end(cctk_loop_gh, 1, cctk_side[1], cctk_blo[1], cctk_bhi[1]), cctk_loop_end(cctk_loop_gh, 2, cctk_side[2], cctk_blo[2], cctk_bhi[2]), cctk_loop_end(cctk_loop_gh, 3, cctk_side[3], cctk_blo[3], cctk_bhi[3]), cctk_loop_gh->cctk_ash[0], cctk_loop_gh->cctk_ash[1], cctk_loop_gh->cctk_ash[2], cctk_loop_gh->cctk_ash[3], ialn_, ioff_, imin, imax, istr_) {
#define CCTK_ENDLOOP4STROFF_INTBOUNDARIES(name) \
  } \
  CCTK_ENDLOOP4STROFF_NORMAL(name##_intboundaries); \
  } \
  } \
  while (0)
#define CCTK_LOOP4_ASK_BOUNDARY_(cctkGH_) \
  CCTK_INT cctk_size[8], cctk_is_ghost[8], cctk_is_symmetry[8], cctk_is_outer[8]; \
  GetBoundarySizesAndTypes(cctkGH_, 8, cctk_size, cctk_is_ghost, cctk_is_symmetry, cctk_is_outer);
#define CCTK_LOOP4_INT(name, cctkGH_, i, j, k, l) \
  CCTK_LOOP4STR_INT(name, cctkGH_, i, j, k, l, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4_INT(name) \
  CCTK_ENDLOOP4STR_INT(name)
#define CCTK_LOOP4STR_INT(name, cctkGH_, i, j, k, l, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP4_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP4STROFF_INTERIOR(name##_int, cctk_loop_asked, i, j, k, l, cctk_size[0], cctk_size[2], cctk_size[4], cctk_size[6], cctk_size[1], cctk_size[3], cctk_size[5], cctk_size[7], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP4STR_INT(name) \
  } \
  CCTK_ENDLOOP4STROFF_INTERIOR(name##_int); \
  } \
  while (0)
#define CCTK_LOOP4_BND(name, cctkGH_, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_BND(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4_BND(name) \
  CCTK_ENDLOOP4STR_BND(name)
#define CCTK_LOOP4STR_BND(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP4_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP4STROFF_BOUNDARIES(name##_bnd, cctk_loop_asked, i, j, k, l, ni, nj, nk, nl, cctk_size[0], cctk_size[2], cctk_size[4], cctk_size[6], cctk_size[1], cctk_size[3], cctk_size[5], cctk_size[7], cctk_is_outer[0], cctk_is_outer[2], cctk_is_outer[4], cctk_is_outer[6], cctk_is_outer[1], cctk_is_outer[3], cctk_is_outer[5], cctk_is_outer[7], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP4STR_BND(name) \
  } \
  CCTK_ENDLOOP4STROFF_BOUNDARIES(name##_bnd); \
  } \
  while (0)
#define CCTK_LOOP4_INTBND(name, cctkGH_, i, j, k, l, ni, nj, nk, nl) \
  CCTK_LOOP4STR_INTBND(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, cctk_first_i, cctk_past_i, 1)
#define CCTK_ENDLOOP4_INTBND(name) \
  CCTK_ENDLOOP4STR_INTBND(name)
#define CCTK_LOOP4STR_INTBND(name, cctkGH_, i, j, k, l, ni, nj, nk, nl, imin, imax, istr_) \
  do { \
    const cGH* restrict const cctk_loop_asked = (cctkGH_); \
    CCTK_LOOP4_ASK_BOUNDARY_(cctk_loop_asked) \
  CCTK_LOOP4STROFF_INTBOUNDARIES(name##_intbnd, cctk_loop_asked, i, j, k, l, ni, nj, nk, nl, cctk_size[0], cctk_size[2], cctk_size[4], cctk_size[6], cctk_size[1], cctk_size[3], cctk_size[5], cctk_size[7], cctk_is_outer[0], cctk_is_outer[2], cctk_is_outer[4], cctk_is_outer[6], cctk_is_outer[1], cctk_is_outer[3], cctk_is_outer[5], cctk_is_outer[7], cctk_loop_asked->cctk_alignment, cctk_loop_asked->cctk_alignment_offset, imin, imax, istr_) {
#define CCTK_ENDLOOP4STR_INTBND(name) \
  } \
  CCTK_ENDLOOP4STROFF_INTBOUNDARIES(name##_intbnd); \
  } \
  while (0)
/* clang-format on */

#endif
