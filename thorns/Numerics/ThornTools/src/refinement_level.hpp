/// The refinement level of a grid hierarchy. The including thorn needs `USES FUNCTION GetRefinementLevel`.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

namespace thorntools {

/// The level that the driver reports; 0 for drivers without mesh refinement.
inline CCTK_INT refinement_level(cGH const* cctkGH) {
  static bool const is_provided = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  return is_provided ? GetRefinementLevel(cctkGH) : 0;
}

} // namespace thorntools
