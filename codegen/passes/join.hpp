// Two calculations on the same points, one after the other, as one: a right-hand side and the integrator's update.
//
//     %1 = load u                 %1 = load u
//     ...                         %2 = load urhs        ->    %1 = load u
//     store urhs %7 interior      ...                         ...
//                                 %9 = fma %8 %2 %1           %9 = fma %8 %7 %1
//                                 store u_new %9 interior     store urhs %7 interior
//                                                             store u_new %9 interior
//
// Exact: operations are those of the two graphs, so which of them are fused was decided before.
#pragma once

#include "codegen/ir/graph.hpp"

#include <set>
#include <string>

namespace chemora::passes {

/// One graph named `name` with the bits of `first` and then `second`, whose guards must both hold. What `second` reads
/// of variables that `first` stores it takes from there; each array is loaded and stored once. Outputs of `first` in
/// `unneeded`, which nobody reads afterwards, are not stored; nor are those that `second` stores anew.
///
/// Throws base::UserError naming all reasons against it: several regions or different ones, other dimensions or element
/// types, a parameter declared in two ways, results of `first` that `second` reads at other points (which lie beyond
/// the region, or on another process), and an unneeded output that `first` does not store. Shifts must stand on loads
/// (push_shifts_to_loads).
ir::Graph join(std::string const& name, ir::Graph const& first, ir::Graph const& second,
               std::set<std::string> const& unneeded = {});

} // namespace chemora::passes
