#include "grid.hpp"

#include "cctk_Functions.h"
#include "util_Table.h"

#include <algorithm>

namespace thorntools {

void owned_points(cGroupDynamicData const& data, int* begin, int* end) {
  for (int d = 0; d < data.dim; ++d) {
    bool const is_exchanged = data.gsh[d] > 1;
    begin[d] = is_exchanged && !data.bbox[2 * d] ? data.nghostzones[d] : 0;
    end[d] = data.lsh[d] - (is_exchanged && !data.bbox[2 * d + 1] ? data.nghostzones[d] : 0);
    if (end[d] < begin[d]) end[d] = begin[d] = 0;
  }
}

bool has_refinement_levels() {
  static bool const is_provided = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  return is_provided;
}

CCTK_INT refinement_level(cGH const* cctkGH) { return has_refinement_levels() ? GetRefinementLevel(cctkGH) : 0; }

std::array<bool, 6> symmetry_faces(cGH const* cctkGH, int dim) {
  std::array<bool, 6> faces{};
  CCTK_INT handles[6];
  int const table = SymmetryTableHandleForGrid(cctkGH);
  int const n = Util_TableGetIntArray(table, 2 * dim, handles, "symmetry_handle");
  if (n < 0) CCTK_ERROR("The symmetry table of the grid contains no symmetry_handle. Activate SymBase.");
  for (int face = 0; face < std::min(n, 2 * dim); ++face) faces[face] = handles[face] >= 0;
  return faces;
}

std::array<bool, 6> outer_faces(cGH const* cctkGH, int dim, int const* bbox, std::array<bool, 3> const& is_periodic) {
  auto const symmetries =
      CCTK_IsFunctionAliased("SymmetryTableHandleForGrid") ? symmetry_faces(cctkGH, dim) : std::array<bool, 6>{};
  std::array<bool, 6> outer{};
  for (int face = 0; face < 2 * dim; ++face) {
    bool const is_refined = cctkGH->cctk_levfac[face / 2] != 1;
    outer[face] = !symmetries[face] && !is_periodic[face / 2] && (!is_refined || bbox[face] != 0);
  }
  return outer;
}

bool driver_parameter(std::string const& name) {
  char const* const driver = CCTK_ActivatingThorn("Driver");
  int type = 0;
  void const* const value = driver == nullptr ? nullptr : CCTK_ParameterGet(name.c_str(), driver, &type);
  return value != nullptr && type == PARAMETER_BOOLEAN && *static_cast<CCTK_INT const*>(value) != 0;
}

bool is_periodic(std::size_t direction) {
  return driver_parameter("periodic") && driver_parameter(std::string("periodic_") + "xyz"[direction]);
}

bool coordinates_follow_coordbase() {
  char const* const thorn = CCTK_ActivatingThorn("grid");
  if (!thorn || !CCTK_IsFunctionAliased("GetBoundarySpecification")) return false;
  int type = 0;
  void const* const value = CCTK_ParameterGet("type", thorn, &type);
  return value && CCTK_Equals(*static_cast<char const* const*>(value), "coordbase");
}

// The result is cached, because parameters of CoordBase cannot change during a run.
std::optional<std::array<std::array<int, 2>, 3>> const& boundary_widths() {
  static auto const by_direction = []() -> std::optional<std::array<std::array<int, 2>, 3>> {
    if (!coordinates_follow_coordbase()) return std::nullopt;
    CCTK_INT zones[6], is_internal[6], is_staggered[6], shift_out[6];
    if (GetBoundarySpecification(6, zones, is_internal, is_staggered, shift_out) != 0)
      CCTK_ERROR("GetBoundarySpecification failed. Check the parameters CoordBase::boundary_*.");
    std::array<std::array<int, 2>, 3> widths;
    for (std::size_t face = 0; face < 6; ++face) widths[face / 2][face % 2] = static_cast<int>(zones[face]);
    return widths;
  }();
  return by_direction;
}

} // namespace thorntools
