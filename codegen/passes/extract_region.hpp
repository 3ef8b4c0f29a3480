// Extracts the part of a graph that stores one region: kernels are launched region by region.
//
//     store u %1 interior         ->   store u %1 interior
//     store u %2 boundary
//
// Exact. Values that only the removed stores need are removed too.
#pragma once

#include "codegen/ir/graph.hpp"

#include <vector>

namespace chemora::passes {

ir::Graph extract_region(ir::Graph const& graph, ir::Region region);

/// The regions that the graph stores, in the order interior, boundary, everywhere.
std::vector<ir::Region> stored_regions(ir::Graph const& graph);

} // namespace chemora::passes
