// Algebra that keeps every bit.
//
//     x * 1, x / 1, x - 0, x + -0 -> x         x * -1, x / -1      -> negate x
//     x / 4                       -> x * 0.25  (reciprocals that are powers of two and normal numbers)
//     x - (negate y)              -> x + y     x + (negate y)      -> x - y
//     (negate x) * y              -> negate (x * y), and so for division and fused multiply-add
//     negate negate x             -> x         absolute negate x   -> absolute x
//     fma(x, 1, y)                -> x + y     fma(x, -1, y)       -> y - x
//     minimum x x, select c x x   -> x         select (not c) x y  -> select c y x
//
// Exact for every operand, signed zeros and infinities included; a NaN stays a NaN, its sign and payload are nobody's
// promise. Integers also lose x * 0, x + 0 and x - x. Operations on immediates are done as fold_constants does them.
// Afterwards no negation is an operand of a product or quotient.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::passes {

ir::Graph simplify_exactly(ir::Graph const& graph);

} // namespace chemora::passes
