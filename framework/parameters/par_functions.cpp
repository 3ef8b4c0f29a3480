/// Operators and functions of parameter files.
#include "framework/base/number.hpp"
#include "framework/base/text.hpp"
#include "framework/parameters/par_evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace chemora::parameters {

namespace {

bool is_text(ParValue const& value) { return std::holds_alternative<std::string>(value.value); }
bool is_integer(ParValue const& value) { return std::holds_alternative<std::int64_t>(value.value); }

double real(ParExpression const& at, ParValue const& value) {
  if (auto const* const whole = std::get_if<std::int64_t>(&value.value)) return static_cast<double>(*whole);
  if (auto const* const number = std::get_if<double>(&value.value)) return *number;
  fail(at, "`" + to_text(value) + "` is not a number.");
}

bool truth(ParExpression const& at, ParValue const& value) {
  if (auto const* const boolean = std::get_if<bool>(&value.value)) return *boolean;
  if (auto const* const whole = std::get_if<std::int64_t>(&value.value)) return *whole != 0;
  fail(at, "`" + to_text(value) + "` is neither true nor false.");
}

ParValue number(double value) { return {value, false, {}}; }
ParValue number(std::int64_t value) { return {value, false, {}}; }
ParValue boolean(bool value) { return {value, false, {}}; }

ParValue integer_arithmetic(ParExpression const& at, char operation, std::int64_t a, std::int64_t b) {
  auto const result = base::checked_arithmetic(operation, a, b);
  if (auto const* const problem = std::get_if<std::string>(&result)) fail(at, *problem);
  return number(std::get<std::int64_t>(result));
}

/// Concatenates two texts for `+`. Other operators are accepted only between bare words, as in `bitant-plane`, and are
/// kept.
ParValue text_operation(ParExpression const& at, ParValue const& a, ParValue const& b) {
  if (at.text == "+") return {to_text(a) + to_text(b), false, {}};
  std::string const joined = to_text(a) + at.text + to_text(b);
  if (!a.is_word || !b.is_word) fail(at, "Texts cannot be concatenated by `" + at.text + "`; use `+`.");
  return {joined, true, joined};
}

ParValue arithmetic(ParExpression const& at, ParValue const& a, ParValue const& b) {
  if (at.text != "**" && ((is_text(a) && is_text(b)) || (at.text == "+" && (is_text(a) || is_text(b)))))
    return text_operation(at, a, b);
  if (at.text != "**" && is_integer(a) && is_integer(b))
    return integer_arithmetic(at, at.text[0], std::get<std::int64_t>(a.value), std::get<std::int64_t>(b.value));
  double const left = real(at, a), right = real(at, b);
  if (at.text == "+") return number(left + right);
  if (at.text == "-") return number(left - right);
  if (at.text == "*") return number(left * right);
  if (at.text == "/") return number(left / right);
  if (at.text == "%") return number(std::fmod(left, right));
  return number(std::pow(left, right));
}

ParValue comparison(ParExpression const& at, ParValue const& a, ParValue const& b) {
  auto const decide = [&](auto const& left, auto const& right) {
    if (at.text == "==") return left == right;
    if (at.text == "!=") return left != right;
    if (at.text == "<") return left < right;
    if (at.text == "<=") return left <= right;
    if (at.text == ">") return left > right;
    return left >= right;
  };
  bool const both_boolean = std::holds_alternative<bool>(a.value) && std::holds_alternative<bool>(b.value);
  if (both_boolean) return boolean(decide(std::get<bool>(a.value), std::get<bool>(b.value)));
  if (is_text(a) || is_text(b)) return boolean(decide(to_text(a), to_text(b)));
  return boolean(decide(real(at, a), real(at, b)));
}

ParValue sign(ParExpression const& at, ParValue const& value) {
  if (at.text == "!") return boolean(!truth(at, value));
  if (at.text == "+") return value;
  if (is_integer(value)) return integer_arithmetic(at, '-', 0, std::get<std::int64_t>(value.value));
  return number(-real(at, value));
}

struct Function {
  char const* name;
  double (*evaluate)(double);
};
constexpr Function real_functions[] = {
    {"abs", std::fabs},  {"trunc", std::trunc}, {"floor", std::floor}, {"ceil", std::ceil}, {"sqrt", std::sqrt},
    {"cbrt", std::cbrt}, {"sin", std::sin},     {"cos", std::cos},     {"tan", std::tan},   {"asin", std::asin},
    {"acos", std::acos}, {"atan", std::atan},   {"exp", std::exp},     {"log", std::log},
};

ParValue to_integer(ParExpression const& call, ParValue const& value) {
  if (auto const* const text = std::get_if<std::string>(&value.value)) {
    auto const parsed = parse_value(ccl::ParameterType::integer, *text);
    if (!parsed) fail(call, "`" + *text + "` is not an integer.");
    return number(std::get<std::int64_t>(*parsed));
  }
  if (auto const* const boolean = std::get_if<bool>(&value.value)) return number(std::int64_t{*boolean});
  double const real_value = real(call, value);
  if (!(std::abs(real_value) < 9e15)) fail(call, fmt::format("{} has no integer value.", real_value));
  return is_integer(value) ? value : number(static_cast<std::int64_t>(std::nearbyint(real_value)));
}

ParValue to_real(ParExpression const& call, ParValue const& value) {
  if (auto const* const text = std::get_if<std::string>(&value.value)) {
    auto const parsed = parse_value(ccl::ParameterType::real, *text);
    if (!parsed) fail(call, "`" + *text + "` is not a number.");
    return number(std::get<double>(*parsed));
  }
  if (auto const* const boolean = std::get_if<bool>(&value.value)) return number(*boolean ? 1.0 : 0.0);
  return number(real(call, value));
}

ParValue to_boolean(ParExpression const& call, ParValue const& value) {
  if (auto const* const text = std::get_if<std::string>(&value.value)) {
    auto const parsed = parse_value(ccl::ParameterType::boolean, *text);
    if (!parsed) fail(call, "`" + *text + "` is not a boolean.");
    return boolean(std::get<std::int64_t>(*parsed) != 0);
  }
  if (auto const* const number = std::get_if<double>(&value.value)) return boolean(std::nearbyint(*number) != 0);
  return boolean(truth(call, value));
}

/// The smallest or largest argument; an integer only if all arguments are integers.
ParValue extreme(ParExpression const& call, std::vector<ParValue> const& values, bool is_least) {
  ParValue const* chosen = &values[0];
  for (auto const& value : values)
    if (is_least ? real(call, value) < real(call, *chosen) : real(call, value) > real(call, *chosen)) chosen = &value;
  return std::all_of(values.begin(), values.end(), is_integer) ? *chosen : number(real(call, *chosen));
}

std::vector<std::string> function_names() {
  std::vector<std::string> names{"min", "max", "int", "real", "bool"};
  for (auto const& function : real_functions) names.emplace_back(function.name);
  return names;
}

} // namespace

ParValue apply_operator(ParExpression const& operation, std::vector<ParValue> const& operands) {
  if (operands.size() == 1) return sign(operation, operands[0]);
  if (operation.text == "&&") return boolean(truth(operation, operands[0]) && truth(operation, operands[1]));
  if (operation.text == "||") return boolean(truth(operation, operands[0]) || truth(operation, operands[1]));
  bool const compares = operation.text.find_first_of("<>=") != std::string::npos || operation.text == "!=";
  return compares ? comparison(operation, operands[0], operands[1]) : arithmetic(operation, operands[0], operands[1]);
}

ParValue apply_function(ParExpression const& call, std::vector<ParValue> const& arguments) {
  std::string const name = ccl::lower_case(call.text);
  bool const takes_several = name == "min" || name == "max";
  auto const names = function_names();
  if (!base::contains(names, name))
    fail(call, "There is no function `" + call.text + "`." + base::did_you_mean(call.text, names));
  if (arguments.empty() || (!takes_several && arguments.size() != 1))
    fail(call, fmt::format("`{}` takes {}, not {}.", name, takes_several ? "1 or more arguments" : "1 argument",
                           arguments.size()));

  if (takes_several) return extreme(call, arguments, name == "min");
  if (name == "int") return to_integer(call, arguments[0]);
  if (name == "real") return to_real(call, arguments[0]);
  if (name == "bool") return to_boolean(call, arguments[0]);
  for (auto const& function : real_functions)
    if (name == function.name) return number(function.evaluate(real(call, arguments[0])));
  return {};
}

} // namespace chemora::parameters
