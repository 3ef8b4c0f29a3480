// Conditions in the syntax tree to expressions of parameters.
#include "codegen/tensor/condition.hpp"

#include <algorithm>
#include <set>

namespace chemora::tensor {

namespace {

bool only_parameters(Expression const& expression) {
  bool const is_leaf = expression.operands.empty();
  bool const is_known =
      expression.kind == Kind::parameter || expression.kind == Kind::keyword || expression.kind == Kind::number;
  static std::set<std::string> const operators{"and", "or", "not", "==", "!=", "<", "<=", ">", ">=", "neg"};
  if (is_leaf) return is_known;
  return expression.kind == Kind::apply && operators.contains(expression.name) &&
         std::all_of(expression.operands.begin(), expression.operands.end(), only_parameters);
}

std::string to_text(ConditionOf owner) { return owner == ConditionOf::calculation ? "a calculation" : "a requirement"; }

/// What a calculation decides can be decided at each point instead.
std::string or_within_equation(ConditionOf owner, std::string const& separator) {
  return owner == ConditionOf::calculation ? separator + "use `if(...)` within an equation." : ".";
}

void check_not_steerable(Expression const& expression, ConditionOf owner, Context& context) {
  bool const is_steerable =
      expression.kind == Kind::parameter && context.system.parameter(expression.name).steerable == "always";
  if (is_steerable)
    context.diagnostics.error(expression.where,
                              "`" + expression.name + "` may be steered during the run, but the condition of " +
                                  to_text(owner) + " is evaluated once; make it `steerable: recover`" +
                                  or_within_equation(owner, ", or "));
  for (Expression const& operand : expression.operands) check_not_steerable(operand, owner, context);
}

} // namespace

std::optional<Expression> resolve_condition(edl::Expression const& source, ConditionOf owner, Context& context) {
  context.is_condition = true;
  auto resolved = resolve_expression(source, context);
  context.is_condition = false;
  if (!resolved) return std::nullopt;
  if (resolved->expression.type != ValueType::boolean) {
    context.diagnostics.error(source.where, "The condition of " + to_text(owner) +
                                                " is a truth value such as `initial == \"gaussian\"`; found `" +
                                                edl::to_text(source) + "`.");
    return std::nullopt;
  }
  if (!only_parameters(resolved->expression)) {
    context.diagnostics.error(source.where, "The condition of " + to_text(owner) +
                                                " depends on parameters only, because it is evaluated once" +
                                                or_within_equation(owner, "; "));
    return std::nullopt;
  }
  check_not_steerable(resolved->expression, owner, context);
  return std::move(resolved->expression);
}

} // namespace chemora::tensor
