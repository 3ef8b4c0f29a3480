// How wide the outer boundary is, face by face, if CoordBase says so.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

#include <array>
#include <optional>

namespace thorntools {

inline bool coordinates_follow_coordbase() {
  char const* const thorn = CCTK_ActivatingThorn("grid");
  if (!thorn || !CCTK_IsFunctionAliased("GetBoundarySpecification")) return false;
  int type = 0;
  void const* const value = CCTK_ParameterGet("type", thorn, &type);
  return value && CCTK_Equals(*static_cast<char const* const*>(value), "coordbase");
}

// x lower, x upper, y lower, ..; nothing where the coordinates come from elsewhere: the boundary then is as wide as the
// ghost zones.
inline std::optional<std::array<CCTK_INT, 6>> coordbase_widths() {
  if (!coordinates_follow_coordbase()) return std::nullopt;
  std::array<CCTK_INT, 6> zones;
  CCTK_INT is_internal[6], is_staggered[6], shift_out[6];
  if (GetBoundarySpecification(6, zones.data(), is_internal, is_staggered, shift_out) != 0)
    CCTK_ERROR("GetBoundarySpecification failed; check CoordBase's boundary parameters.");
  return zones;
}

} // namespace thorntools
