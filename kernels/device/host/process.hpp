/// Starts other programs with a list of arguments. No shell is used, so that no argument can be interpreted as a
/// command.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace chemora::device {

/// A running program. The caller must pass it to wait_for(), or to exit_code_if_ended() until this returns a code.
struct Process {
  int id = -1;
  int terminal = -1; ///< master of the pseudo-terminal of the program's session; -1: the session has no terminal
};

/// Starts the program arguments[0], which is an absolute path. The program writes standard output and standard error to
/// the file `log`. Throws DeviceError if the program cannot be started.
///
/// The program runs in its own session. Terminals and mpirun send signals to the process group of this process, which
/// do not reach the program. The session has a pseudo-terminal whose master this process holds. When this process ends
/// for any reason, the system closes the master and sends SIGHUP to the program and its children. If the system has no
/// pseudo-terminal left, the program runs without a terminal and may outlive this process.
Process start_process(std::vector<std::string> const& arguments, std::string const& log);

/// Waits for the end of the program. Returns the exit code of the program, or 128 + n if signal n ended the program.
int wait_for(Process process);

/// Returns the exit code as wait_for() does, or nothing if the program is still running.
std::optional<int> exit_code_if_ended(Process process);

} // namespace chemora::device
