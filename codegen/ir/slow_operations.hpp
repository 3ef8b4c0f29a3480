// Operations that take much longer than what they are counted as.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::ir {

/// Those that vary over the grid. In Counts::flops each is one operation, as papers count.
struct SlowOperations {
  int divisions = 0; ///< and square roots
  int functions = 0; ///< cube roots, powers and transcendental functions
};

SlowOperations slow_operations(Graph const& graph);

} // namespace chemora::ir
