// Normal form of sums and products: like terms are collected, and values that differ only in the order of terms or
// factors are computed once.
//
//     (a + b) - b - a             -> 0
//     u + u + u - 3 * u           -> 0
//     2 * a + b - a               -> a + b
//     (w + 1/3) + 1/6             -> w + 1/2       (an immediate is the fraction that it was rounded from)
//     (2 * x) * (3 * y)           -> 6 * (x * y)
//     (A * x) * B                 -> (A * B) * x   (A, B do not vary over the grid)
//     x * y * x * y               -> square (x * y)
//     (a + b) + c, (c + b) + a    -> one value
//
// A sum is a list of products with rational coefficients, a product a list of factors with integer powers. Sums within
// sums and products within products are opened, also if other values use them; products are not distributed over sums,
// except for a rational factor. The pass rewrites a value only where this saves operations, counted with everything
// that other values still need. Every other value keeps its operations and their order. The terms of a rewritten sum
// are added in the order of the graph's operands, those that do not vary over the grid last.
//
// Every rule computes the same real number. Like the rules of canonicalise, the pass changes rounding and may hide an
// infinity or a NaN, so edlc runs it once.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::passes {

ir::Graph collect_terms(ir::Graph const& graph);

} // namespace chemora::passes
