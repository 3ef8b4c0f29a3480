// How a run ends before its time.
#pragma once

#include <string>

namespace chemora::services {

constexpr int user_error = 1;     ///< the user can mend it: parameters, files, command line
constexpr int internal_error = 2; ///< we must mend it

/// Prints `message` once and ends every process with this exit code.
[[noreturn]] void end_run(int exit_code, std::string const& message);

/// What end_run() calls, with MPI; it must not return. Without one the process prints and exits.
void set_end_of_run(void (*handler)(int exit_code, std::string const& message));

} // namespace chemora::services
