#include "framework/run/stages.hpp"

#include "framework/base/text.hpp"
#include "framework/base/words.hpp"
#include "framework/run/termination.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace chemora::run {

namespace {

constexpr std::chrono::milliseconds wait_limit{3000};    ///< maximum wait until other processes report the same error
constexpr std::chrono::milliseconds delay_per_rank{200}; ///< delay of messages, so that only the lowest rank prints

/// The communicator for the end of the run, because other processes may still communicate in MPI_COMM_WORLD.
MPI_Comm ending_communicator = MPI_COMM_NULL;

[[noreturn]] void leave(int exit_code) {
  std::fflush(nullptr);
  std::_Exit(exit_code); // runs no destructors, because those of libraries may wait for processes that have ended
}

void print(std::string const& message) {
  if (!message.empty()) std::fprintf(stderr, "%s\n", message.c_str());
  std::fflush(stderr);
}

/// Returns whether all processes call this function within `limit`. `printer` becomes the lowest rank that has a
/// message.
bool all_arrive(int first_to_print, int& printer, std::chrono::milliseconds limit) {
  MPI_Request request;
  MPI_Iallreduce(&first_to_print, &printer, 1, MPI_INT, MPI_MIN, ending_communicator, &request);
  auto const start = std::chrono::steady_clock::now();
  for (int is_done = 0;;) {
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    if (is_done) return true;
    if (std::chrono::steady_clock::now() - start > limit) return false;
    usleep(1000);
  }
}

/// Returns 1 for each processor that this process may run on, otherwise 0. All elements are 0 if the system does not
/// report the processors.
std::vector<unsigned char> own_processors() {
  std::vector<unsigned char> may_run(CPU_SETSIZE, 0);
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return may_run;
  for (std::size_t i = 0; i < may_run.size(); ++i) may_run[i] = CPU_ISSET(i, &set) ? 1 : 0;
  return may_run;
}

/// The processes of this run on this computer, with the processors that each may use.
struct Computer {
  ProcessorsOfProcesses processors;
  std::size_t own = 0; ///< index of this process
};

Computer this_computer() {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int n_processes = 1, rank = 0;
  MPI_Comm_size(node, &n_processes);
  MPI_Comm_rank(node, &rank);
  auto const own = own_processors();
  int const n = static_cast<int>(own.size());
  std::vector<unsigned char> all(own.size() * static_cast<std::size_t>(n_processes));
  MPI_Allgather(own.data(), n, MPI_UNSIGNED_CHAR, all.data(), n, MPI_UNSIGNED_CHAR, node);
  MPI_Comm_free(&node);
  Computer computer{ProcessorsOfProcesses(static_cast<std::size_t>(n_processes)), static_cast<std::size_t>(rank)};
  for (std::size_t at = 0; at < all.size(); ++at)
    if (all[at]) computer.processors[at / own.size()].push_back(static_cast<int>(at % own.size()));
  return computer;
}

/// Returns the number of processes that may use at least one of the processors of this process.
std::size_t n_competitors(Computer const& computer) {
  auto const& own = computer.processors[computer.own];
  return static_cast<std::size_t>(
      std::count_if(computer.processors.begin(), computer.processors.end(), [&](auto const& other) {
        return std::find_first_of(own.begin(), own.end(), other.begin(), other.end()) != own.end();
      }));
}

/// Omits the session directory of Open MPI if this process has neither a launcher nor a daemon
/// (OMPI_MCA_ess_singleton_isolated of scripts/mpi.env). All such processes use the same directory, although they need
/// none, and MPI_Init fails in a process if another one removes the directory at the same time.
void omit_shared_session_directory() {
  auto const is_set = [](char const* name) { return std::getenv(name) != nullptr; };
  bool const has_launcher = is_set("OMPI_COMM_WORLD_SIZE") || is_set("PMIX_RANK") || is_set("PMI_RANK");
  if (is_set("OMPI_MCA_ess_singleton_isolated") && !has_launcher) setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
}

} // namespace

Processes::Processes(int* argc, char*** argv) {
  std::signal(SIGXFSZ, SIG_IGN); // a limit on file sizes then causes a write error, which has a message
  omit_shared_session_directory();
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm_dup(MPI_COMM_WORLD, &ending_communicator);
}

Processes::~Processes() {
  MPI_Comm_free(&ending_communicator);
  MPI_Finalize();
}

std::string Processes::broadcast(std::string text) const {
  unsigned long length = text.size();
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
  text.resize(length);
  MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

void end_all_processes(int exit_code, std::string const& message) {
  release_signals();    // mpirun sends SIGTERM to the other processes when one ends with an error
  std::fflush(nullptr); // and may kill them before they have written their buffers
  int is_running = 0, is_over = 0;
  MPI_Initialized(&is_running);
  MPI_Finalized(&is_over);
  if (!is_running || is_over || ending_communicator == MPI_COMM_NULL) {
    print(message);
    leave(exit_code);
  }
  int rank = 0, size = 1, printer = 0;
  MPI_Comm_rank(ending_communicator, &rank);
  MPI_Comm_size(ending_communicator, &size);
  if (!all_arrive(message.empty() ? size : rank, printer, wait_limit + rank * delay_per_rank)) {
    print(message);
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    leave(exit_code);
  }
  if (rank == printer) print(message);
  MPI_Barrier(ending_communicator); // the message is printed before the first process ends
  MPI_Finalize();
  leave(exit_code);
}

int processors_of_process(ProcessorsOfProcesses const& processors, std::size_t process) {
  constexpr double rounding = 1e-9; // in floating-point arithmetic the sum of three thirds may be below 1
  double shares = 0;
  for (int const processor : processors[process])
    shares += 1.0 / static_cast<double>(std::count_if(processors.begin(), processors.end(), [&](auto const& other) {
                return base::contains(other, processor);
              }));
  return std::max(1, static_cast<int>(shares + rounding));
}

std::string choose_number_of_threads() {
  Computer const computer = this_computer();
  auto const n_processors = computer.processors[computer.own].size();
  int const n_threads = omp_get_max_threads();
  int const max_threads = processors_of_process(computer.processors, computer.own);
  if (n_processors == 0 || n_threads <= max_threads) return "";
  std::string const situation =
      fmt::format("{} of this computer {} {}", base::counted(n_competitors(computer), "process", "processes"),
                  n_competitors(computer) == 1 ? "shares" : "share", base::counted(n_processors, "processor"));
  if (std::getenv("OMP_NUM_THREADS"))
    return fmt::format("{}, and OMP_NUM_THREADS gives {} threads to each. More threads than processors wait for each "
                       "other: set OMP_NUM_THREADS to at most {}, or start fewer processes.",
                       situation, n_threads, max_threads);
  omp_set_num_threads(max_threads);
  return fmt::format("{}, and OMP_NUM_THREADS is not set: each process uses {} instead of {}. Set "
                     "OMP_NUM_THREADS to choose another number.",
                     situation, base::counted(max_threads, "thread"), n_threads);
}

} // namespace chemora::run
