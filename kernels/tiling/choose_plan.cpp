// Tries every even division of the box and keeps the cheapest.
#include "kernels/tiling/choose_plan.hpp"

#include "kernels/tiling/candidates.hpp"
#include "kernels/tiling/choose_details.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::tiling {

namespace {

constexpr int most_parts = 12; ///< per axis: finer divisions only add surface once a tile fits the cache
constexpr int least_row = 32;  ///< points: shorter rows leave vector loops no room

/// Share of the private cache a tile may count on: its replacement is not strictly least-recently-used, and stores,
/// stack and instructions pass through it, too.
constexpr double usable_share = 0.5;

/// Lines a hardware prefetcher misses at the beginning of every row before it follows it.
constexpr double lines_lost_per_row = 2;

/// What the rows' beginnings add to the cost of a point.
double row_starts(std::vector<AccessGroup> const& accesses, int row_length) {
  double n_arrays = 0;
  for (auto const& group : accesses) n_arrays += group.n_arrays;
  return lines_lost_per_row * n_arrays / row_length;
}

/// Time of the slowest thread over the mean: rounds of whole tiles over the points there are.
double load_imbalance(base::Box const& box, base::Index3 const& tile, int n_threads) {
  double n_tiles = 1, tile_points = 1;
  for (std::size_t a = 0; a < 3; ++a) {
    int const extent = box.extent(static_cast<int>(a));
    n_tiles *= (extent + tile[a] - 1) / tile[a];
    tile_points *= tile[a];
  }
  auto const rounds = static_cast<double>((static_cast<long>(n_tiles) + n_threads - 1) / n_threads);
  return std::max(1.0, rounds * n_threads * tile_points / static_cast<double>(box.n_points()));
}

int element_bytes(ir::Graph const& graph) { return graph.real == ir::Type::real32 ? 4 : 8; }

std::string explain(TileCost const& cost, Processor const& processor, int n_candidates, double weighed) {
  double const points = static_cast<double>(cost.tile[0]) * cost.tile[1] * cost.tile[2];
  return fmt::format("least cost {:.4f} of {} tiles: {:.4f} lines per point, {}{}, {} of {} usable lines of the cache "
                     "(all arrays {}, A {}, B {})",
                     weighed, n_candidates, cost.requested / points, to_text(cost.survival),
                     cost.averaged_with ? " or just not: mean with " + to_text(*cost.averaged_with) : "",
                     cost.footprint, processor.capacity_lines, cost.footprint_iterations, cost.footprint_all,
                     cost.footprint_one);
}

} // namespace

Choice choose_plan(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine) {
  int const lanes = machine.vector_bytes / element_bytes(graph);
  Choice choice{plan::default_plan(graph, problem.allocated, lanes), "the box is empty here", 0, {}};
  if (problem.box.is_empty()) return choice;

  int const bytes_before = problem.line_begin * element_bytes(graph) % machine.line_bytes();
  ArrayLayout const layout{problem.allocated, element_bytes(graph), machine.line_bytes(),
                           (machine.line_bytes() - bytes_before) % machine.line_bytes()};
  auto const private_lines = static_cast<double>(machine::capacity_per_thread(machine)) / machine.line_bytes();
  auto const capacity = static_cast<std::int64_t>(usable_share * private_lines);
  Processor const processor{capacity, true, problem.formula};
  auto const accesses = accesses_of(graph);
  base::Index3 const extent{problem.box.extent(0), problem.box.extent(1), problem.box.extent(2)};
  auto const candidates = even_candidates(extent, most_parts, least_row);

  Details const details = choose_details(graph, problem, machine);
  double best = 0;
  for (auto const& tile : candidates) {
    auto const& low = problem.box.lower;
    int const planes = std::min(details.planes, tile[2]);
    Tile const swept{{low, {low[0] + tile[0], low[1] + tile[1], low[2] + planes}}, (tile[2] + planes - 1) / planes};
    TileCost const cost = cost_of_tile(layout, swept, accesses, processor);
    double const imbalance = load_imbalance(problem.box, tile, problem.n_threads);
    double const weighed = (cost.sigma + row_starts(accesses, tile[0])) * imbalance;
    if (choice.n_candidates++ > 0 && weighed >= best * (1 - 1e-9)) continue;
    best = weighed;
    choice.cost = cost;
  }
  plan::KernelPlan& kernel = choice.plan.kernels.front();
  kernel.tile = choice.cost.tile;
  kernel.unroll[2] = details.planes;
  kernel.prefetch = details.prefetch;
  kernel.nontemporal = details.nontemporal;
  choice.reason = explain(choice.cost, processor, choice.n_candidates, best);
  return choice;
}

} // namespace chemora::tiling
