// Algebra that may change the last bits, or hide a NaN: part of what fixes the arithmetic, done once by edlc.
//
//     x + 0, 0 + x                -> x              (a negative zero may become positive)
//     0 - x, negate (x - y)       -> negate x, y - x  (the sign of a zero)
//     x * 0, 0 / x, x - x         -> 0              (infinities and NaNs are no longer seen)
//     c1 * (c2 * x)               -> (c1 c2) * x    (c1, c2 immediates)
//     x / c                       -> x * (1 / c)    (c the same at every point, x not: the reciprocal leaves the loop)
//     power x n                   -> x * x * ...    (whole n up to 16, by repeated squaring; 1 / ... for negative n)
//     power x (n + 1/2)           -> power x n * sqrt x
//     power x (n + 1/3)           -> x < 0 ? NaN : power x n * cbrt x   (2/3: the square of cbrt x)
//     power x (n + 1/6)           -> power x n * sqrt (cbrt x)          (5/6: times the square of cbrt x)
//
// A power of a negative number with a fraction as exponent stays NaN, as C's pow says and as it is for an exponent that
// is known at run time only: who wants the real root writes cbrt(x). At -0 and -infinity roots are their own.
//
// Every rule computes the same real number, so results move by a few units in the last place of the value the rule
// is applied to. A zero coefficient removes its term even where the other factor is infinite: equations expanded from
// tensors are full of them, and a term that is not there cannot make the result NaN.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::passes {

ir::Graph canonicalise(ir::Graph const& graph);

} // namespace chemora::passes
