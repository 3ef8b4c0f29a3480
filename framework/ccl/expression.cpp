/// Evaluation and printing of CCL expressions.
#include "framework/ccl/expression.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/number.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace chemora::ccl {

namespace {

using Kind = Expression::Kind;

[[noreturn]] void fail(Expression const& at, std::string const& message) { throw base::UserError(at.where, message); }

template <class Number>
Number parse_number(Expression const& node) {
  Number value{};
  auto const* const end = node.text.data() + node.text.size();
  auto const [stop, failure] = std::from_chars(node.text.data(), end, value);
  if (failure != std::errc{} || stop != end) fail(node, "`" + node.text + "` is not a number that can be represented.");
  return value;
}

std::string const& string_operand(Expression const& node, Value const& value) {
  if (auto const* const text = std::get_if<std::string>(&value)) return *text;
  fail(node, "`" + to_text(node) + "` is a number; a string is needed here.");
}

double real_operand(Expression const& node, Value const& value) {
  if (std::holds_alternative<std::string>(value))
    fail(node, "`" + to_text(node) + "` is a string; a number is needed here.");
  if (auto const* const whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  return std::get<double>(value);
}

bool is_true(Expression const& node, Value const& value) {
  if (std::holds_alternative<std::string>(value))
    fail(node, "`" + to_text(node) + "` is a string, which is neither true nor false. Compare it with " +
                   "CCTK_Equals(" + to_text(node) + ", \"...\").");
  return real_operand(node, value) != 0;
}

Value look_up(Expression const& node, Environment const& environment) {
  if (!environment.parameter) fail(node, "Parameters cannot be used here.");
  if (auto value = environment.parameter(node.text)) return *value;
  fail(node,
       "There is no parameter `" + node.text + "`." + base::did_you_mean(node.text, environment.known_parameters));
}

void expect_arguments(Expression const& call, std::size_t n) {
  if (call.operands.size() == n) return;
  fail(call, "`" + call.text + "` has " + std::to_string(call.operands.size()) + " arguments, not " +
                 std::to_string(n) + ".");
}

/// Returns the name of a thorn or implementation, which the expression gives as a string or a bare word.
std::string name_argument(Expression const& call) {
  expect_arguments(call, 1);
  Expression const& argument = call.operands[0];
  if (argument.kind == Kind::string || argument.kind == Kind::name) return argument.text;
  fail(argument, "`" + call.text + "` needs a name in quotes.");
}

Value call_function(Expression const& call, Environment const& environment) {
  std::string const function = lower_case(call.text);
  if (function == "cctk_equals") {
    expect_arguments(call, 2);
    auto const text = [&](int n) { return string_operand(call.operands[n], evaluate(call.operands[n], environment)); };
    return std::int64_t{same_name(text(0), text(1))};
  }
  if (function == "cctk_isthornactive" && environment.is_thorn_active)
    return std::int64_t{environment.is_thorn_active(name_argument(call))};
  if (function == "cctk_isimplementationactive" && environment.is_implementation_active)
    return std::int64_t{environment.is_implementation_active(name_argument(call))};
  fail(call, "The function `" + call.text + "` cannot be used here." +
                 base::did_you_mean(call.text, {"CCTK_Equals", "CCTK_IsThornActive", "CCTK_IsImplementationActive"}));
}

Value integer_arithmetic(Expression const& node, char operation, std::int64_t a, std::int64_t b) {
  auto const result = base::checked_arithmetic(operation, a, b);
  if (auto const* const problem = std::get_if<std::string>(&result))
    fail(node, *problem + " It is the value of `" + to_text(node) + "`.");
  return std::get<std::int64_t>(result);
}

Value arithmetic(Expression const& node, Value const& left, Value const& right) {
  auto const* const a = std::get_if<std::int64_t>(&left);
  auto const* const b = std::get_if<std::int64_t>(&right);
  if (a && b) return integer_arithmetic(node, node.text[0], *a, *b);
  double const x = real_operand(node.operands[0], left), y = real_operand(node.operands[1], right);
  switch (node.text[0]) {
  case '+':
    return x + y;
  case '-':
    return x - y;
  case '*':
    return x * y;
  case '/':
    return x / y;
  case '^':
    return std::pow(x, y);
  default:
    return std::fmod(x, y);
  }
}

Value compare(Expression const& node, Value const& left, Value const& right) {
  if (std::holds_alternative<std::string>(left) && std::holds_alternative<std::string>(right))
    fail(node, "Strings are compared with CCTK_Equals, not with `" + node.text + "`.");
  auto const* const a = std::get_if<std::int64_t>(&left);
  auto const* const b = std::get_if<std::int64_t>(&right);
  auto const holds = [&](auto x, auto y) -> std::int64_t {
    if (node.text == "==") return x == y;
    if (node.text == "!=") return x != y;
    if (node.text == "<=") return x <= y;
    if (node.text == ">=") return x >= y;
    return node.text == "<" ? x < y : x > y;
  };
  if (a && b) return holds(*a, *b);
  return holds(real_operand(node.operands[0], left), real_operand(node.operands[1], right));
}

Value unary(Expression const& node, Environment const& environment) {
  Value const value = evaluate(node.operands[0], environment);
  if (node.text == "!") return std::int64_t{!is_true(node.operands[0], value)};
  double const real = real_operand(node.operands[0], value);
  bool const is_minus = node.text == "-";
  if (auto const* const whole = std::get_if<std::int64_t>(&value))
    return is_minus ? integer_arithmetic(node, '-', 0, *whole) : *whole;
  return is_minus ? -real : real;
}

Value operation(Expression const& node, Environment const& environment) {
  if (node.operands.size() == 1) return unary(node, environment);
  Value const left = evaluate(node.operands[0], environment);
  if (node.text == "&&" || node.text == "||") {
    bool const first = is_true(node.operands[0], left);
    if (first == (node.text == "||")) return std::int64_t{first};
    return std::int64_t{is_true(node.operands[1], evaluate(node.operands[1], environment))};
  }
  Value const right = evaluate(node.operands[1], environment);
  bool const is_comparison = std::string("=!<>").find(node.text[0]) != std::string::npos;
  return is_comparison ? compare(node, left, right) : arithmetic(node, left, right);
}

bool is_constant(Expression const& node) {
  return node.kind != Kind::name && node.kind != Kind::call &&
         std::all_of(node.operands.begin(), node.operands.end(), is_constant);
}

} // namespace

Value evaluate(Expression const& node, Environment const& environment) {
  switch (node.kind) {
  case Kind::integer:
    return parse_number<std::int64_t>(node);
  case Kind::real:
    return parse_number<double>(node);
  case Kind::string:
    return node.text;
  case Kind::name:
    return look_up(node, environment);
  case Kind::non_empty:
    return std::int64_t{!string_operand(node.operands[0], look_up(node.operands[0], environment)).empty()};
  case Kind::call:
    return call_function(node, environment);
  case Kind::operation:
    return operation(node, environment);
  }
  throw base::InternalError("ccl::evaluate: unknown kind of expression");
}

std::int64_t evaluate_integer(Expression const& node, Environment const& environment) {
  Value const value = evaluate(node, environment);
  if (auto const* const whole = std::get_if<std::int64_t>(&value)) return *whole;
  fail(node, "`" + to_text(node) + "` is not an integer.");
}

std::optional<std::int64_t> constant_integer(Expression const& expression) {
  if (!is_constant(expression)) return std::nullopt;
  return evaluate_integer(expression, {});
}

bool evaluate_condition(Expression const& node, Environment const& environment) {
  return is_true(node, evaluate(node, environment));
}

std::string to_text(Expression const& node) {
  if (node.kind == Kind::string) return "\"" + node.text + "\"";
  if (node.kind == Kind::non_empty) return "*" + to_text(node.operands[0]);
  if (node.kind == Kind::call) {
    return node.text + "(" + base::join(node.operands, ", ", [](auto const& operand) { return to_text(operand); }) +
           ")";
  }
  if (node.kind != Kind::operation) return node.text;
  if (node.operands.size() == 1) return node.text + to_text(node.operands[0]);
  return "(" + to_text(node.operands[0]) + " " + node.text + " " + to_text(node.operands[1]) + ")";
}

} // namespace chemora::ccl
