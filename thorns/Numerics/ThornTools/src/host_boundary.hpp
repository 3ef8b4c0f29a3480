/// Boundary conditions on the host for variables on a device: only the boundary and the points next to it are copied.
/// The including thorn needs `USES FUNCTION` for the functions of Accelerator below and for GetRefinementLevel.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"
#include "refinement_level.hpp"

#include <cstddef>
#include <vector>

namespace thorntools {

/// The boundary points of variables at one time level, and the interior points next to them: as many layers as ghost
/// zones, plus one. Does nothing without a thorn Accelerator that tracks regions.
class HostBoundary {
public:
  HostBoundary(cGH const* cctkGH, std::vector<CCTK_INT> const& variables, CCTK_INT time_level) : cctkGH_(cctkGH) {
    if (!has_accelerator()) return;
    for (CCTK_INT const variable : variables)
      if (CCTK_ActiveTimeLevelsVI(cctkGH, variable) > time_level) variables_.push_back(variable);
    levels_.assign(variables_.size(), refinement_level(cctkGH));
    time_levels_.assign(variables_.size(), time_level);
  }

  /// Requires valid points next to the boundary. Boundary points are copied where they are valid.
  void before_reading() const {
    constexpr CCTK_INT next_to_boundary = 8; // a region of thorn Accelerator
    call(Accelerator_RequireValidRegions, next_to_boundary);
    before_writing();
  }
  /// Copies valid boundary points, so that faces without a condition keep their values.
  void before_writing() const { call(Accelerator_FetchRegions, CCTK_VALID_BOUNDARY); }
  void after_writing() const { call(Accelerator_NotifyRegionsModified, CCTK_VALID_BOUNDARY); }

private:
  static bool has_accelerator() {
    static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_RequireValidRegions") != 0 &&
                                    CCTK_IsFunctionAliased("Accelerator_FetchRegions") != 0 &&
                                    CCTK_IsFunctionAliased("Accelerator_NotifyRegionsModified") != 0;
    return is_provided;
  }

  /// The list of variables is empty without an Accelerator.
  template <class Function>
  void call(Function const& function, CCTK_INT region) const {
    if (variables_.empty()) return;
    std::vector<CCTK_INT> const regions(variables_.size(), region);
    constexpr CCTK_INT on_host = 0;
    function(cctkGH_, variables_.data(), levels_.data(), time_levels_.data(), regions.data(),
             static_cast<CCTK_INT>(variables_.size()), on_host);
  }

  cGH const* cctkGH_;
  std::vector<CCTK_INT> variables_, levels_, time_levels_;
};

} // namespace thorntools
