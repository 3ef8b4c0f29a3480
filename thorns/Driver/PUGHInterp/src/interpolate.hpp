// Interpolation of grid variables at points anywhere on the grid.
#pragma once

#include "request.hpp"

namespace pughinterp {

// Collective. 0, or an error code after a warning: of what is wrong with the arguments of any process.
int check_everywhere(Request const& request);

// Collective. 0, or the lowest error code of all processes: UTIL_ERROR_BAD_*, CCTK_ERROR_INTERP_*, or an operator's
// own. The table's local_interpolator_status receives the lowest code of this process' own points.
int interpolate(Request const& request);

} // namespace pughinterp
