/* Loops over grid points of 3 dimensions; made by generate_loops.py, included by cctk_Loop.h. */
#ifndef CCTK_LOOP3_H
#define CCTK_LOOP3_H

/* clang-format off */

/* The loop that all others are made of: points @min_ <= @ < @max_ of a box in memory of size @ash_. n@ is the
   distance to the outer face in a direction @dir_ with one, else 0. With a stride (for vectorisation), i starts where
   its place in memory plus ioff_ is a multiple of istr_; the points outside imin <= i < imax are for the body to
   mask. Thorn LoopControl puts its own loop in the place of the one for 3 dimensions. */
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

/* Points @min_ <= @ < @max_ without directions. */
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

/* Every point of this process' box, in the alignment that the driver gave it. */
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

/* Points at least @blo_, @bhi_ away from the box' faces. */
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

/* Faces, edges and corners one after the other, where any (BOUNDARIES) or all (INTBOUNDARIES) of the faces involved
   are marked by @bboxlo_, @bboxhi_. (ni, nj, ...) points outwards. */
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

/* The same with the boundary's width and kind asked from the coordinate thorn: INT leaves out ghost zones, symmetry
   and outer boundary; BND is the outer boundary, INTBND without the points that are also ghost or symmetry zones. */
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
/* clang-format on */

#endif
