// Where standard output and errors of each process go.
#pragma once

#include "framework/run/command_line.hpp"

namespace chemora::run {

/// Only process 0 prints; -r and -R send output to files CCTK_Proc<n>.out and .err instead.
void set_up_output_streams(CommandLine const& command_line, int rank);

} // namespace chemora::run
