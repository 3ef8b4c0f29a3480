// Starts another program with a list of arguments, never through a shell.
#pragma once

#include <string>
#include <vector>

namespace chemora::device {

/// A program that was started; waiting for it gives its exit code.
struct Process {
  int id = -1;
  int terminal = -1; ///< of its session; closed when this process ends
};

/// Starts arguments[0] (an absolute path) with standard output and error going to the file `log`. It gets a session of
/// its own: signals to the process group of this process, as terminals and mpirun send them, do not reach it. It does
/// not outlive this process, however that ends: the kernel then closes the session's terminal and sends SIGHUP to the
/// program and to those that it has started. Throws DeviceError when it cannot be started.
Process start_process(std::vector<std::string> const& arguments, std::string const& log);

/// The exit code; 128 + n when signal n ended the program. To be called once.
int wait_for(Process process);

} // namespace chemora::device
