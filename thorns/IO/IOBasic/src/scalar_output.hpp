// The output method Scalar: time and value of grid scalars and reductions, one text file each.
#pragma once

#include <cctk.h>

namespace iobasic {

void check_scalar_parameters(cGH const* cctkGH);
void register_scalar_method();

} // namespace iobasic
