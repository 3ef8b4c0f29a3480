// MPI's start and end.
#include "framework/run/processes.hpp"

#include "framework/run/signals.hpp"

#include <mpi.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace chemora::run {

namespace {

constexpr std::chrono::milliseconds patience{3000};  ///< for other processes to reach the same error
constexpr std::chrono::milliseconds head_start{200}; ///< of each lower rank, so that only one prints

MPI_Comm ending = MPI_COMM_NULL; ///< apart from MPI_COMM_WORLD, where others may be in the middle of something

[[noreturn]] void leave(int exit_code) {
  std::fflush(nullptr);
  std::_Exit(exit_code); // destructors of libraries may wait for processes that are gone
}

void print(std::string const& message) {
  std::fflush(stdout);
  if (!message.empty()) std::fprintf(stderr, "%s\n", message.c_str());
  std::fflush(stderr);
}

/// Whether all processes got here in time; then the lowest rank that has a message.
bool all_arrive(int first_to_print, int& printer, std::chrono::milliseconds limit) {
  MPI_Request request;
  MPI_Iallreduce(&first_to_print, &printer, 1, MPI_INT, MPI_MIN, ending, &request);
  auto const start = std::chrono::steady_clock::now();
  for (int is_done = 0;;) {
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    if (is_done) return true;
    if (std::chrono::steady_clock::now() - start > limit) return false;
    usleep(1000);
  }
}

} // namespace

Processes::Processes(int* argc, char*** argv) {
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is then an error of writing, with a message
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm_dup(MPI_COMM_WORLD, &ending);
}

Processes::~Processes() {
  MPI_Comm_free(&ending);
  MPI_Finalize();
}

std::string Processes::broadcast(std::string text) const {
  unsigned long length = text.size();
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
  text.resize(length);
  MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

bool Processes::broadcast(bool answer) const {
  int number = answer;
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return number != 0;
}

void end_all_processes(int exit_code, std::string const& message) {
  release_signals(); // mpirun sends SIGTERM to the other processes when one ends with an error
  int is_running = 0, is_over = 0;
  MPI_Initialized(&is_running);
  MPI_Finalized(&is_over);
  if (!is_running || is_over || ending == MPI_COMM_NULL) {
    print(message);
    leave(exit_code);
  }
  int rank = 0, size = 1, printer = 0;
  MPI_Comm_rank(ending, &rank);
  MPI_Comm_size(ending, &size);
  if (!all_arrive(message.empty() ? size : rank, printer, patience + rank * head_start)) {
    print(message);
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    leave(exit_code);
  }
  if (rank == printer) print(message);
  MPI_Barrier(ending); // the message is out before the first process ends
  MPI_Finalize();
  leave(exit_code);
}

} // namespace chemora::run
