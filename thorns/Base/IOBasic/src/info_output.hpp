// The output method Info: one row of the info table per output.
#pragma once

#include <cctk.h>

namespace iobasic {

void check_info_parameters();
void register_info_method();

/// At the end of the run: a row for its last iteration, where a table without it was printed.
void output_last_row(cGH const* cctkGH);

} // namespace iobasic
