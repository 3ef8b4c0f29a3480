// Planners that part the work of one graph among several kernels: smaller ones compile faster, need fewer registers and
// read fewer arrays at a time; values that several need are kept on the grid or computed again.
#pragma once

#include "codegen/plan/plan.hpp"

#include <limits>

namespace chemora::plan {

/// What a kernel may have at most; a single output that needs more is a kernel of its own all the same.
struct KernelLimits {
  int operations = std::numeric_limits<int>::max(); ///< values that differ from point to point, loads included
  int arrays = std::numeric_limits<int>::max();     ///< read or written
};

/// Values that differ from point to point, loads included.
int n_operations(ir::Graph const& graph);

/// Groups of outputs, those together that have most in common. A value that several groups need is kept on the grid
/// where computing it takes more than some dozen operations, else computed by each. The mapping of every kernel is that
/// of the only kernel of `one`; with everything within the limits the result is `one`.
Plan fission_by_output_group(ir::Graph const& graph, Plan const& one, KernelLimits const& limits);

/// The values that stand for derivatives: sums, with factors that are the same at every point, of terms each of which
/// is read at one point around (`(u[x+1] - u[x-1]) * (0.5 / dx)`), as large as they get.
std::vector<ir::ValueId> stencil_values(ir::Graph const& graph);

/// First kernels that compute all stencils, and with them the outputs that are nothing else; then kernels that read
/// only points themselves. Each stage in groups as above. A graph without stencils, or with nothing else, is only
/// parted where it is beyond the limits.
Plan fission_of_derivatives(ir::Graph const& graph, Plan const& one, KernelLimits const& limits);

} // namespace chemora::plan
