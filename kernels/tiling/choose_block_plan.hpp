/// The planner for devices that run blocks of threads. It chooses the block shape with the lowest estimated cost.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <functional>
#include <optional>
#include <string>

namespace chemora::tiling {

/// The properties of a device on which its planner depends.
struct BlockMachine {
  std::string device; ///< the device kind, as in the text form of plans
  device::BlockLimits limits{};
  /// Returns the registers and the stack that the compiler uses for a kernel (jit::trial_facts). An empty function or
  /// an empty result means that the values are unknown.
  std::function<std::optional<device::KernelFacts>(ir::Graph const&, plan::KernelPlan const&)> trial{};
};

/// The register requirements of a kernel before its block is chosen.
struct Registers {
  bool is_fat = false;         ///< a thread has too few registers for all live values
  int max_threads = 0;         ///< maximum number of threads per block; 0: unknown
  std::size_t stack_bytes = 0; ///< stack size per thread; 0: no stack, or unknown
};

/// Small blocks give each thread of a fat kernel the largest number of registers (Chemora paper, section on fat
/// kernels).
constexpr int threads_of_a_fat_block = 128;

/// Bandwidth of one multiprocessor in bytes per clock: near memory is the first-level cache or shared memory. The
/// bandwidth of main memory is that of an H200 (4.8 TB/s for 132 multiprocessors at 1.98 GHz), rounded down.
constexpr double near_bytes_per_clock = 128;
constexpr double far_bytes_per_clock = 16;

/// Chooses the fastest of block_candidates(). The estimated time per point is the maximum of two times: a
/// multiprocessor requests cache lines from main memory, or it reads near memory. Candidates with equal times are
/// ordered by the number of requested lines. Idle multiprocessors and unused threads of partial warps cost as much as
/// busy ones. The resident blocks of a multiprocessor share its cache.
///
/// Blocks of a fat kernel have at most 128 threads, several rows, and no buffers. If the stack size of a thread is
/// known, the planner limits the resident blocks per multiprocessor (`resident`) so that their stacks fit in the cache.
/// The limit is at least one block.
Choice choose_block_plan(ir::Graph const& graph, Problem const& problem, BlockMachine const& machine,
                         Registers const& registers);

struct BlockCost {
  double lines = 0; ///< cache lines requested from main memory per point, times the penalty for small blocks in `sigma`
  double clocks = 0; ///< clocks of a multiprocessor per point; the planner minimises this value
};

/// Estimates the cost of a block that moves along z and has no buffers.
BlockCost cost_of_block(ir::Graph const& graph, Problem const& problem, device::BlockLimits const& limits,
                        plan::KernelPlan const& kernel);

/// Returns why a device cannot run a block of this shape, as the predicate of a sentence; empty if the device can run
/// it.
std::string excess(base::Index3 const& block, device::BlockLimits const& limits);

/// Returns why a device cannot run a kernel with this plan, because of the block or the size of the tile in shared
/// memory; empty if the device can run it.
std::string excess(ir::Graph const& graph, plan::KernelPlan const& kernel, base::Index3 const& allocated,
                   device::BlockLimits const& limits);

} // namespace chemora::tiling
