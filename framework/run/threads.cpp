#include "framework/run/threads.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>

namespace chemora::run {

namespace {

/// 1 for each processor that this process may run on. All 0 if the system does not report them.
std::vector<unsigned char> own_processors() {
  std::vector<unsigned char> may_run(CPU_SETSIZE, 0);
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return may_run;
  for (std::size_t i = 0; i < may_run.size(); ++i) may_run[i] = CPU_ISSET(i, &set) ? 1 : 0;
  return may_run;
}

/// The processes of this computer, and which of them this one is.
struct Computer {
  ProcessorsOfProcesses processors;
  std::size_t own = 0;
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

/// Processes that may run where this one may.
std::size_t n_competitors(Computer const& computer) {
  auto const& own = computer.processors[computer.own];
  return static_cast<std::size_t>(
      std::count_if(computer.processors.begin(), computer.processors.end(), [&](auto const& other) {
        return std::find_first_of(own.begin(), own.end(), other.begin(), other.end()) != own.end();
      }));
}

} // namespace

int processors_of_process(ProcessorsOfProcesses const& processors, std::size_t process) {
  constexpr double rounding = 1e-9; // three thirds are one
  double shares = 0;
  for (int const processor : processors[process])
    shares += 1.0 / static_cast<double>(std::count_if(processors.begin(), processors.end(), [&](auto const& other) {
                return std::find(other.begin(), other.end(), processor) != other.end();
              }));
  return std::max(1, static_cast<int>(shares + rounding));
}

std::string choose_number_of_threads() {
  Computer const computer = this_computer();
  auto const n_processors = computer.processors[computer.own].size();
  int const n_threads = omp_get_max_threads();
  int const most = processors_of_process(computer.processors, computer.own);
  if (n_processors == 0 || n_threads <= most) return "";
  std::string const found =
      fmt::format("{} process{} of this computer share{} {} processor{}", n_competitors(computer),
                  n_competitors(computer) == 1 ? "" : "es", n_competitors(computer) == 1 ? "s" : "", n_processors,
                  n_processors == 1 ? "" : "s");
  if (std::getenv("OMP_NUM_THREADS"))
    return fmt::format("{}, and OMP_NUM_THREADS gives {} threads to each. More threads than processors wait for each "
                       "other: set OMP_NUM_THREADS to at most {}, or start fewer processes.",
                       found, n_threads, most);
  omp_set_num_threads(most);
  return fmt::format("{}, and OMP_NUM_THREADS is not set: each process uses {} thread{} instead of {}. Set "
                     "OMP_NUM_THREADS to choose another number.",
                     found, most, most == 1 ? "" : "s", n_threads);
}

} // namespace chemora::run
