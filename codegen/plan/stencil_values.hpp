// Which values of a graph are stencils, and how many operations a right-hand side has for each purpose. A kernel
// computes everything together, so that counts, not times, separate the purposes.
#pragma once

#include "codegen/ir/graph.hpp"

#include <vector>

namespace chemora::plan {

/// The values that represent derivatives: the largest sums of terms such that each term reads one displaced point, as
/// in
/// `(u[x+1] - u[x-1]) * (0.5 / dx)`. Factors do not vary over the grid.
std::vector<ir::ValueId> stencil_values(ir::Graph const& graph);

/// Floating-point operations per point as in ir::count. All others evaluate the terms of the equations.
struct OperationsByPurpose {
  int derivatives = 0; ///< in stencils (stencil_values), dissipation included
  int advection = 0;   ///< only in upwind stencils, and their products with a velocity or its magnitude
};

/// An upwind derivative is `v odd(u) + |v| even(u)` with two stencils. A stencil belongs to advection if it is
/// multiplied by a varying value whose magnitude the graph computes, or by that magnitude. Operations that it shares
/// with another stencil count as derivatives.
OperationsByPurpose operations_by_purpose(ir::Graph const& graph);

} // namespace chemora::plan
