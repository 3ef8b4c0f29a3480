// The operations of a right-hand side by purpose. A kernel computes all of them together, so that counts, not
// clocks, separate them.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::plan {

/// Floating-point operations of a point, as ir::count has them. All others evaluate the terms of the equations.
struct OperationsByPurpose {
  int derivatives = 0; ///< in stencils (stencil_values), those of dissipation included
  int advection = 0;   ///< in upwind stencils alone, and their products with a velocity or its magnitude
};

/// An upwind derivative is `v odd(u) + |v| even(u)` with two stencils. A stencil is one of advection if it is
/// multiplied by a varying value whose magnitude the graph computes, or by that magnitude. What a stencil of advection
/// shares with another one counts as a derivative.
OperationsByPurpose operations_by_purpose(ir::Graph const& graph);

} // namespace chemora::plan
