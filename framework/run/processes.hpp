// The processes of a run: MPI from start to end, also to a bad end.
#pragma once

#include <string>

namespace chemora::run {

/// MPI_Init in the constructor, MPI_Finalize in the destructor.
class Processes {
public:
  Processes(int* argc, char*** argv);
  ~Processes();
  Processes(Processes const&) = delete;
  Processes& operator=(Processes const&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_root() const { return rank_ == 0; }

  /// Process 0's text on all processes.
  std::string broadcast(std::string text) const;
  /// Process 0's answer on all processes, for decisions by clock that all must share.
  bool broadcast(bool answer) const;

private:
  int rank_ = 0;
  int size_ = 1;
};

/// Ends every process with this exit code; `message` is printed once. When all processes get here (a wrong parameter,
/// say) they end in an orderly way; when others do not follow within a few seconds they are aborted.
[[noreturn]] void end_all_processes(int exit_code, std::string const& message);

} // namespace chemora::run
