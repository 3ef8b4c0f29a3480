/// Builds, simplifies and evaluates expressions, for all stages on tensor and component equations.
#include "codegen/tensor/expression.hpp"

#include "codegen/ir/operation.hpp"

#include <cstdlib>

namespace chemora::tensor {

namespace {

/// Powers of numbers with exponents above this limit are not folded.
constexpr std::int64_t max_folded_power = 16;

bool is_negated(Expression const& expression) { return expression.kind == Kind::apply && expression.name == "neg"; }
bool is_one(Expression const& expression) { return is_number(expression) && expression.number.is(1); }

Expression negate(Expression a) {
  if (is_number(a)) return make_number(-a.number);
  if (is_negated(a)) return std::move(a.operands[0]);
  if (a.kind == Kind::apply && a.name == "-") {
    std::swap(a.operands[0], a.operands[1]);
    return a;
  }
  bool const has_factor = a.kind == Kind::apply && a.name == "*" && is_number(a.operands[0]);
  if (!has_factor) return make_apply("neg", {std::move(a)});
  a.operands[0].number = -a.operands[0].number;
  return a;
}

Expression subtract(Expression a, Expression b) {
  if (is_zero(b)) return a;
  if (is_zero(a)) return negate(std::move(b));
  if (is_number(a) && is_number(b)) return make_number(a.number - b.number);
  if (is_negated(b)) return add(std::move(a), std::move(b.operands[0]));
  if (a == b) return make_number(integer(0));
  bool const is_sum = a.kind == Kind::apply && a.name == "+";
  for (std::size_t n = 0; is_sum && n < 2; ++n)
    if (a.operands[n] == b) return std::move(a.operands[1 - n]);
  return make_apply("-", {std::move(a), std::move(b)});
}

Expression divide(Expression a, Expression b) {
  if (is_number(b) && b.number.value != 0) {
    if (is_number(a)) return make_number(a.number / b.number);
    Number const inverse = integer(1) / b.number;
    // The inverse of a power of two or of a fraction such as 1/3 is an exact double. Multiplying by it rounds at most
    // as often as dividing.
    bool const is_exact_double = inverse.is_exact() && (inverse.denominator & (inverse.denominator - 1)) == 0;
    if (is_exact_double) return multiply(make_number(inverse), std::move(a));
  }
  if (is_zero(a)) return a;
  if (is_negated(a)) return negate(divide(std::move(a.operands[0]), std::move(b)));
  if (is_negated(b)) return negate(divide(std::move(a), std::move(b.operands[0])));
  return make_apply("/", {std::move(a), std::move(b)});
}

Number integer_power(Number const& base, std::int64_t exponent) {
  Number result = base;
  for (std::int64_t n = 1; n < exponent; ++n) result = result * base;
  return result;
}

Expression power(Expression a, Expression b) {
  if (is_number(b) && b.number.is_exact()) {
    Number const exponent = b.number;
    if (exponent.is(0)) return make_number(integer(1));
    if (exponent == fraction(1, 2)) return simplify_apply(make_apply("sqrt", {std::move(a)}));
    if (exponent.is(1)) return a;
    std::int64_t const size = std::abs(exponent.numerator);
    bool const is_folded = is_number(a) && exponent.is_integer() && size <= max_folded_power;
    if (is_folded && exponent.numerator > 0) return make_number(integer_power(a.number, size));
    if (is_folded && a.number.value != 0) return make_number(integer(1) / integer_power(a.number, size));
  }
  return make_apply("**", {std::move(a), std::move(b)});
}

Expression truth(bool value) {
  Expression expression = make_number(integer(value ? 1 : 0));
  expression.type = ValueType::boolean;
  return expression;
}

Expression logical(Expression expression) {
  auto& operands = expression.operands;
  if (expression.name == "not") return is_number(operands[0]) ? truth(operands[0].number.is(0)) : std::move(expression);
  bool const is_and = expression.name == "and";
  for (std::size_t n = 0; n < 2; ++n) {
    if (!is_number(operands[n])) continue;
    bool const decides = operands[n].number.is(0) == is_and;
    return decides ? truth(!is_and) : std::move(operands[1 - n]);
  }
  return expression;
}

Expression choose(Expression expression) {
  auto& operands = expression.operands;
  if (is_number(operands[0])) return std::move(operands[operands[0].number.is(0) ? 2 : 1]);
  if (operands[1] == operands[2]) return std::move(operands[1]);
  return expression;
}

} // namespace

Expression add(Expression a, Expression b) {
  if (is_zero(a)) return b;
  if (is_zero(b)) return a;
  if (is_number(a) && is_number(b)) return make_number(a.number + b.number);
  if (is_negated(b)) return subtract(std::move(a), std::move(b.operands[0]));
  if (is_negated(a)) return subtract(std::move(b), std::move(a.operands[0]));
  return make_apply("+", {std::move(a), std::move(b)});
}

Expression multiply(Expression a, Expression b) {
  if (is_zero(a) || is_one(b)) return a;
  if (is_zero(b) || is_one(a)) return b;
  if (is_number(a) && is_number(b)) return make_number(a.number * b.number);
  if (is_number(a) && a.number.is(-1)) return negate(std::move(b));
  if (is_number(b) && b.number.is(-1)) return negate(std::move(a));
  if (is_negated(a)) return negate(multiply(std::move(a.operands[0]), std::move(b)));
  if (is_negated(b)) return negate(multiply(std::move(a), std::move(b.operands[0])));
  return make_apply("*", {std::move(a), std::move(b)});
}

Expression simplify_apply(Expression expression) {
  auto& operands = expression.operands;
  std::string const& name = expression.name;
  if (name == "neg") return negate(std::move(operands[0]));
  if (name == "if") return choose(std::move(expression));
  if (name == "not" || name == "and" || name == "or") return logical(std::move(expression));
  if (operands.size() != 2) return expression;
  Expression& a = operands[0];
  Expression& b = operands[1];
  if (name == "+") return add(std::move(a), std::move(b));
  if (name == "-") return subtract(std::move(a), std::move(b));
  if (name == "*") return multiply(std::move(a), std::move(b));
  if (name == "/") return divide(std::move(a), std::move(b));
  if (name == "**") return power(std::move(a), std::move(b));
  bool const is_comparison = expression.type == ValueType::boolean;
  if (is_comparison && is_number(a) && is_number(b))
    return truth(*evaluate(name, {a.number.value, b.number.value}) != 0);
  return expression;
}

std::optional<double> arithmetic(std::string const& name, std::vector<double> const& values) {
  ir::OpInfo const* const row = ir::find_edl_operation(name);
  if (row == nullptr || row->real64 == nullptr || row->returns_boolean()) return std::nullopt;
  if (!row->accepts_more_arguments)
    return static_cast<int>(values.size()) == row->arity ? std::optional(row->real64(values.data())) : std::nullopt;
  if (values.empty()) return std::nullopt;
  double result = values[0];
  for (std::size_t n = 1; n < values.size(); ++n) {
    double const pair[2] = {result, values[n]};
    result = row->real64(pair);
  }
  return result;
}

std::optional<double> evaluate(std::string const& name, std::vector<double> values) {
  if (name == ">" || name == ">=") {
    std::swap(values[0], values[1]);
    return evaluate(name == ">" ? "<" : "<=", values);
  }
  ir::OpInfo const* const row = ir::find_edl_operation(name);
  return row != nullptr && row->returns_boolean() ? row->real64(values.data()) : arithmetic(name, values);
}

std::optional<double> constant_value(Expression const& expression) {
  if (is_number(expression)) return expression.number.value;
  if (expression.kind != Kind::apply) return std::nullopt;
  std::vector<double> values;
  for (Expression const& operand : expression.operands) {
    auto const value = constant_value(operand);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return arithmetic(expression.name, values);
}

} // namespace chemora::tensor
