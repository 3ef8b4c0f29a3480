/// Values that a kernel of the host buffers in its tile, because several points of the stencil need them.
///
/// Examples are the first derivatives in mixed second derivatives, and the fluxes through the two faces of a cell.
/// Without a buffer, the kernel computes such a value again for each point that needs it.
#pragma once

#include "codegen/plan/plan.hpp"

#include <optional>

namespace chemora::tiling {

/// Returns the number of statements per point of a kernel on the host. Statements that fill buffers also count at the
/// points of the halo. `allocated` is the extent of the arrays.
double statements_per_point(ir::Graph const& graph, plan::KernelPlan const& kernel, base::Index3 const& allocated);

/// Returns the plan of a kernel on the host with buffers for the values that several points need. The function compares
/// buffers of values that are displaced along x, along x and y, and along all axes, and returns the plan with the
/// fewest statements per point. Returns nothing if no value is worth a buffer, if the buffers exceed the memory of a
/// tile, or if the plan excludes buffers (`unroll` along y or z, `stream x`).
std::optional<plan::KernelPlan> with_values_in_tile(ir::Graph const& graph, plan::KernelPlan const& kernel,
                                                    base::Index3 const& allocated);

} // namespace chemora::tiling
