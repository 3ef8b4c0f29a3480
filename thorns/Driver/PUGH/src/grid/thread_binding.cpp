#include "thread_binding.hpp"

#include <algorithm>
#include <numeric>
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

} // namespace pugh
