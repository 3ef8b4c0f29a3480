// Algebra that may change the last bits, or hide a NaN: part of what fixes the arithmetic, done once by edlc.
//
//     x + 0, 0 + x                -> x              (a negative zero may become positive)
//     0 - x, negate (x - y)       -> negate x, y - x  (the sign of a zero)
//     x * 0, 0 / x, x - x         -> 0              (infinities and NaNs are no longer seen)
//     c1 * (c2 * x)               -> (c1 c2) * x    (c1, c2 immediates)
//     x / c                       -> x * (1 / c)    (c the same at every point, x not: the reciprocal leaves the loop)
//     power x n                   -> x * x * ...    (whole n up to 16, by repeated squaring; 1 / ... for negative n)
//     power x (n + 1/2)           -> power x n * sqrt x
//
// Every rule computes the same real number, so results move by a few units in the last place of the value the rule
// is applied to. A zero coefficient removes its term even where the other factor is infinite: equations expanded from
// tensors are full of them, and a term that is not there cannot make the result NaN.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::passes {

ir::Graph canonicalise(ir::Graph const& graph);

} // namespace chemora::passes
