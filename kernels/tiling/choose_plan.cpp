#include "kernels/tiling/choose_plan.hpp"

#include "kernels/tiling/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::tiling {

namespace {

constexpr int min_lines = 2; ///< minimum length of divided rows in cache lines, so that vector loops have several
                             ///< iterations

constexpr std::size_t n_rivals = 3; ///< number of rejected tiles in the text that explains the choice

/// Rounds `length` up to a multiple of `planes`, but at most to the extent of the box.
int whole_planes(int length, int planes, int extent) {
  return std::min(extent, (length + planes - 1) / planes * planes);
}

std::string explain(HostCost const& best, double capacity) {
  double const points = 1.0 * best.tile[0] * best.tile[1] * best.tile[2];
  auto const& reuse = best.reuse;
  return fmt::format("{:.4f} lines per point, {:.4f} lost at restarts of prefetching, {:.4f} of the first level, "
                     "{:.3f} vectors loaded and stored; {:.0f} lines of the cache are reused by the next {}, whose "
                     "footprints are {:.0f}, {:.0f}, {:.0f}, {:.0f}{}",
                     best.requested / points, best.restarts / points, best.inner / points, best.loads, capacity,
                     to_text(reuse), reuse[0].footprint, reuse[1].footprint, reuse[2].footprint, reuse[3].footprint,
                     best.imbalance > 1 ? fmt::format("; times {:.3f} for load imbalance", best.imbalance) : "");
}

std::string name_rivals(std::vector<HostCost> const& costs) {
  std::string text;
  for (std::size_t n = 1; n < costs.size() && n <= n_rivals; ++n) {
    auto const& tile = costs[n].tile;
    text += fmt::format("{}{} {} {} with {:.4f}", n == 1 ? "; next " : ", ", tile[0], tile[1], tile[2], costs[n].cost);
  }
  return text;
}

/// Returns the cheapest tile of each row length. `costs` must be sorted.
std::vector<base::Index3> cheapest_by_rows(std::vector<HostCost> const& costs) {
  std::vector<base::Index3> tiles;
  for (HostCost const& candidate : costs)
    if (std::none_of(tiles.begin(), tiles.end(),
                     [&](base::Index3 const& tile) { return tile[0] == candidate.tile[0]; }))
      tiles.push_back(candidate.tile);
  return tiles;
}

} // namespace

Choice choose_plan(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine) {
  bool const has_rows = problem.box.extent(0) != 1; // a vector instruction for a division takes as long for one point
                                                    // as for a full vector
  int const lanes = has_rows ? machine.vector_bytes / element_bytes(graph) : 1;
  Choice choice{plan::default_plan(graph, problem.allocated, lanes), "the box is empty here"};
  if (problem.box.is_empty()) return choice;

  Traversal const traversal = choose_traversal(graph, problem, machine);
  HostModel model(graph, problem, traversal.planes, machine);
  base::Index3 const extent = extent_of(problem.box);
  int const line = machine.line_bytes() / element_bytes(graph);
  RowLengths const rows{.minimum = min_lines * line, .line = line};
  std::set<base::Index3> tried;
  std::vector<HostCost> costs;
  for (base::Index3 tile : even_candidates(extent, problem.n_threads, rows)) {
    tile[2] = whole_planes(tile[2], traversal.planes, extent[2]);
    if (tried.insert(tile).second) costs.push_back(model.cost(tile));
  }
  // Large tiles come first. The stable sort therefore chooses the largest tile among tiles with equal costs.
  std::stable_sort(costs.begin(), costs.end(), [](HostCost const& a, HostCost const& b) { return a.cost < b.cost; });
  choice.n_candidates = static_cast<int>(costs.size());
  choice.cost = costs.front();
  choice.by_rows = cheapest_by_rows(costs);
  plan::KernelPlan& kernel = choice.plan.kernels.front();
  kernel.tile = choice.cost.tile;
  kernel.unroll[2] = traversal.planes;
  kernel.prefetch = traversal.prefetch;
  kernel.nontemporal = choose_nontemporal(graph, problem, kernel.tile[0], machine);
  kernel.prefetch.stores |= kernel.prefetch.distance > 0 && has_cached_write_only_output(graph, kernel.nontemporal);
  choice.reason = fmt::format("lowest cost {:.4f} of {} tiles: {}{}", costs.front().cost, choice.n_candidates,
                              explain(costs.front(), model.capacity_lines()), name_rivals(costs));
  return choice;
}

} // namespace chemora::tiling
