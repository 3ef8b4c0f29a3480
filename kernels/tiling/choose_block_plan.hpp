// The planner of devices that run blocks of threads: the block with the lowest estimated cost.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <functional>
#include <optional>
#include <string>

namespace chemora::tiling {

/// A device as its planner sees it.
struct BlockMachine {
  std::string device; ///< kind: what plans name
  device::BlockLimits limits{};
  /// What the compiler takes for a kernel (jit::trial_facts). Empty function, or empty result: not known.
  std::function<std::optional<device::KernelFacts>(ir::Graph const&, plan::KernelPlan const&)> trial{};
};

/// What is known of a kernel's registers before its block is chosen.
struct Registers {
  bool is_fat = false;         ///< a thread has too few of them for all values
  int max_threads = 0;         ///< of a block; 0: unknown
  std::size_t stack_bytes = 0; ///< of a thread; 0: none, or unknown
};

/// Small blocks leave each thread of a fat kernel as many registers as there are (Chemora paper, section on fat
/// kernels).
constexpr int threads_of_a_fat_block = 128;

/// Bytes per clock of one multiprocessor: from first-level cache or shared memory, and from main memory. The second one
/// is that of an H200 (4.8 TB/s for 132 multiprocessors at 1.98 GHz), rounded down.
constexpr double near_bytes_per_clock = 128;
constexpr double far_bytes_per_clock = 16;

/// Weighs block_candidates(): the lines requested from main memory, or what is read from near memory, whichever takes a
/// unit longer; among equals the fewest lines. Units that wait for the last one and threads of warps that are not full
/// cost as those that work. The cache is shared by the blocks that a unit holds at a time.
///
/// Blocks of a fat kernel have at most 128 threads, several rows, and keep nothing in registers or tiles. If its stack
/// is known, no more of them run at a time on a unit than have their stacks in its cache, but always one (`resident`).
Choice choose_block_plan(ir::Graph const& graph, Problem const& problem, BlockMachine const& machine,
                         Registers const& registers);

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
