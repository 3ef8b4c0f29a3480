// Kahn's algorithm; a library's topological sort leaves ties undefined, and ties must be the same on every rank.
#include "framework/schedule/order.hpp"

#include <algorithm>
#include <functional>
#include <queue>

namespace chemora::schedule {

namespace {

/// Among the indices that could not be placed each has a predecessor among them: walking back must come round.
std::vector<std::size_t> find_cycle(std::vector<std::vector<std::size_t>> const& followers,
                                    std::vector<std::size_t> const& open_predecessors) {
  std::size_t const n = followers.size();
  std::vector<std::size_t> predecessor(n, n);
  for (std::size_t before = 0; before < n; ++before)
    if (open_predecessors[before] > 0)
      for (std::size_t after : followers[before])
        if (open_predecessors[after] > 0) predecessor[after] = before;
  std::size_t at = 0;
  while (open_predecessors[at] == 0) ++at;
  std::vector<std::size_t> path;
  while (std::find(path.begin(), path.end(), at) == path.end()) {
    path.push_back(at);
    at = predecessor[at];
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), at));
  std::reverse(path.begin(), path.end());
  return path;
}

} // namespace

Order order_of(Precedence const& precedence) {
  auto const& followers = precedence.followers();
  std::vector<std::size_t> open_predecessors(followers.size(), 0);
  for (auto const& list : followers)
    for (std::size_t after : list) ++open_predecessors[after];

  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t index = 0; index < followers.size(); ++index)
    if (open_predecessors[index] == 0) ready.push(index);

  Order order;
  while (!ready.empty()) {
    std::size_t const index = ready.top();
    ready.pop();
    order.indices.push_back(index);
    for (std::size_t after : followers[index])
      if (--open_predecessors[after] == 0) ready.push(after);
  }
  if (order.indices.size() < followers.size()) order.cycle = find_cycle(followers, open_predecessors);
  return order;
}

} // namespace chemora::schedule
