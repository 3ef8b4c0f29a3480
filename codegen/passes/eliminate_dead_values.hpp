// Values no store depends on are removed, and the rest renumbered without gaps.
//
//     %0 = load u                      %0 = load u
//     %1 = sqrt %0                ->   store v %0 interior
//     store v %0 interior
//
// Exact. Afterwards inputs and parameters are those the stores depend on.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::passes {

ir::Graph eliminate_dead_values(ir::Graph graph);

} // namespace chemora::passes
