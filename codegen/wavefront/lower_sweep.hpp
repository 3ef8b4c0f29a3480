/// Loop kernels of sweeps over the grid. A kernel computes the points of a box of the local grid.
///
/// **Host.** Points of a row of x are lanes of a vector if they are independent. Otherwise, lanes are neighbouring
/// rows. If rows depend on each other, the lanes are a wavefront: lane l computes z - l while lane 0 computes z. If z
/// has no direction, lane l computes x - l. Values of the preceding diagonal of rows are in buffers (lane_buffers.hpp).
/// Tiles of rows are divided among threads: all tiles if they are independent, otherwise the tiles of one diagonal per
/// launch.
/// **Devices.** A thread computes a line along the axes with a direction if there is an axis without one. Otherwise,
/// each launch computes one plane `x + y + z = constant`, with a point per thread.
///
/// Every kernel computes the same operations at each point, so that all of them give the same bits.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/wavefront/sweep_places.hpp"
#include "codegen/wavefront/sweep_plan.hpp"

namespace chemora::wavefront {

/// What a kernel of a sweep is compiled for.
struct SweepSpace {
  base::Index3 max_points{1, 1, 1};    ///< largest extents of the boxes of launches, for tables of fused kernels
  std::map<std::string, long> sizes{}; ///< values of all sizes of the system
  Place place{};                       ///< segments in which all points of every box are
};

/// Returns the reason why no single kernel can compute all passes, or nothing if one can. Such a kernel has the tables
/// that are not stored in the memory of its tiles. The boxes of its launches have all points of the axes that have a
/// direction in a pass.
std::optional<std::string> why_not_fused(SweepPasses const& passes);

/// A kernel whose int32 parameters are
///
///     first_x, last_x, ...   the box of the launch in local indices, included
///     lower_x, ...           global index of the local point 0
///     allocated_x, ...       extents of the arrays in memory
///     front                  number of the diagonal of tiles, or of the plane
///
/// and whose other parameters are the scalars of the system and the values of functions that depend on no axis
/// (`constant_NAME`). Its arguments are grid functions by local name, copies of grid functions (`old_NAME`), tables,
/// and the values of functions of one axis by name (axis_functions.hpp).
struct SweepKernel {
  loops::LoopKernel kernel{};
  std::vector<std::string> copies{}; ///< arguments that are copies of grid functions, by name of the grid function
  std::vector<std::string> tables{}; ///< arguments that are tables, for which the caller provides memory
};

/// Returns the kernel of a pass, or of all passes if the plan is fused.
SweepKernel lower_sweep(recursion::Sweep const& sweep, SweepPasses const& passes, std::size_t pass,
                        SweepPlan const& plan, SweepSpace const& space);

/// Returns the number of launches that compute a box with these extents one after another, with front = 0, 1, ...
int n_fronts(SweepPasses const& passes, std::size_t pass, SweepPlan const& plan, base::Index3 const& extents);

} // namespace chemora::wavefront
