// Boundary conditions run on the host: of grid functions that live on a device only the boundary and the points next to
// it come and go.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

#include <cstddef>
#include <vector>

namespace thorntools {

// What a condition reads at a time level, or writes: the boundary, and the points next to it as far as ghost zones are
// wide and one more. Does nothing without a thorn Accelerator that knows regions.
class HostBoundary {
public:
  HostBoundary(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& variables, CCTK_INT time_level)
      : grid_hierarchy_(grid_hierarchy) {
    if (!has_accelerator()) return;
    static bool const has_levels = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
    CCTK_INT const level = has_levels ? GetRefinementLevel(grid_hierarchy) : 0;
    for (CCTK_INT const variable : variables)
      if (CCTK_ActiveTimeLevelsVI(grid_hierarchy, variable) > time_level) variables_.push_back(variable);
    levels_.assign(variables_.size(), level);
    time_levels_.assign(variables_.size(), time_level);
  }

  // Points beside the boundary must be valid; of the boundary itself comes what is.
  void before_reading() const {
    constexpr CCTK_INT next_to_boundary = 8; // a region of thorn Accelerator
    call(Accelerator_RequireValidRegions, next_to_boundary);
    before_writing();
  }
  // Faces that are left alone keep what they have.
  void before_writing() const { call(Accelerator_FetchRegions, CCTK_VALID_BOUNDARY); }
  void after_writing() const { call(Accelerator_NotifyRegionsModified, CCTK_VALID_BOUNDARY); }

private:
  static bool has_accelerator() {
    static bool const is_there = CCTK_IsFunctionAliased("Accelerator_RequireValidRegions") != 0 &&
                                 CCTK_IsFunctionAliased("Accelerator_FetchRegions") != 0 &&
                                 CCTK_IsFunctionAliased("Accelerator_NotifyRegionsModified") != 0;
    return is_there;
  }

  // There are no variables without an Accelerator.
  template <class Function>
  void call(Function const& function, CCTK_INT region) const {
    if (variables_.empty()) return;
    std::vector<CCTK_INT> const regions(variables_.size(), region);
    constexpr CCTK_INT on_host = 0;
    function(grid_hierarchy_, variables_.data(), levels_.data(), time_levels_.data(), regions.data(),
             static_cast<CCTK_INT>(variables_.size()), on_host);
  }

  cGH const* grid_hierarchy_;
  std::vector<CCTK_INT> variables_, levels_, time_levels_;
};

} // namespace thorntools
