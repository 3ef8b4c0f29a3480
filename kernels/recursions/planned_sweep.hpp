/// A sweep with its plan on a grid: the traversals of the points of a process, with their blocks and messages.
#pragma once

#include "codegen/wavefront/lower_sweep.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/recursions/sweep_distribution.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace chemora::recursions {

struct SweepOptions {
  /// Axes at whose ends the grid ends. Other axes are periodic or have a symmetry; along them, points must be
  /// independent.
  Axes has_ends{true, true, true};
  std::string plan{}; ///< text of a plan that replaces the choice; empty: choose
};

/// A traversal of the points of this process.
struct Traversal {
  std::size_t pass = 0;
  wavefront::SweepPass directions{};                   ///< of a fused kernel: without directions
  std::array<int, 3> from{-1, -1, -1}, to{-1, -1, -1}; ///< processes before and after this one along each axis
  int block_axis = 2;
  std::vector<base::Box> blocks{};     ///< in the order of their computation
  std::vector<std::string> passed{};   ///< arrays of which values are sent from block to block
  std::vector<std::string> finished{}; ///< arrays that are exchanged after the traversal
};

/// A sweep with what follows from the grid and the plan.
struct PlannedSweep {
  recursion::Sweep const& sweep;
  wavefront::SweepPasses const& passes;
  Axes axes{}; ///< along which points read other points
  base::Box computed{};
  wavefront::SweepPlan plan{};
  std::string reason = "chosen for the machine"; ///< why this is the plan
  wavefront::Place main{};
  std::vector<Traversal> traversals{};
};

/// The sizes of a system on this grid: `points_x`, ...
std::map<std::string, long> sizes_of(launch::LocalGrid const& grid);

/// Throws base::UserError with the positions of sweeps that this grid does not allow.
void check_sweep(recursion::Sweep const& sweep, wavefront::SweepPasses const& passes, SweepDistribution const& grid,
                 SweepOptions const& options);

/// Plans a sweep. Collective. The arguments must outlive the result. Throws base::UserError for a wrong plan.
PlannedSweep plan_sweep(recursion::Sweep const& sweep, wavefront::SweepPasses const& passes,
                        SweepDistribution const& grid, device::Properties const& device, SweepOptions const& options);

/// Returns the operations of a traversal at a point, and the words that it reads and writes if each array is counted
/// once.
monitor::KernelRecord work_of(PlannedSweep const& planned, Traversal const& traversal);

/// Returns the directions of a pass in words: `along +x -y`.
std::string direction_text(wavefront::SweepPass const& pass);

/// Returns the plan of a sweep on this device. It is equal on all processes with such devices and equal local grids.
wavefront::SweepPlan choose_sweep_plan(wavefront::SweepPasses const& passes, SweepDistribution const& grid,
                                       device::Properties const& device);

/// Returns the points along `axis` that are sent to the next process, or received from the process before, for a block.
/// Along other axes, the box contains the preceding points that the block reads.
base::Box passed_box(PlannedSweep const& planned, Traversal const& traversal, base::Box const& block, int axis,
                     bool is_sent, SweepDistribution const& grid);

} // namespace chemora::recursions
