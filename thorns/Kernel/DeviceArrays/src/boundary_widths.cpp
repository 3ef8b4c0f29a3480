// Asks CoordBase through the aliased function.
#include "boundary_widths.hpp"

#include "cctk_Functions.h"

namespace device_arrays {

namespace {

bool coordinates_follow_coordbase() {
  if (!CCTK_IsFunctionAliased("GetBoundarySpecification")) return false;
  char const* const thorn = CCTK_ActivatingThorn("grid");
  int type = 0;
  void const* const value = thorn ? CCTK_ParameterGet("type", thorn, &type) : nullptr;
  return value && CCTK_Equals(*static_cast<char const* const*>(value), "coordbase");
}

std::optional<std::array<std::array<int, 2>, 3>> ask() {
  if (!coordinates_follow_coordbase()) return {};
  CCTK_INT zones[6], is_internal[6], is_staggered[6], shiftout[6];
  if (GetBoundarySpecification(6, zones, is_internal, is_staggered, shiftout) != 0)
    CCTK_ERROR("GetBoundarySpecification failed; check CoordBase's boundary parameters.");
  std::array<std::array<int, 2>, 3> widths;
  for (std::size_t d = 0; d < 3; ++d) widths[d] = {zones[2 * d], zones[2 * d + 1]};
  return widths;
}

} // namespace

// Its parameters cannot change during a run.
std::optional<std::array<std::array<int, 2>, 3>> boundary_widths() {
  static auto const widths = ask();
  return widths;
}

} // namespace device_arrays
