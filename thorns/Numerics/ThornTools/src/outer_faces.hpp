/// Faces of the grid that are an outer boundary.
#pragma once

#include "Numerics/ThornTools/src/symmetry_faces.hpp"

#include <array>

namespace thorntools {

/// For x lower, x upper, y lower, ... of the first `dim` directions (up to 3): whether boundary conditions set points
/// at this face of the grid, because it is neither periodic nor provided by a symmetry. The result is also true for
/// processes without points at the face, because some of their ghost points may be boundary points. Faces of a refined
/// level may be inside the grid, so there `bbox` decides: whether the local box ends at the face. The thorn that
/// includes this uses or requires the function SymmetryTableHandleForGrid.
inline std::array<bool, 6> outer_faces(cGH const* cctkGH, int dim, int const* bbox,
                                       std::array<bool, 3> const& is_periodic) {
  auto const symmetries =
      CCTK_IsFunctionAliased("SymmetryTableHandleForGrid") ? symmetry_faces(cctkGH, dim) : std::array<bool, 6>{};
  std::array<bool, 6> outer{};
  for (int face = 0; face < 2 * dim; ++face) {
    bool const is_refined = cctkGH->cctk_levfac[face / 2] != 1;
    outer[face] = !symmetries[face] && !is_periodic[face / 2] && (!is_refined || bbox[face] != 0);
  }
  return outer;
}

} // namespace thorntools
