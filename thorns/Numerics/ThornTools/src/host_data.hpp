/// Makes variables that a device may hold available on the host. The including thorn needs `USES FUNCTION` for
/// Accelerator_RequireValidData and GetRefinementLevel.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"
#include "refinement_level.hpp"

#include <vector>

namespace thorntools {

/// Time levels of variables in the form that Accelerator_* functions take.
struct TimeLevels {
  std::vector<CCTK_INT> variables, time_levels;

  void add(CCTK_INT variable, CCTK_INT time_level = 0) {
    variables.push_back(variable);
    time_levels.push_back(time_level);
  }
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

/// Calls Accelerator_RequireValidData or Accelerator_NotifyDataModified for the host.
template <class Function>
void call_for_host(Function const& function, cGH const* cctkGH, TimeLevels const& data) {
  constexpr CCTK_INT on_host = 0;
  std::vector<CCTK_INT> const levels(data.variables.size(), refinement_level(cctkGH));
  function(cctkGH, data.variables.data(), levels.data(), data.time_levels.data(), data.size(), on_host);
}

/// Copies a grid function to the host if necessary. Ends the run if its values are valid nowhere. Does nothing without
/// thorn Accelerator, or for variables of other kinds.
inline void require_on_host(cGH const* cctkGH, CCTK_INT variable, CCTK_INT time_level = 0) {
  static bool const has_accelerator = CCTK_IsFunctionAliased("Accelerator_RequireValidData") != 0;
  if (has_accelerator && CCTK_GroupTypeFromVarI(static_cast<int>(variable)) == CCTK_GF)
    call_for_host(Accelerator_RequireValidData, cctkGH, {{variable}, {time_level}});
}

} // namespace thorntools
