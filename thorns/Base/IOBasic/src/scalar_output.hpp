// The output method Scalar: time and value of grid scalars and reductions, one text file each.
#pragma once

namespace iobasic {

void check_scalar_parameters();
void register_scalar_method();

} // namespace iobasic
