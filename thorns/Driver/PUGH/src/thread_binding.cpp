#include "thread_binding.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <omp.h>
#include <sched.h>
#include <set>

namespace pugh {

std::vector<int> assign_processors(std::vector<ProcessOnNode> const& processes, std::size_t process) {
  std::vector<std::size_t> order(processes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return processes[a].processors.size() < processes[b].processors.size();
  });
  std::set<int> idle, taken;
  for (auto const& [processors, n_threads] : processes) idle.insert(processors.begin(), processors.end());
  std::vector<int> assigned;
  for (std::size_t const p : order) {
    int n_left = processes[p].n_threads;
    for (int const processor : processes[p].processors) {
      if (n_left == 0) break;
      if (!taken.insert(processor).second) continue;
      idle.erase(processor);
      --n_left;
      if (p == process) assigned.push_back(processor);
    }
    if (n_left > 0) return {};
  }
  return idle.empty() ? assigned : std::vector<int>{};
}

namespace {

constexpr int max_processors = CPU_SETSIZE; // processors with higher numbers are not used for binding

bool user_has_chosen_binding() {
  std::array<char const*, 4> const names{"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  return std::any_of(names.begin(), names.end(), [](char const* name) { return std::getenv(name) != nullptr; });
}

/// The number of threads of this process, followed by 1 for each processor that it may run on and 0 for each other.
std::array<unsigned short, max_processors + 1> local_threads_and_processors() {
  std::array<unsigned short, max_processors + 1> entries{};
  entries[0] = static_cast<unsigned short>(omp_get_max_threads());
  cpu_set_t set;
  if (user_has_chosen_binding() || sched_getaffinity(0, sizeof set, &set) != 0)
    return entries; // an empty list of processors, with which no thread of the node is bound
  for (int i = 0; i < max_processors; ++i) entries[i + 1] = CPU_ISSET(i, &set) ? 1 : 0;
  return entries;
}

} // namespace

void bind_threads(MPI_Comm communicator) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int n_processes = 0, rank = 0;
  MPI_Comm_size(node, &n_processes);
  MPI_Comm_rank(node, &rank);
  auto const local = local_threads_and_processors();
  std::vector<unsigned short> entries(local.size() * n_processes);
  int const n = static_cast<int>(local.size());
  MPI_Allgather(local.data(), n, MPI_UNSIGNED_SHORT, entries.data(), n, MPI_UNSIGNED_SHORT, node);
  MPI_Comm_free(&node);
  std::vector<ProcessOnNode> processes(n_processes);
  for (int p = 0; p < n_processes; ++p) {
    auto const* const entry = entries.data() + local.size() * p;
    processes[p].n_threads = entry[0];
    for (int i = 0; i < max_processors; ++i)
      if (entry[i + 1]) processes[p].processors.push_back(i);
  }
  auto const processors = assign_processors(processes, rank);
  if (processors.size() < 2) return;
#pragma omp parallel
  {
    int const thread = omp_get_thread_num();
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processors[thread], &set);
    if (thread > 0) sched_setaffinity(0, sizeof set, &set); // an error is ignored, because it affects only the speed
  }
}

} // namespace pugh
