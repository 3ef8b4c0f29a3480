// Grid functions that live on a device are brought to the host before they are read there.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

namespace thorntools {

inline CCTK_INT refinement_level(cGH const* grid_hierarchy) {
  return CCTK_IsFunctionAliased("GetRefinementLevel") ? GetRefinementLevel(grid_hierarchy) : 0;
}

// Ends the run if the values are valid nowhere. Does nothing without a thorn Accelerator, or for other variables.
inline void require_on_host(cGH const* grid_hierarchy, CCTK_INT variable, CCTK_INT time_level = 0) {
  if (!CCTK_IsFunctionAliased("Accelerator_RequireValidData") || CCTK_GroupTypeFromVarI(variable) != CCTK_GF) return;
  CCTK_INT const level = refinement_level(grid_hierarchy), on_host = 0;
  Accelerator_RequireValidData(grid_hierarchy, &variable, &level, &time_level, 1, on_host);
}

} // namespace thorntools
