/// Boundary widths of CoordBase. The including thorn needs `USES FUNCTION GetBoundarySpecification`.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

#include <array>
#include <optional>

namespace thorntools {

/// Whether CartGrid3D takes the grid from CoordBase (grid::type = "coordbase").
inline bool coordinates_follow_coordbase() {
  char const* const thorn = CCTK_ActivatingThorn("grid");
  if (!thorn || !CCTK_IsFunctionAliased("GetBoundarySpecification")) return false;
  int type = 0;
  void const* const value = CCTK_ParameterGet("type", thorn, &type);
  return value && CCTK_Equals(*static_cast<char const* const*>(value), "coordbase");
}

/// Widths in points in the order x lower, x upper, y lower, ...; empty if the grid does not come from CoordBase. The
/// boundary is then as wide as the ghost zones.
inline std::optional<std::array<CCTK_INT, 6>> coordbase_widths() {
  if (!coordinates_follow_coordbase()) return std::nullopt;
  std::array<CCTK_INT, 6> zones;
  CCTK_INT is_internal[6], is_staggered[6], shift_out[6];
  if (GetBoundarySpecification(6, zones.data(), is_internal, is_staggered, shift_out) != 0)
    CCTK_ERROR("GetBoundarySpecification failed. Check the parameters CoordBase::boundary_*.");
  return zones;
}

} // namespace thorntools
