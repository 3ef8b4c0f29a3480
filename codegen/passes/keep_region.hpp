// The part of a graph that writes one region: kernels are launched region by region.
//
//     store u %1 interior         ->   store u %1 interior
//     store u %2 boundary
//
// Exact. What only the other stores needed is removed.
#pragma once

#include "codegen/ir/graph.hpp"

#include <vector>

namespace chemora::passes {

ir::Graph keep_region(ir::Graph const& graph, ir::Region region);

/// The regions a graph writes, in the order interior, boundary, everywhere.
std::vector<ir::Region> regions(ir::Graph const& graph);

} // namespace chemora::passes
