// Faces of the grid at which a symmetry, not a boundary condition, gives the values outside.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"
#include "util_Table.h"

#include <algorithm>
#include <array>

namespace thorntools {

// x lower, x upper, y lower, ... of the first `dim` directions (up to 3). The thorn that includes this uses or requires
// the function SymmetryTableHandleForGrid.
inline std::array<bool, 6> symmetry_faces(cGH const* cctkGH, int dim) {
  std::array<bool, 6> found{};
  CCTK_INT handles[6];
  int const table = SymmetryTableHandleForGrid(cctkGH);
  int const n = Util_TableGetIntArray(table, 2 * dim, handles, "symmetry_handle");
  if (n < 0) CCTK_ERROR("The symmetry table of the grid holds no symmetry_handle.");
  for (int face = 0; face < std::min(n, 2 * dim); ++face) found[face] = handles[face] >= 0;
  return found;
}

} // namespace thorntools
