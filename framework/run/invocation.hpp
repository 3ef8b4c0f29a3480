// How the program was started, for those who ask in C.
#pragma once

#include <string>

namespace chemora::run {

/// What the functions of cctk_CommandLine.h answer; `argv` must outlive the run.
void set_invocation(int argc, char** argv, std::string const& parameter_file);

} // namespace chemora::run
