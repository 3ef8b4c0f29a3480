// Equal operations on equal values become one value.
//
//     %1 = sin %0                      %1 = sin %0
//     %2 = sin %0                 ->   %2 = add %1 %1
//     %3 = add %1 %2
//
// Exact. Commutative operands are brought into canonical order (by number), so that a + b and b + a are equal.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::passes {

ir::Graph eliminate_common_subexpressions(ir::Graph const& graph);

} // namespace chemora::passes
