// Who launches a kernel or asks for a sum, to be named when that is done later.
#pragma once

#include "cctk.h"

#include <string>

namespace ca_kernel {

/// The scheduled function that runs, "Wave::Wave_RHS"; empty if none does.
std::string running_function(cGH const* cctkGH);

} // namespace ca_kernel
