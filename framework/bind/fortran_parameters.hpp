// The common block through which a thorn's Fortran sources see its parameters.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

struct FortranParameter {
  ccl::Parameter const* parameter;
  std::string type; ///< CCTK_REAL, CCTK_INT or CCTK_STRING, in C and in Fortran
};

/// In the order of the common block: those of 8 bytes first, so that nothing lies between them.
std::vector<FortranParameter> fortran_parameters(Thorn const& thorn);

/// The name of the common block in Fortran.
std::string fortran_parameter_common(Thorn const& thorn);

} // namespace chemora::bind
