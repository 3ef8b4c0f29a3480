// Sides of the box for the loops of fortran/cctk_Loop1.h to cctk_Loop4.h.
#include <algorithm>

/// Side 0 to 3^dim - 1 of the box: the directions it lies away from the middle (-1, 0, 1) and its first and last point,
/// counted from 1 and cut to the tile. `width` and `is_marked` are lower and upper of each direction. Empty (hi < lo)
/// in the middle, and unless one of the faces involved is marked - all of them, if `needs_all`.
extern "C" void chemora_loop_side_(int* away, int* lo, int* hi, int const* dim, int const* lsh, int const* tile_min,
                                   int const* tile_max, int const* side, int const* needs_all, int const* width,
                                   int const* is_marked) {
  int n_faces = 0, n_marked = 0;
  int place = *side;
  for (int axis = 0; axis < *dim; ++axis, place /= 3) {
    away[axis] = place % 3 - 1;
    int const size = lsh[axis], lower = width[2 * axis], upper = width[2 * axis + 1];
    lo[axis] = away[axis] < 0 ? 1 : away[axis] == 0 ? lower + 1 : size - upper + 1;
    hi[axis] = away[axis] < 0 ? lower : away[axis] == 0 ? size - upper : size;
    lo[axis] = std::max(lo[axis], tile_min[axis] + 1);
    hi[axis] = std::min(hi[axis], tile_max[axis]);
    if (away[axis] == 0) continue;
    ++n_faces;
    n_marked += is_marked[2 * axis + (away[axis] > 0)] != 0;
  }
  bool const is_meant = *needs_all != 0 ? n_marked == n_faces : n_marked > 0;
  if (n_faces == 0 || !is_meant) hi[0] = lo[0] - 1;
}
