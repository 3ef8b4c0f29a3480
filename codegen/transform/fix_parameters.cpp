/// The transformation fix_parameters: `fix_parameters(f, Nq=8, p_Gamma=1.4)` puts values in place of parameters.
///
/// Products with a fixed value 1 become the other factor, and sums of integers are simplified. The arithmetic is not
/// changed otherwise: a division by 1 remains.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/rewrite.hpp"
#include "codegen/transform/transformations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace chemora::transform {

namespace {

ir::ExpressionPtr value_of(Arguments const& arguments, loops::Parameter const& parameter) {
  Value const& value = arguments.value(parameter.name);
  bool const is_integer = value.kind == Value::Kind::integer;
  if (!is_integer && (parameter.type == ir::Type::int32 || value.kind != Value::Kind::real))
    arguments.fail(fmt::format("The value of `{}` must be {}; found {}, `{}`.", parameter.name,
                               parameter.type == ir::Type::int32 ? "an integer" : "a number", kind_name(value.kind),
                               to_text(value)));
  double number = is_integer ? static_cast<double>(value.integer) : value.real;
  if (parameter.type == ir::Type::int32 && std::abs(number) > std::numeric_limits<std::int32_t>::max())
    arguments.fail(fmt::format("The value {} of `{}` does not fit into 32 bits.", value.integer, parameter.name));
  if (parameter.type == ir::Type::real32) number = static_cast<double>(static_cast<float>(number));
  if (!std::isfinite(number))
    arguments.fail(fmt::format("The value {} of `{}` does not fit into 32 bits.", to_text(value), parameter.name));
  return ir::make_number(parameter.type, number);
}

/// Removes the fixed factor 1 of a product, and simplifies sums of integers.
class Simplifier {
public:
  explicit Simplifier(std::map<std::string, ir::ExpressionPtr> const& values) : values_(values) {}

  ir::ExpressionPtr operator()(ir::ExpressionPtr const& expression, std::set<std::string> const& bound) const {
    return ir::transformed(expression, [&](ir::ExpressionPtr const& part) {
      if (part->kind == ir::ExpressionKind::name) {
        auto const found = values_.find(part->name);
        return found == values_.end() || bound.contains(part->name) ? part : found->second;
      }
      return part->kind == ir::ExpressionKind::operation ? simplified(part) : part;
    });
  }

private:
  bool is_fixed_one(ir::ExpressionPtr const& expression) const {
    return expression->kind == ir::ExpressionKind::number && expression->number == 1 &&
           std::any_of(values_.begin(), values_.end(), [&](auto const& value) { return value.second == expression; });
  }

  ir::ExpressionPtr simplified(ir::ExpressionPtr const& operation) const {
    if (operation->type == ir::Type::int32) {
      std::optional<ir::LinearExpression> const value = ir::as_linear(operation);
      return value ? ir::make_linear(*value) : operation;
    }
    if (operation->op != ir::Op::multiply) return operation;
    if (is_fixed_one(operation->operands[0])) return operation->operands[1];
    if (is_fixed_one(operation->operands[1])) return operation->operands[0];
    return operation;
  }

  std::map<std::string, ir::ExpressionPtr> const& values_;
};

/// Whether a constraint without names holds; nothing for other constraints.
std::optional<bool> holds(loops::Constraint const& constraint) {
  if (!constraint.expression.is_constant()) return std::nullopt;
  return constraint.is_equality ? constraint.expression.constant == 0 : constraint.expression.constant >= 0;
}

void fix_assumptions(loops::LoopKernel& kernel, std::map<std::string, ir::LinearExpression> const& values,
                     Arguments const& arguments) {
  for (loops::Constraint& constraint : kernel.assumptions) {
    std::string const text = ir::to_text(constraint.expression) + (constraint.is_equality ? " == 0" : " >= 0");
    constraint.expression = with_values(constraint.expression, values);
    if (holds(constraint) == false) arguments.fail(fmt::format("The values contradict the assumption `{}`.", text));
  }
  std::erase_if(kernel.assumptions, [](auto const& constraint) { return holds(constraint) == true; });
}

void fix_shapes(loops::LoopKernel& kernel, std::map<std::string, ir::LinearExpression> const& values,
                Arguments const& arguments) {
  for (ir::TypedArray& array : kernel.arrays) {
    for (ir::ArrayAxis& axis : array.axes) {
      axis.extent = with_values(axis.extent, values);
      if (axis.extent.is_constant() && axis.extent.constant < 0)
        arguments.fail(
            fmt::format("The array `{}` has the extent {} with these values.", array.name, axis.extent.constant));
    }
  }
}

} // namespace

loops::LoopKernel fix_parameters(loops::LoopKernel kernel, Arguments const& arguments) {
  if (arguments.all().empty()) arguments.fail("`fix_parameters` needs at least one value, for example `n=8`.");
  std::vector<std::string> known;
  for (loops::Parameter const& parameter : kernel.parameters) known.push_back(parameter.name);
  std::map<std::string, ir::ExpressionPtr> values;
  std::map<std::string, ir::LinearExpression> integers;
  for (auto const& [name, value] : arguments.all()) {
    loops::Parameter const* parameter = kernel.find_parameter(name);
    if (!parameter) arguments.fail_unknown("parameter", name, known);
    values[name] = value_of(arguments, *parameter);
    if (parameter->type == ir::Type::int32) integers[name] = ir::linear(value.integer);
  }
  rewrite_expressions(kernel, all_ids(kernel), Simplifier(values));
  for (loops::Rule& rule : kernel.rules)
    rule.body = Simplifier(values)(rule.body, {rule.parameters.begin(), rule.parameters.end()});
  for (loops::Constraint& constraint : kernel.constraints)
    constraint.expression = with_values(constraint.expression, integers);
  std::erase_if(kernel.constraints, [](auto const& constraint) { return holds(constraint) == true; });
  fix_assumptions(kernel, integers, arguments);
  fix_shapes(kernel, integers, arguments);
  std::erase_if(kernel.parameters, [&](loops::Parameter const& parameter) { return values.contains(parameter.name); });
  return kernel;
}

} // namespace chemora::transform
