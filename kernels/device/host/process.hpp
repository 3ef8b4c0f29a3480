// Starts another program with a list of arguments, never through a shell.
#pragma once

#include <string>
#include <vector>

namespace chemora::device {

/// A program that was started; waiting for it gives its exit code.
struct Process {
  int id = -1;
};

/// Starts arguments[0] (an absolute path) with standard output and error going to the file `log`.
/// Throws DeviceError when it cannot be started.
Process start_process(std::vector<std::string> const& arguments, std::string const& log);

/// The exit code; 128 + n when signal n ended the program.
int wait_for(Process process);

} // namespace chemora::device
