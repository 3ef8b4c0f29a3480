// Sides of the box for the loops of fortran/cctk_Loop.h.
#include "framework/include/cGH.h"

#include <algorithm>

/// Side 0..26 of the box: the directions it lies away from the middle (-1, 0, 1) and its first and last point, counted
/// from 1 and cut to the tile. `width` and `is_outer` are lower and upper of each direction. Empty (hi < lo) in the
/// middle, and unless one of the faces involved is outer - all of them, if `needs_all`.
extern "C" void chemora_loop_side_(int* away, int* lo, int* hi, cGH const* const* grid, int const* side,
                                   int const* needs_all, int const* width, int const* is_outer) {
  int n_faces = 0, n_outer = 0;
  int place = *side;
  for (int axis = 0; axis < 3; ++axis, place /= 3) {
    away[axis] = place % 3 - 1;
    int const size = (*grid)->cctk_lsh[axis], lower = width[2 * axis], upper = width[2 * axis + 1];
    lo[axis] = away[axis] < 0 ? 1 : away[axis] == 0 ? lower + 1 : size - upper + 1;
    hi[axis] = away[axis] < 0 ? lower : away[axis] == 0 ? size - upper : size;
    lo[axis] = std::max(lo[axis], (*grid)->cctk_tile_min[axis] + 1);
    hi[axis] = std::min(hi[axis], (*grid)->cctk_tile_max[axis]);
    if (away[axis] == 0) continue;
    ++n_faces;
    n_outer += is_outer[2 * axis + (away[axis] > 0)] != 0;
  }
  bool const is_meant = *needs_all != 0 ? n_outer == n_faces : n_outer > 0;
  if (n_faces == 0 || !is_meant) hi[0] = lo[0] - 1;
}
