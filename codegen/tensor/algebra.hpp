// Arithmetic on expressions and numbers. Simplifications may change rounding: they happen here, before a graph fixes
// the bits, and never later.
#pragma once

#include "codegen/tensor/expression.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

/// Before: `0 * x + 1 * y - (-z)`. After: `y + z`.
/// - Numbers are folded exactly as long as they are fractions.
/// - Terms with factor 0, factors 1, `x - x` and both x of `x + y - x` vanish; signs move out of products.
/// - Small whole powers of numbers are folded. Other whole powers stay one node, so that an expression does not grow by
///   copies of itself (passes/canonicalise multiplies them out). `x ** 1/2` becomes a square root.
/// - A division by a number whose inverse is an exact double becomes a product.
/// - Comparisons and conditions of numbers are evaluated.
/// Nothing is reassociated or distributed.
Expression simplify_apply(Expression expression);

Expression add(Expression a, Expression b);
Expression multiply(Expression a, Expression b);

inline bool is_number(Expression const& expression) { return expression.kind == Kind::number; }
inline bool is_zero(Expression const& expression) {
  return is_number(expression) && expression.type == ValueType::real && expression.number.is(0);
}

/// The value of an operator (`+ - * / **`, `neg`) or function (`sin`, `max`) of EDL for these operands. It is empty for
/// any other name and for a wrong number of operands. Infinities and NaNs are returned as they are.
std::optional<double> arithmetic(std::string const& name, std::vector<double> const& values);

/// The same for comparisons and logic as well, which return 0 or 1.
std::optional<double> evaluate(std::string const& name, std::vector<double> values);

} // namespace chemora::tensor
