// Defaults and ends of ranges: numbers known when the equations are compiled.
#include "codegen/edl/expression_parser.hpp"
#include "codegen/tensor/arithmetic.hpp"
#include "codegen/tensor/declare.hpp"

#include <cmath>
#include <numbers>

namespace chemora::tensor {

namespace {

using Values = std::vector<double>;

std::optional<double> evaluate(edl::Expression const& expression, Values const& values) {
  switch (expression.kind) {
  case edl::ExpressionKind::negate:
    return arithmetic("neg", values);
  case edl::ExpressionKind::binary:
  case edl::ExpressionKind::call:
    return arithmetic(expression.text, values);
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
