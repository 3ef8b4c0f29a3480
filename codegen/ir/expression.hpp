/// Expressions of loop kernels and loop trees: trees of typed operations on numbers, named values and array elements.
///
///     q[n, j, k] * u + select(x < 0.0, 0.0, sqrt(x))
///
/// Expressions are immutable and shared. Operations are those of operation.hpp, so that an expression has the same
/// value in the interpreter and on every device.
#pragma once

#include "codegen/ir/operation.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::ir {

/// The sum of integer multiples of named integers (loop variables and parameters) and a constant.
struct LinearExpression {
  std::map<std::string, long> factors{}; ///< no factor is 0
  long constant = 0;

  bool is_constant() const { return factors.empty(); }
  /// Returns the factor of `name`, 0 if it does not occur.
  long factor(std::string const& name) const;
  bool uses(std::string const& name) const { return factors.contains(name); }
  /// Returns the expression with `value` in place of `name`.
  LinearExpression with(std::string const& name, LinearExpression const& value) const;
  /// Returns the value for these values of all names. Throws base::InternalError for a missing name.
  long value(std::map<std::string, long> const& values) const;

  LinearExpression& operator+=(LinearExpression const& other);
  LinearExpression& operator-=(LinearExpression const& other);
  LinearExpression& operator*=(long factor);

  bool operator==(LinearExpression const&) const = default;
  auto operator<=>(LinearExpression const&) const = default;
};

LinearExpression linear(long constant);
LinearExpression linear(std::string const& name);
LinearExpression operator+(LinearExpression left, LinearExpression const& right);
LinearExpression operator-(LinearExpression left, LinearExpression const& right);
LinearExpression operator*(long factor, LinearExpression expression);

/// Returns a text such as `4*i_outer + i_inner - 1`.
std::string to_text(LinearExpression const& expression);

enum class ExpressionKind {
  number,    ///< the constant `number`
  name,      ///< value of a loop variable or of a parameter, by name
  element,   ///< element `name[operands]` of an array; a scalar has no operands
  rule,      ///< use of the substitution rule `name` with the arguments `operands`
  operation, ///< `op` of the operands
  /// `op` (add, multiply, minimum, maximum) of the operand over all values of the loop variables `loops`, in their
  /// lexicographic order, starting with the neutral element of the operation
  reduction
};

struct Expression;
using ExpressionPtr = std::shared_ptr<Expression const>;

struct Expression {
  ExpressionKind kind = ExpressionKind::number;
  Type type = Type::real64; ///< type of the value
  double number = 0;        ///< value of a constant; integers, boolean (0 or 1) and real32 are represented exactly
  std::string name{};       ///< name of a value, array or rule
  Op op = Op::add;          ///< operation of operation.hpp; not a leaf and not a shift
  std::vector<ExpressionPtr> operands{};
  std::vector<std::string> loops{}; ///< loop variables of a reduction
};

ExpressionPtr make_number(Type type, double number);
ExpressionPtr make_integer(long number);
/// A loop variable or parameter.
ExpressionPtr make_name(Type type, std::string const& name);
ExpressionPtr make_element(Type type, std::string const& array, std::vector<ExpressionPtr> subscripts);
ExpressionPtr make_rule(Type type, std::string const& rule, std::vector<ExpressionPtr> arguments);
/// Determines the type of the result. The operands of arithmetic must have one type; `convert` needs make_conversion.
ExpressionPtr make_operation(Op op, std::vector<ExpressionPtr> operands);

/// Returns whether the expression is an operation `op`.
inline bool is_operation(ExpressionPtr const& expression, Op op) {
  return expression->kind == ExpressionKind::operation && expression->op == op;
}
/// Returns `operand` unchanged if it has this type, and a number for a number that is converted to a narrow integer.
ExpressionPtr make_conversion(Type type, ExpressionPtr operand);
ExpressionPtr make_reduction(Op op, std::vector<std::string> loops, ExpressionPtr operand);
/// Returns the expression as sum of products of int32 values.
ExpressionPtr make_linear(LinearExpression const& expression);

/// Structural equality.
bool equal(ExpressionPtr const& left, ExpressionPtr const& right);

/// Returns the sum of multiples that an int32 expression of numbers, names, `+`, `-` and products with a constant is,
/// if it has this form.
std::optional<LinearExpression> as_linear(ExpressionPtr const& expression);

/// Calls `visit` for the expression and all expressions in it, outer expressions first.
void for_each(ExpressionPtr const& expression, std::function<void(ExpressionPtr const&)> const& visit);

/// Returns the expression in which `replace` has replaced expressions, innermost first. `replace` receives each
/// expression after its operands have been replaced, and returns it or another one.
ExpressionPtr transformed(ExpressionPtr const& expression,
                          std::function<ExpressionPtr(ExpressionPtr const&)> const& replace);

/// Returns the expression with values in place of names (loop variables and parameters).
ExpressionPtr with_names(ExpressionPtr const& expression, std::map<std::string, ExpressionPtr> const& values);

/// Returns the names of loop variables and parameters in the expression, including those in subscripts.
std::set<std::string> names_in(ExpressionPtr const& expression);

/// Returns the expression in the text form, with the fewest parentheses.
std::string to_text(ExpressionPtr const& expression);

} // namespace chemora::ir
