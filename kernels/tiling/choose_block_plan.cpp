// Tries every block shape within the limits and keeps the cheapest.
#include "kernels/tiling/choose_block_plan.hpp"

#include "codegen/plan/limits.hpp"
#include "kernels/tiling/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::tiling {

namespace {

constexpr std::int64_t blocks_per_unit = 8; ///< at least, so that units end at about the same time

int divide_up(int length, int parts) { return (length + parts - 1) / parts; }

std::int64_t points_of(base::Index3 const& shape) { return std::int64_t{1} * shape[0] * shape[1] * shape[2]; }

std::int64_t n_tiles(base::Index3 const& extent, base::Index3 const& tile) {
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) count *= divide_up(extent[axis], tile[axis]);
  return count;
}

/// Time of the slowest unit over the mean, with the threads that have no point at the box's edges.
double load_imbalance(base::Index3 const& extent, base::Index3 const& tile, int n_units) {
  std::int64_t const rounds = (n_tiles(extent, tile) + n_units - 1) / n_units;
  return static_cast<double>(rounds * n_units * points_of(tile)) / static_cast<double>(points_of(extent));
}

/// Threads that run, whether or not they are in the block, over those that are.
double warp_waste(std::int64_t threads, int warp) {
  std::int64_t const warps = (threads + warp - 1) / warp;
  return static_cast<double>(warps * warp) / static_cast<double>(threads);
}

bool is_within(base::Index3 const& block, device::BlockLimits const& limits, int least_row) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (block[axis] > limits.most_per_axis[axis]) return false;
  return block[0] >= least_row;
}

/// Divides what a block does along z evenly, so that no thin tile is left over.
int iterations_for(base::Index3 const& extent, base::Index3 const& block, int n_units) {
  int most = 1;
  while (2 * most <= most_iterations && 2 * most * block[2] <= extent[2] &&
         n_tiles(extent, {block[0], block[1], 2 * most * block[2]}) >= blocks_per_unit * n_units)
    most *= 2;
  int const all = divide_up(extent[2], block[2]);
  return divide_up(all, divide_up(all, most));
}

std::int64_t lines_for_a_block(device::BlockLimits const& limits, std::int64_t threads) {
  std::int64_t const blocks = std::max<std::int64_t>(1, limits.threads_per_unit / threads);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(limits.cache_bytes) / limits.line_bytes / blocks);
}

struct Candidate {
  base::Index3 block{1, 1, 1};
  base::Index3 tile{1, 1, 1};
  TileCost cost;
  double weighed = 0;
};

std::string explain(Candidate const& best, int n_candidates, int limit, std::string const& why_limit,
                    std::int64_t capacity) {
  return fmt::format("least cost {:.4f} of {} blocks of up to {} threads ({}): {:.4f} lines per point, {}, {} of {} "
                     "lines of the cache",
                     best.weighed, n_candidates, limit, why_limit,
                     best.cost.requested / static_cast<double>(points_of(best.tile)), to_text(best.cost.survival),
                     best.cost.footprint, capacity);
}

} // namespace

Choice choose_block_plan(ir::Graph const& graph, Problem const& problem, BlockMachine const& machine, bool is_fat) {
  device::BlockLimits const& limits = machine.limits;
  int limit = std::min(limits.most_threads, plan::most_threads); // PoCL would take more
  std::string why = "the device's limit";
  if (int const registers = machine.most_threads ? machine.most_threads(graph) : 0;
      registers > 0 && registers < limit) {
    limit = registers;
    why = "its registers allow no more";
  }
  if (is_fat && limit > threads_of_a_fat_block) {
    limit = threads_of_a_fat_block;
    why = "a fat kernel";
  }

  Choice choice;
  choice.plan.kernel = graph.name;
  choice.plan.device = machine.device;
  plan::KernelPlan& kernel = choice.plan.kernels.front();
  kernel.tile = kernel.block = {std::min(limit, std::max(1, limits.warp)), 1, 1};
  choice.reason = "the box is empty here";
  if (problem.box.is_empty()) return choice;

  int const element = graph.real == ir::Type::real32 ? 4 : 8;
  ArrayLayout const layout{problem.allocated, element, limits.line_bytes, 0};
  auto const accesses = accesses_of(graph);
  base::Index3 const extent{problem.box.extent(0), problem.box.extent(1), problem.box.extent(2)};
  int const least_row = std::min(extent[0], std::max(1, limits.warp / 2));
  Candidate best;
  for (base::Index3 const& block : all_candidates(extent, limit)) {
    if (!is_within(block, limits, least_row)) continue;
    Candidate candidate{.block = block, .cost = {}};
    int const iterations = iterations_for(extent, block, limits.n_units);
    candidate.tile = {block[0], block[1], block[2] * iterations};
    auto const& low = problem.box.lower;
    Tile const swept{{low, {low[0] + block[0], low[1] + block[1], low[2] + block[2]}}, iterations};
    candidate.cost =
        cost_of_tile(layout, swept, accesses, {lines_for_a_block(limits, points_of(block)), false, problem.formula});
    candidate.weighed = candidate.cost.sigma * load_imbalance(extent, candidate.tile, limits.n_units) *
                        warp_waste(points_of(block), std::max(1, limits.warp));
    if (choice.n_candidates++ > 0 && candidate.weighed >= best.weighed * (1 - 1e-9)) continue;
    best = candidate;
  }
  choice.cost = best.cost;
  kernel.tile = best.tile;
  kernel.block = best.block;
  choice.reason = explain(best, choice.n_candidates, limit, why, lines_for_a_block(limits, points_of(best.block)));
  return choice;
}

std::string excess(base::Index3 const& block, device::BlockLimits const& limits) {
  long n_threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    n_threads *= block[axis];
    if (limits.most_per_axis[axis] > 0 && block[axis] > limits.most_per_axis[axis])
      return fmt::format("has {} threads along {}, where {} are the most", block[axis], "xyz"[axis],
                         limits.most_per_axis[axis]);
  }
  if (limits.most_threads > 0 && n_threads > limits.most_threads)
    return fmt::format("has {} threads, where {} are the most", n_threads, limits.most_threads);
  return "";
}

} // namespace chemora::tiling
