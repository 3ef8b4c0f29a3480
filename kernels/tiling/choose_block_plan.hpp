// The planner of devices that run blocks of threads: the block with the lowest estimated cost.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <functional>
#include <string>

namespace chemora::tiling {

/// A device as its planner sees it.
struct BlockMachine {
  std::string device; ///< kind: what plans name
  device::BlockLimits limits{};
  /// The largest block that a kernel's registers allow, found by compiling it (Chemora paper, section on dynamic
  /// compilation). Empty: nobody can tell, and only the limits count.
  std::function<int(ir::Graph const&)> most_threads{};
};

/// A fat kernel has no registers for more threads: small blocks leave each of them as many as there are.
constexpr int threads_of_a_fat_block = 128;

/// Weighs block_candidates(): the lines requested from main memory, or what is read from near memory, whichever takes a
/// unit longer; among equals the fewest lines. Units that wait for the last one and threads of warps that are not full
/// cost as those that work. The cache is shared by the blocks that a unit holds at a time.
Choice choose_block_plan(ir::Graph const& graph, Problem const& problem, BlockMachine const& machine, bool is_fat);

struct BlockCost {
  double lines = 0;  ///< of a point from main memory, small blocks punished as the formula says
  double clocks = 0; ///< of a unit for a point, by which blocks are chosen: those lines', or what is read nearby
};

/// Of a block that walks along z and keeps nothing but what caches do.
BlockCost cost_of_block(ir::Graph const& graph, Problem const& problem, device::BlockLimits const& limits,
                        plan::KernelPlan const& kernel);

/// Why a device cannot run a block of this shape: a sentence without its end, or nothing when it can.
std::string excess(base::Index3 const& block, device::BlockLimits const& limits);

/// The same for all that the plan of a kernel says: its block, and what it keeps in its tile.
std::string excess(ir::Graph const& graph, plan::KernelPlan const& kernel, base::Index3 const& allocated,
                   device::BlockLimits const& limits);

} // namespace chemora::tiling
