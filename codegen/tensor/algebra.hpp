// Simplifications that the equations' author would make by hand. They may change rounding, so they happen here,
// before a graph fixes the bits, and nowhere after.
#pragma once

#include "codegen/tensor/expression.hpp"

namespace chemora::tensor {

/// Before: `0 * x + 1 * y - (-z)`. After: `y + z`.
/// Numbers are folded exactly while they are fractions; terms with factor 0 and factors 1 vanish, as do `x - x` and
/// both x of `x + y - x`; signs move out of products; whole powers of numbers are folded, others stay one node, so that
/// an expression does not grow by its own copies (passes/canonicalise multiplies them out); `x ** 1/2` becomes a root;
/// a division by a number whose inverse is an exact double becomes a product; comparisons and conditions of numbers are
/// decided. Nothing is reassociated or distributed.
Expression simplify_apply(Expression expression);

Expression add(Expression a, Expression b);
Expression multiply(Expression a, Expression b);

inline bool is_number(Expression const& expression) { return expression.kind == Kind::number; }
inline bool is_zero(Expression const& expression) {
  return is_number(expression) && expression.type == ValueType::real && expression.number.is(0);
}

} // namespace chemora::tensor
