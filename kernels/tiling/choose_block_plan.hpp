/// The planner of devices that run blocks of threads: it chooses the block with the lowest estimated cost.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <functional>
#include <optional>
#include <string>

namespace chemora::tiling {

/// The properties of a device on which its planner depends.
struct BlockMachine {
  std::string device; ///< the device kind, as plans name it
  device::BlockLimits limits{};
  /// The registers and stack that the compiler uses for a kernel (jit::trial_facts). An empty function or result means
  /// that they are unknown.
  std::function<std::optional<device::KernelFacts>(ir::Graph const&, plan::KernelPlan const&)> trial{};
};

/// The register requirements of a kernel before its block is chosen.
struct Registers {
  bool is_fat = false;         ///< a thread has too few registers for all live values
  int max_threads = 0;         ///< of a block; 0: unknown
  std::size_t stack_bytes = 0; ///< of a thread; 0: none, or unknown
};

/// Small blocks give each thread of a fat kernel the largest number of registers (Chemora paper, section on fat
/// kernels).
constexpr int threads_of_a_fat_block = 128;

/// Bytes per clock of one multiprocessor: from first-level cache or shared memory, and from main memory. The second
/// value is that of an H200 (4.8 TB/s for 132 multiprocessors at 1.98 GHz), rounded down.
constexpr double near_bytes_per_clock = 128;
constexpr double far_bytes_per_clock = 16;

/// Chooses among block_candidates() by the time that a multiprocessor needs per point: either to request cache lines
/// from main memory or to read near memory, whichever is longer. Candidates with equal times are ordered by their
/// lines. Multiprocessors that wait for the last one and threads of partial warps cost as much as those that work. The
/// blocks that a multiprocessor holds at a time share its cache.
///
/// Blocks of a fat kernel have at most 128 threads, several rows, and no buffers. If the stack of a thread is known,
/// the number of blocks per multiprocessor is limited (`resident`) so that their stacks fit its cache, but it is at
/// least one.
Choice choose_block_plan(ir::Graph const& graph, Problem const& problem, BlockMachine const& machine,
                         Registers const& registers);

struct BlockCost {
  double lines = 0;  ///< requested from main memory per point, with the formula's penalty for small blocks
  double clocks = 0; ///< of a multiprocessor per point, by which blocks are chosen
};

/// The cost of a block that moves along z and has no buffers.
BlockCost cost_of_block(ir::Graph const& graph, Problem const& problem, device::BlockLimits const& limits,
                        plan::KernelPlan const& kernel);

/// Why a device cannot run a block of this shape, as the predicate of a sentence; empty if it can.
std::string excess(base::Index3 const& block, device::BlockLimits const& limits);

/// Why a device cannot run a kernel with this plan, because of its block or the size of its shared tile; empty if it
/// can.
std::string excess(ir::Graph const& graph, plan::KernelPlan const& kernel, base::Index3 const& allocated,
                   device::BlockLimits const& limits);

} // namespace chemora::tiling
