// Tells the processes of a node what each may use.
#include "pin_threads.hpp"

#include "grid/thread_places.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <omp.h>
#include <sched.h>

namespace pugh {
namespace {

constexpr int most_processors = CPU_SETSIZE; // more are left alone

bool user_decides() {
  std::array<char const*, 4> const names{"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  return std::any_of(names.begin(), names.end(), [](char const* name) { return std::getenv(name) != nullptr; });
}

// Of this process: its number of threads, then 1 for each processor it may run on.
std::array<unsigned short, most_processors + 1> own_facts() {
  std::array<unsigned short, most_processors + 1> facts{};
  facts[0] = static_cast<unsigned short>(omp_get_max_threads());
  cpu_set_t set;
  if (user_decides() || sched_getaffinity(0, sizeof set, &set) != 0) return facts; // without processors: none is pinned
  for (int i = 0; i < most_processors; ++i) facts[i + 1] = CPU_ISSET(i, &set) ? 1 : 0;
  return facts;
}

} // namespace

void pin_threads(MPI_Comm communicator) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int n_processes = 0, rank = 0;
  MPI_Comm_size(node, &n_processes);
  MPI_Comm_rank(node, &rank);
  auto const mine = own_facts();
  std::vector<unsigned short> facts(mine.size() * n_processes);
  int const n = static_cast<int>(mine.size());
  MPI_Allgather(mine.data(), n, MPI_UNSIGNED_SHORT, facts.data(), n, MPI_UNSIGNED_SHORT, node);
  MPI_Comm_free(&node);
  std::vector<ProcessOnNode> processes(n_processes);
  for (int p = 0; p < n_processes; ++p) {
    auto const* const of_one = facts.data() + mine.size() * p;
    processes[p].n_threads = of_one[0];
    for (int i = 0; i < most_processors; ++i)
      if (of_one[i + 1]) processes[p].processors.push_back(i);
  }
  auto const places = places_of_threads(processes, rank);
  if (places.size() < 2) return;
#pragma omp parallel
  {
    int const thread = omp_get_thread_num();
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(places[thread], &set);
    if (thread > 0) sched_setaffinity(0, sizeof set, &set); // else it stays where it was, which only takes more time
  }
}

} // namespace pugh
