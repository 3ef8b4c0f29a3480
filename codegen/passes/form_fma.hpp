// Products that are only used in one sum become fused multiply-adds, which round once.
//
//     %2 = multiply %0 %1
//     %4 = add %2 %3              ->   %4 = fma %0 %1 %3
//
// x - y * z becomes fma(negate y, z, x), x * y - z becomes fma(x, y, negate z); an immediate factor takes the sign.
// When both operands are such products, the later one (greater number) is fused. A product that is the same at every
// point is left alone where the sum is not: it is computed outside the loops. Changes rounding (for the better), so it
// is done once, before any plan, and the graph says fma explicitly: nothing later contracts.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::passes {

ir::Graph form_fma(ir::Graph const& graph);

} // namespace chemora::passes
