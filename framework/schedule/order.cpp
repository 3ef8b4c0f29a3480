#include "framework/schedule/schedule.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <numeric>

namespace chemora::schedule {

namespace {

/// Returns a cycle. Each index that was not placed in the order has a predecessor that was not placed, so following
/// predecessors leads into a cycle.
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
  while (!base::contains(path, at)) {
    path.push_back(at);
    at = predecessor[at];
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), at));
  std::reverse(path.begin(), path.end());
  return path;
}

/// Kahn's algorithm: removes indices without predecessors repeatedly. Returns for each index the number of predecessors
/// that remain; all are 0 unless there are cycles.
std::vector<std::size_t> remaining_predecessors(std::vector<std::vector<std::size_t>> const& followers) {
  std::vector<std::size_t> open_predecessors(followers.size(), 0);
  for (auto const& list : followers)
    for (std::size_t after : list) ++open_predecessors[after];
  std::vector<std::size_t> ready;
  for (std::size_t index = 0; index < followers.size(); ++index)
    if (open_predecessors[index] == 0) ready.push_back(index);
  while (!ready.empty()) {
    std::size_t const index = ready.back();
    ready.pop_back();
    for (std::size_t after : followers[index])
      if (--open_predecessors[after] == 0) ready.push_back(after);
  }
  return open_predecessors;
}

std::vector<std::size_t> order_by_exchanges(std::vector<std::vector<std::size_t>> const& followers) {
  std::size_t const n = followers.size();
  std::vector<std::vector<bool>> is_before(n, std::vector<bool>(n, false));
  for (std::size_t before = 0; before < n; ++before)
    for (std::size_t after : followers[before]) is_before[before][after] = true;
  std::vector<std::size_t> indices(n);
  std::iota(indices.begin(), indices.end(), 0);
  for (auto position = indices.begin(); position != indices.end(); ++position) {
    auto const must_come_first = [&](std::size_t later) { return is_before[later][*position]; };
    for (auto later = position; (later = std::find_if(position + 1, indices.end(), must_come_first)) != indices.end();)
      std::iter_swap(position, later);
  }
  return indices;
}

} // namespace

Order order_of(Precedence const& precedence) {
  auto const& followers = precedence.followers();
  auto const open_predecessors = remaining_predecessors(followers);
  bool const has_cycle = std::any_of(open_predecessors.begin(), open_predecessors.end(), [](auto n) { return n > 0; });
  if (has_cycle) return {.indices = {}, .cycle = find_cycle(followers, open_predecessors)};
  return {.indices = order_by_exchanges(followers), .cycle = {}};
}

} // namespace chemora::schedule
