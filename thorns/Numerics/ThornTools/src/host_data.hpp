// Grid functions that live on a device are brought to the host before they are read there.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

namespace thorntools {

// Ends the run if the values are valid nowhere. Does nothing without a thorn Accelerator, or for other variables.
inline void require_on_host(cGH const* grid_hierarchy, CCTK_INT variable, CCTK_INT time_level = 0) {
  static bool const has_accelerator = CCTK_IsFunctionAliased("Accelerator_RequireValidData") != 0;
  static bool const has_levels = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  if (!has_accelerator || CCTK_GroupTypeFromVarI(variable) != CCTK_GF) return;
  CCTK_INT const level = has_levels ? GetRefinementLevel(grid_hierarchy) : 0, on_host = 0;
  Accelerator_RequireValidData(grid_hierarchy, &variable, &level, &time_level, 1, on_host);
}

} // namespace thorntools
