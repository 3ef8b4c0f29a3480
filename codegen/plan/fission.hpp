// Loop fission: planners that divide a graph among several kernels. Smaller kernels compile faster, need fewer
// registers and read fewer arrays at a time. Values that several kernels need are stored on the grid or recomputed.
#pragma once

#include "codegen/plan/plan.hpp"

#include <limits>

namespace chemora::plan {

/// Upper limits of a kernel. A single output that exceeds them is nevertheless one kernel.
struct KernelLimits {
  int operations = std::numeric_limits<int>::max(); ///< values that vary over the grid, loads included
  int arrays = std::numeric_limits<int>::max();     ///< read or written
};

/// The number of values that vary over the grid, loads included.
int n_operations(ir::Graph const& graph);

/// Divides the outputs into groups with as many common operations as possible. A value that several groups need is
/// stored on the grid if it takes more than some dozen operations, else recomputed. All kernels have the mapping of the
/// only kernel of `whole`. Returns `whole` if the graph is within the limits.
Plan fission_by_output_group(ir::Graph const& graph, Plan const& whole, KernelLimits const& limits);

/// Divides the graph into kernels that compute all stencils (stencil_values) and kernels that read only the point
/// itself, each in groups as above. A graph without stencils, or with stencils only, is divided only if it exceeds the
/// limits.
Plan fission_of_derivatives(ir::Graph const& graph, Plan const& whole, KernelLimits const& limits);

} // namespace chemora::plan
