/// The output method Info: prints one row of the info table per output.
#pragma once

#include <cctk.h>

namespace iobasic {

void check_info_parameters(cGH const* cctkGH);
void register_info_method();

} // namespace iobasic
