/// The processes of a run: MPI from start to end, also after an error, and the threads of each process.
#pragma once

#include <string>
#include <vector>

namespace chemora::run {

/// Calls MPI_Init in the constructor and MPI_Finalize in the destructor.
class Processes {
public:
  Processes(int* argc, char*** argv);
  ~Processes();
  Processes(Processes const&) = delete;
  Processes& operator=(Processes const&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_root() const { return rank_ == 0; }

  /// Returns the text of process 0 on all processes.
  std::string broadcast(std::string text) const;

private:
  int rank_ = 0;
  int size_ = 1;
};

/// Ends every process with this exit code and prints `message` once. If all processes call this function (for example
/// because of a wrong parameter), they end in order. If others do not call it within a few seconds, they are aborted.
[[noreturn]] void end_all_processes(int exit_code, std::string const& message);

/// The processors that each process of a computer may run on. If n processes may run on a processor, each of them has a
/// share of 1/n in it.
using ProcessorsOfProcesses = std::vector<std::vector<int>>;

/// The number of processors for the process: the sum of its shares, rounded down, at least 1.
int processors_of_process(ProcessorsOfProcesses const& processors, std::size_t process);

/// Unless the user has set OMP_NUM_THREADS, limits the threads of this process to its share of the processors.
/// Collective over all processes. Returns a warning for the user if there are, or would be, more threads than
/// processors; otherwise an empty text.
std::string choose_number_of_threads();

} // namespace chemora::run
