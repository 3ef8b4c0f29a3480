// Shifts move to the loads, where they cost nothing: a neighbour's address.
//
//     %2 = multiply %0 %1              %2 = shift %0 [1,0,0]
//     %3 = shift %2 [1,0,0]       ->   %3 = shift %1 [1,0,0]
//                                      %4 = multiply %2 %3
//
// Exact: the same operations on the same numbers, done again for every displacement. Shifts of shifts are added up,
// shifts by nothing vanish; a shifted index is index + offset, a shifted coordinate origin + (index + offset) *
// spacing. Afterwards every shift is by a vector other than zero and its operand is a load.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::passes {

ir::Graph push_shifts_to_loads(ir::Graph const& graph);

} // namespace chemora::passes
