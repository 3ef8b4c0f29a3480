// The type a parameter has in thorns' sources.
#pragma once

#include "framework/ccl/parameter_ccl_file.hpp"

#include <string>

namespace chemora::bind {

/// CCTK_REAL, CCTK_INT (integers and booleans) or CCTK_STRING (keywords and strings), in C and in Fortran.
std::string parameter_type(ccl::ParameterType type);

} // namespace chemora::bind
