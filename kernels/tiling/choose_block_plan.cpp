#include "kernels/tiling/choose_block_plan.hpp"

#include "codegen/ir/loops.hpp"
#include "codegen/plan/lower.hpp"
#include "kernels/tiling/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::tiling {

namespace {

/// Buffering needs registers, instructions and barriers that the model does not count; this factor accounts for them.
constexpr double buffering_overhead = 1.1;

std::int64_t points_of(base::Index3 const& shape) { return std::int64_t{1} * shape[0] * shape[1] * shape[2]; }

/// Returns the ratio of the time of the slowest multiprocessor to the mean time. The times include threads beyond the
/// edges of the box, which compute no point.
double load_imbalance(base::Index3 const& extent, base::Index3 const& tile, int n_units) {
  std::int64_t tiles = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) tiles *= (extent[axis] + tile[axis] - 1) / tile[axis];
  std::int64_t const rounds = (tiles + n_units - 1) / n_units;
  return static_cast<double>(rounds * n_units * points_of(tile)) / static_cast<double>(points_of(extent));
}

/// Returns the ratio of the threads in all warps of a block to the threads of the block.
double warp_waste(std::int64_t threads, int warp) {
  std::int64_t const warps = (threads + warp - 1) / warp;
  return static_cast<double>(warps * warp) / static_cast<double>(threads);
}

/// Returns the number of cache lines that are available to one block beside the tiles in shared memory.
std::int64_t lines_for_a_block(device::BlockLimits const& limits, std::int64_t threads, std::size_t tile_bytes) {
  std::int64_t const blocks = std::max<std::int64_t>(1, limits.threads_per_unit / threads);
  std::int64_t const lines = static_cast<std::int64_t>(limits.cache_bytes) / limits.line_bytes / blocks;
  return std::max<std::int64_t>(1, lines - static_cast<std::int64_t>(tile_bytes) / limits.line_bytes);
}

struct Weighed {
  BlockCandidate candidate;
  TileCost cost;
  double lines = 0;  ///< sigma: requested cache lines per point, times the penalty for small blocks
  double clocks = 0; ///< clocks per point: the maximum of the times for main memory and for near memory
  std::int64_t capacity = 0;

  bool is_better_than(Weighed const& other) const {
    constexpr double equal = 1e-9;
    if (clocks < other.clocks * (1 - equal)) return true;
    return clocks <= other.clocks * (1 + equal) && lines < other.lines * (1 - equal);
  }
};

/// The accesses of a kernel. For buffering in registers, the struct also contains the accesses of each iteration and
/// those before the first iteration.
struct Reads {
  OffsetsRead offsets;
  std::vector<AccessGroup> all, walking, before;
};

Reads reads_of(ir::Graph const& graph) {
  Reads reads{offsets_read(graph), accesses_of(graph), {}, {}};
  for (AccessGroup const& group : reads.all) {
    auto const is_off_z = [](ir::Offset const& offset) { return offset[0] != 0 || offset[1] != 0; };
    AccessGroup along = group, walking = group;
    std::erase_if(along.offsets, is_off_z);
    std::sort(along.offsets.begin(), along.offsets.end());
    std::erase_if(walking.offsets, [&](ir::Offset const& offset) { return !is_off_z(offset); });
    if (!along.offsets.empty()) {
      walking.offsets.push_back(along.offsets.back());
      along.offsets.pop_back();
    }
    reads.walking.push_back(walking);
    if (!along.offsets.empty()) reads.before.push_back(along);
  }
  return reads;
}

/// Estimates the cost of a candidate. With Buffering::registers, cache lines need not stay in the cache from plane to
/// plane. With Buffering::tile, all lines stay.
TileCost cost_of(BlockCandidate const& candidate, ArrayLayout const& layout, Tile const& swept, Reads const& reads,
                 Processor const& processor) {
  bool const walks = candidate.buffering == Buffering::registers;
  TileCost cost = cost_of_tile(layout, swept, walks ? reads.walking : reads.all, processor);
  if (candidate.buffering == Buffering::none) return cost;
  if (walks) {
    Tile const first{swept.block, 1};
    cost.requested += static_cast<double>(requested_lines(layout, first, reads.before, ReuseAssumption::all));
  } else {
    cost.requested = static_cast<double>(requested_lines(layout, swept, reads.all, ReuseAssumption::iterations));
    cost.assumption = ReuseAssumption::iterations;
    cost.averaged_with.reset();
  }
  cost.sigma = sigma(cost.requested, swept.iterations, static_cast<double>(swept.block.n_points()), processor.formula);
  return cost;
}

std::string assumption_text(TileCost const& cost) {
  return to_text(cost.assumption) + (cost.averaged_with ? ", averaged with " + to_text(*cost.averaged_with) : "");
}

std::string explain(Weighed const& best, int n_candidates, int limit, std::string const& why_limit) {
  std::string const buffers = best.candidate.buffering == Buffering::none ? ""
                              : best.candidate.buffering == Buffering::registers
                                  ? ", values along z in registers"
                                  : ", values in a shared tile and registers";
  base::Index3 const& tile = best.candidate.plan.tile;
  return fmt::format(
      "lowest cost {:.4f} of {} blocks of up to {} threads ({}): {:.4f} lines per point, {} (lines in use: "
      "of all arrays {}, A {}, B {}; the cache has {} for a block){}",
      best.clocks, n_candidates, limit, why_limit, best.cost.requested / static_cast<double>(points_of(tile)),
      assumption_text(best.cost), best.cost.footprint_iterations, best.cost.footprint_all, best.cost.footprint_one,
      best.capacity, buffers);
}

Weighed weigh(ir::Graph const& graph, Reads const& reads, Problem const& problem, device::BlockLimits const& limits,
              BlockCandidate const& candidate) {
  int const element = element_bytes(graph);
  base::Index3 const& block = candidate.plan.block;
  auto const& low = problem.box.lower;
  Tile const swept{{low, {low[0] + block[0], low[1] + block[1], low[2] + block[2]}}, candidate.iterations};
  Weighed weighed{.candidate = candidate, .cost = {}};
  weighed.capacity = lines_for_a_block(limits, points_of(block), candidate.tile_bytes);
  weighed.cost = cost_of(candidate, {problem.allocated, element, limits.line_bytes, 0}, swept, reads,
                         {weighed.capacity, problem.formula});
  base::Index3 const extent = extent_of(problem.box);
  double const waste = load_imbalance(extent, candidate.plan.tile, limits.n_units) *
                       warp_waste(points_of(block), std::max(1, limits.warp)) *
                       (candidate.buffering == Buffering::none ? 1 : buffering_overhead);
  weighed.lines = weighed.cost.sigma * waste;
  double const far = weighed.lines * limits.line_bytes / far_bytes_per_clock,
               near = near_accesses(graph, reads.offsets, candidate) * element / near_bytes_per_clock * waste;
  weighed.clocks = std::max(far, near);
  return weighed;
}

/// Whether a candidate is allowed for a fat kernel. A fat kernel has no registers left for buffers. NVIDIA's compiler
/// uses more stack for blocks of one row (docs/decisions/0009-shared-memory-and-registers.md).
bool suits_fat_kernel(BlockCandidate const& candidate, base::Index3 const& extent) {
  base::Index3 const& block = candidate.plan.block;
  bool const has_rows = block[1] > 1 || extent[1] < 2;
  return candidate.buffering == Buffering::none && has_rows;
}

/// Limits the number of resident blocks so that their stacks fit in the cache of a multiprocessor.
void limit_resident_blocks(plan::KernelPlan& kernel, Registers const& registers, device::BlockLimits const& limits,
                           std::string& reason) {
  if (registers.stack_bytes == 0) return;
  auto const stacks = static_cast<double>(points_of(kernel.block)) * static_cast<double>(registers.stack_bytes);
  auto const in_cache = static_cast<int>(static_cast<double>(limits.cache_bytes) / stacks);
  int const by_registers = registers.max_threads / static_cast<int>(points_of(kernel.block));
  if (in_cache >= std::min(by_registers, plan::max_resident)) return;
  kernel.resident = std::max(1, in_cache);
  reason += fmt::format("; {} resident, because a block's stacks need {:.0f} of {:.0f} kB of cache", kernel.resident,
                        1e-3 * stacks, 1e-3 * static_cast<double>(limits.cache_bytes));
}

} // namespace

Choice choose_block_plan(ir::Graph const& graph, Problem const& problem, BlockMachine const& machine,
                         Registers const& registers) {
  device::BlockLimits const& limits = machine.limits;
  int limit = std::min(limits.max_threads, plan::max_threads); // PoCL would accept more threads
  std::string why = "the device's limit";
  if (registers.max_threads > 0 && registers.max_threads < limit) {
    limit = registers.max_threads;
    why = "its registers allow no more";
  }
  if (registers.is_fat && limit > threads_of_a_fat_block) {
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

  auto const candidates = block_candidates(graph, problem, machine, limit);
  Reads const reads = reads_of(graph);
  base::Index3 const extent = extent_of(problem.box);
  Weighed best;
  for (BlockCandidate const& candidate : candidates) {
    if (registers.is_fat && !suits_fat_kernel(candidate, extent)) continue;
    Weighed const weighed = weigh(graph, reads, problem, limits, candidate);
    if (choice.n_candidates++ == 0 || weighed.is_better_than(best)) best = weighed;
  }
  kernel = best.candidate.plan;
  choice.reason = explain(best, choice.n_candidates, limit, why);
  if (registers.is_fat) limit_resident_blocks(kernel, registers, limits, choice.reason);
  return choice;
}

BlockCost cost_of_block(ir::Graph const& graph, Problem const& problem, device::BlockLimits const& limits,
                        plan::KernelPlan const& kernel) {
  BlockCandidate const candidate{.plan = kernel, .iterations = kernel.tile[2] / kernel.block[2]};
  Weighed const weighed = weigh(graph, reads_of(graph), problem, limits, candidate);
  return {weighed.lines, weighed.clocks};
}

std::string excess(base::Index3 const& block, device::BlockLimits const& limits) {
  long n_threads = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    n_threads *= block[axis];
    if (limits.max_per_axis[axis] > 0 && block[axis] > limits.max_per_axis[axis])
      return fmt::format("has {} threads along {}; the device allows {}", block[axis], "xyz"[axis],
                         limits.max_per_axis[axis]);
  }
  if (limits.max_threads > 0 && n_threads > limits.max_threads)
    return fmt::format("has {} threads; the device allows {}", n_threads, limits.max_threads);
  return "";
}

std::string excess(ir::Graph const& graph, plan::KernelPlan const& kernel, base::Index3 const& allocated,
                   device::BlockLimits const& limits) {
  std::string const of_block = excess(kernel.block, limits);
  if (!of_block.empty() || kernel.in_tile.empty()) return of_block;
  std::size_t const bytes = ir::tile_bytes(plan::lower(graph, kernel, {allocated}));
  if (bytes <= limits.local_bytes) return "";
  return fmt::format("needs {} bytes for its tile; the device has {}", bytes, limits.local_bytes);
}

} // namespace chemora::tiling
