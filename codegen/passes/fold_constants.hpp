// Operations on immediates are done now, exactly as the kernel would do them.
//
//     %0 = immediate real64 2
//     %1 = sqrt %0                ->   %0 = immediate real64 1.4142135623730951
//
// Exact: ir::evaluate does the operation, as in the interpreter. A select whose condition is known becomes the chosen
// alternative; a logical operation with one known operand becomes that operand or the other.
#pragma once

#include "codegen/ir/graph_builder.hpp"

namespace chemora::passes {

/// Adds what stands for one value, whose operands are in the graph.
ir::ValueId add_folded(ir::GraphBuilder& builder, ir::Value value);

ir::Graph fold_constants(ir::Graph const& graph);

} // namespace chemora::passes
