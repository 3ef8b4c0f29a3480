// Operations that take much longer than what they are counted as.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::ir {

/// Those that vary over the grid. In Counts::flops each is one operation, as papers count.
struct SlowOperations {
  int divisions = 0;
  int square_roots = 0, cube_roots = 0;
  int functions = 0; ///< powers and transcendental functions
};

SlowOperations slow_operations(Graph const& graph);

} // namespace chemora::ir
