/// Expressions of declared names. The operands are tensors with indices, or components after the expansion.
#pragma once

#include "framework/base/number.hpp"
#include "framework/base/source_text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

using base::fraction;
using base::integer;
using base::Number;
using base::parse_number;
using base::real;

enum class ValueType { real, integer, boolean, keyword };

std::string to_text(ValueType type);

/// An abstract index (`name`, value 0) or a component (value 1, 2 or 3). The direction of a face and the components to
/// which a function is applied are fixed indices: these may occur any number of times and are never summed.
struct Index {
  std::string name;
  int value = 0;
  bool is_upper = false;
  bool is_fixed = false;

  bool is_abstract() const { return value == 0; }
  bool operator==(Index const&) const = default;
};

enum class Kind {
  number,     ///< `number`
  parameter,  ///< `name`
  keyword,    ///< one value of a keyword parameter: the position of the value in `number`, the parameter in `name`
  coordinate, ///< `axis` 0, 1, 2
  spacing,    ///< grid spacing along `axis`
  time,
  time_step,
  scalar,     ///< the result of a reduction over the grid, `name`
  variable,   ///< `name` with `indices`; after expansion a component's name
  temporary,  ///< a named value at the point without storage in the grid; otherwise like a variable
  delta,      ///< the unit tensor (also Euc), two indices
  epsilon,    ///< the Levi-Civita symbol with three indices, epsilon_123 = 1
  normal,     ///< outward unit normal of the outer boundary, one index; 0 inside
  derivative, ///< derivative of the operand by the operator `name` along `indices`
  shifted,    ///< operand at `number` points along `indices` (after expansion `axis`); `name` is "cell" or "face"
  apply,      ///< result of the operator or function `name` for the operands
};

/// Functions and operators have their names in EDL: + - * / ** neg == != < <= > >= and or not if sin ...
struct Expression {
  Kind kind = Kind::number;
  ValueType type = ValueType::real;
  Number number;
  std::string name;
  int axis = 0;
  std::vector<Index> indices;
  std::vector<std::string> summed; ///< abstract indices repeated within this node: summed over 1, 2, 3 here
  std::vector<Expression> operands;
  base::SourcePosition where;

  /// Compares everything except positions.
  bool operator==(Expression const& other) const {
    return kind == other.kind && type == other.type && number == other.number && name == other.name &&
           axis == other.axis && indices == other.indices && summed == other.summed && operands == other.operands;
  }
};

Expression make_number(Number const& number);
Expression make_apply(std::string name, std::vector<Expression> operands, ValueType type = ValueType::real);

std::string to_text(std::vector<Index> const& indices);
/// Returns the expression with all brackets, for dumps: `(1/2 * ((rho ** 2) + sum i: ...))`.
std::string to_text(Expression const& expression);

/// Returns the expression as a user would write it, for messages: `1/2*(rho**2 - x)`.
std::string as_written(Expression const& expression);

/// The name as the user wrote it. The compiler names the local `s` of the third call of a function `f'3's`.
std::string written_name(std::string const& name);

/// The number of points by which a shifted value is displaced.
int displacement(Expression const& shifted);

// Arithmetic on expressions and numbers. Simplifications may change rounding. Such simplifications must happen before a
// graph is built, because the graph determines the order of operations and of their rounding.

/// Before: `0 * x + 1 * y - (-z)`. After: `y + z`.
/// - Operations on fractions are evaluated exactly.
/// - Terms with factor 0, factors 1, `x - x` and both x of `x + y - x` vanish; signs move out of products.
/// - Small integer powers of numbers are folded. Other integer powers remain one node, because products would copy the
///   base; passes/canonicalise expands them. `x ** 1/2` becomes a square root.
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

/// The value of an operator (`+ - * / **`, `neg`) or function (`sin`, `max`) of EDL for these operands. The function
/// returns nothing for any other name and for a wrong number of operands. Infinities and NaNs are returned as they are.
std::optional<double> arithmetic(std::string const& name, std::vector<double> const& values);

/// Evaluates arithmetic as above, and also comparisons and logical operators, which return 0 or 1.
std::optional<double> evaluate(std::string const& name, std::vector<double> values);

/// The value of an expression that consists of numbers, operators and functions. Returns nothing for other expressions.
std::optional<double> constant_value(Expression const& expression);

} // namespace chemora::tensor
