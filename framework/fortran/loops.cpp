// Computes the sides (faces, edges, corners) of a box for the loops of fortran/cctk_Loop1.h to cctk_Loop4.h. This file
// depends on no other file, so that a Fortran program can link only this file.
#include <algorithm>

/// Computes the range of points on side 0 to 3^dim - 1 of the box. `offset` is the position of the side in each
/// direction (-1 lower, 0 middle, 1 upper). `lo` and `hi` are the first and last point of the side, counted from 1 and
/// clipped to the tile. `width` and `is_marked` have a lower and an upper value for each direction. The result is empty
/// (hi < lo) for the middle of the box, and for sides without a marked face. With `needs_all`, all faces of the side
/// must be marked.
extern "C" void chemora_loop_side_(int* offset, int* lo, int* hi, int const* dim, int const* lsh, int const* tile_min,
                                   int const* tile_max, int const* side, int const* needs_all, int const* width,
                                   int const* is_marked) {
  int n_faces = 0, n_marked = 0;
  int index = *side;
  for (int axis = 0; axis < *dim; ++axis, index /= 3) {
    offset[axis] = index % 3 - 1;
    int const size = lsh[axis], lower = width[2 * axis], upper = width[2 * axis + 1];
    lo[axis] = offset[axis] < 0 ? 1 : offset[axis] == 0 ? lower + 1 : size - upper + 1;
    hi[axis] = offset[axis] < 0 ? lower : offset[axis] == 0 ? size - upper : size;
    lo[axis] = std::max(lo[axis], tile_min[axis] + 1);
    hi[axis] = std::min(hi[axis], tile_max[axis]);
    if (offset[axis] == 0) continue;
    ++n_faces;
    n_marked += is_marked[2 * axis + (offset[axis] > 0)] != 0;
  }
  bool const is_selected = *needs_all != 0 ? n_marked == n_faces : n_marked > 0;
  if (n_faces == 0 || !is_selected) hi[0] = lo[0] - 1;
}
