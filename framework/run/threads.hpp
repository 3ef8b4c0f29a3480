// The number of threads of each process, so that the processes of a computer do not compete for its processors.
#pragma once

#include <string>
#include <vector>

namespace chemora::run {

/// Processors that each process of a computer may run on. The share of a process in a processor is one over the number
/// of processes that may run there.
using ProcessorsOfProcesses = std::vector<std::vector<int>>;

/// Processors that fall to the process: the sum of its shares, rounded down, at least 1.
int processors_of_process(ProcessorsOfProcesses const& processors, std::size_t process);

/// Unless the user has set OMP_NUM_THREADS, limits the threads of this process to its share of processors.
/// Collective over all processes. Returns a warning for the user if there are, or would be, more threads than
/// processors; otherwise an empty text.
std::string choose_number_of_threads();

} // namespace chemora::run
