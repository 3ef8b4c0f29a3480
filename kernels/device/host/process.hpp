/// Starts other programs with a list of arguments, never through a shell: user input cannot become a command.
#pragma once

#include <string>
#include <vector>

namespace chemora::device {

/// A running program; pass it to wait_for() once.
struct Process {
  int id = -1;
  int terminal = -1; ///< master of the pseudo-terminal of its session; -1: it has none
};

/// Starts arguments[0], an absolute path. Standard output and error go to the file `log`. Throws DeviceError if it
/// cannot be started.
///
/// The program gets a session of its own, so signals to the process group of this process, which terminals and mpirun
/// send, do not reach it. The session has a pseudo-terminal whose master this process holds. When this process ends, in
/// whatever way, the system closes the master and sends SIGHUP to the program and its children. If the system has no
/// pseudo-terminal left, the program runs without one and without a warning: it may then outlive this process.
Process start_process(std::vector<std::string> const& arguments, std::string const& log);

/// Waits for the end of the program. Returns its exit code, or 128 + n if signal n ended it.
int wait_for(Process process);

} // namespace chemora::device
