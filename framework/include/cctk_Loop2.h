/* Loops over grid points of 2 dimensions; made by generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_LOOP2_H
#define CCTK_LOOP2_H

/* clang-format off */

/* The loop that all others are made of: points @min_ <= @ < @max_ of a box in memory of size @ash_. n@ is the
   distance to the outer face in a direction @dir_ with one, else 0. With a stride (for vectorisation), i starts where
   its place in memory plus ioff_ is a multiple of istr_; the points outside imin <= i < imax are for the body to
   mask. Thorn LoopControl puts its own loop in the place of the one for 3 dimensions. */
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

/* Points @min_ <= @ < @max_ without directions. */
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

/* Every point of this process' box, in the alignment that the driver gave it. */
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

/* Points at least @blo_, @bhi_ away from the box' faces. */
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

/* Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
   are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards. */
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

/* The same with the boundary's width and kind asked from the coordinate thorn: INT leaves out ghost zones, symmetry
   and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost or symmetry zones. */
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
/* clang-format on */

#endif
