/* Loops over grid points of 1 dimensions; made by generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_LOOP1_H
#define CCTK_LOOP1_H

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
/* clang-format on */

#endif
