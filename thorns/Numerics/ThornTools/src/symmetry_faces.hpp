/// Faces of the grid at which a symmetry condition sets the outer points.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"
#include "util_Table.h"

#include <algorithm>
#include <array>

namespace thorntools {

/// The faces in the order x lower, x upper, y lower, ... of the first `dim` directions (up to 3). The including thorn
/// uses or requires the function SymmetryTableHandleForGrid.
inline std::array<bool, 6> symmetry_faces(cGH const* cctkGH, int dim) {
  std::array<bool, 6> faces{};
  CCTK_INT handles[6];
  int const table = SymmetryTableHandleForGrid(cctkGH);
  int const n = Util_TableGetIntArray(table, 2 * dim, handles, "symmetry_handle");
  if (n < 0) CCTK_ERROR("The symmetry table of the grid contains no symmetry_handle. Activate SymBase.");
  for (int face = 0; face < std::min(n, 2 * dim); ++face) faces[face] = handles[face] >= 0;
  return faces;
}

} // namespace thorntools
