// Defaults and ends of ranges: numbers known when the equations are compiled.
#include "codegen/edl/expression_parser.hpp"
#include "codegen/tensor/declare.hpp"

#include <cmath>
#include <functional>
#include <numbers>

namespace chemora::tensor {

namespace {

using Values = std::vector<double>;

std::optional<double> call(edl::Expression const& expression, Values const& values) {
  std::string const& name = expression.text;
  double const first = values.empty() ? 0 : values[0];
  if (name == "min" || name == "max") {
    double best = first;
    for (double value : values) best = name == "min" ? std::min(best, value) : std::max(best, value);
    return best;
  }
  static std::map<std::string, double (*)(double)> const functions{
      {"sin", std::sin},   {"cos", std::cos},   {"tan", std::tan},   {"asin", std::asin},  {"acos", std::acos},
      {"atan", std::atan}, {"sinh", std::sinh}, {"cosh", std::cosh}, {"tanh", std::tanh},  {"exp", std::exp},
      {"log", std::log},   {"sqrt", std::sqrt}, {"abs", std::fabs},  {"floor", std::floor}};
  if (auto const function = functions.find(name); function != functions.end() && values.size() == 1)
    return function->second(first);
  if (name == "pow" && values.size() == 2) return std::pow(first, values[1]);
  if (name == "atan2" && values.size() == 2) return std::atan2(first, values[1]);
  return std::nullopt;
}

std::optional<double> binary(std::string const& symbol, double a, double b) {
  if (symbol == "+") return a + b;
  if (symbol == "-") return a - b;
  if (symbol == "*") return a * b;
  if (symbol == "/") return a / b;
  if (symbol == "**") return std::pow(a, b);
  return std::nullopt;
}

std::optional<double> evaluate(edl::Expression const& expression, Values const& values) {
  switch (expression.kind) {
  case edl::ExpressionKind::negate:
    return -values[0];
  case edl::ExpressionKind::binary:
    return binary(expression.text, values[0], values[1]);
  case edl::ExpressionKind::call:
    return call(expression, values);
  case edl::ExpressionKind::name: {
    std::string const name = edl::to_text(expression.name);
    if (name == "PI" || name == "pi" || name == "Pi") return std::numbers::pi;
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<double> constant_value(edl::Expression const& expression, base::Diagnostics& diagnostics) {
  if (expression.kind == edl::ExpressionKind::number) {
    auto const number = parse_number(expression.text);
    if (number) return number->value;
    diagnostics.error(expression.where, "The number " + expression.text + " is outside the range of a double.");
    return std::nullopt;
  }
  Values values;
  for (edl::Expression const& operand : expression.operands) {
    auto const value = constant_value(operand, diagnostics);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  auto const value = evaluate(expression, values);
  if (!value) {
    diagnostics.error(expression.where, "`" + edl::to_text(expression) +
                                            "` is not a constant; a default or the end of "
                                            "a range is made of numbers, PI and functions of them.");
  } else if (!std::isfinite(*value)) {
    diagnostics.error(expression.where, "`" + edl::to_text(expression) + "` has no finite value.");
    return std::nullopt;
  }
  return value;
}

} // namespace chemora::tensor
