// Fuses two calculations on the same points, for example a right-hand side and the update of a time integrator.
//
//     %1 = load u                 %1 = load u
//     ...                         %2 = load urhs        ->    %1 = load u
//     store urhs %7 interior      ...                         ...
//                                 %9 = fma %8 %2 %1           %9 = fma %8 %7 %1
//                                 store u_new %9 interior     store urhs %7 interior
//                                                             store u_new %9 interior
//
// Exact. The operations are those of the two graphs: no multiply-add is formed across them.
#pragma once

#include "codegen/ir/graph.hpp"

#include <functional>
#include <set>
#include <string>

namespace chemora::passes {

/// Returns one graph named `name` with the results of `first` followed by `second`. The guards of both must hold.
/// Where `second` loads a variable that `first` stores, it uses the stored value. Each array is loaded and stored once.
/// Outputs of `first` are not stored if they are in `unneeded` or if `second` stores them too. All shifts must be
/// shifts of loads (push_shifts_to_loads).
///
/// Throws base::UserError with all reasons why the graphs cannot be fused:
/// - they do not store one and the same region, or differ in dimension or element type,
/// - they declare one parameter with two types,
/// - `second` reads an output of `first` at displaced points, which another process or another region may own,
/// - `first` does not store an array in `unneeded`.
ir::Graph fuse_graphs(std::string const& name, ir::Graph const& first, ir::Graph const& second,
                      std::set<std::string> const& unneeded = {});

/// Renames the arrays that the graph loads and stores. If two arrays receive the same name, equal values are shared.
ir::Graph rename_arrays(ir::Graph const& graph, std::function<std::string(std::string const&)> const& name_of);

} // namespace chemora::passes
