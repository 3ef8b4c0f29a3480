/// Resolves expressions of parameters only: conditions of calculations, requirements and far values.
#include "codegen/tensor/resolve/resolve.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <set>

namespace chemora::tensor {

namespace {

bool only_parameters(Expression const& expression) {
  bool const is_leaf = expression.operands.empty();
  bool const is_known =
      expression.kind == Kind::parameter || expression.kind == Kind::keyword || expression.kind == Kind::number;
  if (is_leaf) return is_known;
  return expression.kind == Kind::apply &&
         std::all_of(expression.operands.begin(), expression.operands.end(), only_parameters);
}

/// Returns the first part that is not a comparison, a logical operator or a sign, or null. Conditions of schedule.ccl
/// contain no arithmetic.
Expression const* find_arithmetic(Expression const& expression) {
  static std::set<std::string> const operators{"and", "or", "not", "==", "!=", "<", "<=", ">", ">=", "neg"};
  if (expression.kind == Kind::apply && !operators.contains(expression.name)) return &expression;
  for (Expression const& operand : expression.operands)
    if (Expression const* const found = find_arithmetic(operand)) return found;
  return nullptr;
}

std::string to_text(ConditionOf owner) {
  return owner == ConditionOf::calculation ? "a calculation"
         : owner == ConditionOf::variables ? "a block of variables"
                                           : "a requirement";
}

/// The hint that a calculation can evaluate a condition at each point instead; other conditions cannot.
std::string or_within_equation(ConditionOf owner, std::string const& separator) {
  return owner == ConditionOf::calculation ? separator + "use `if(...)` within an equation." : ".";
}

void check_not_steerable(Expression const& expression, ConditionOf owner, Context& context) {
  bool const is_steerable =
      expression.kind == Kind::parameter && context.system.parameter(expression.name).steerable == "always";
  if (is_steerable)
    context.diagnostics.error(expression.where,
                              "`" + expression.name + "` may be steered during the run, but the condition of " +
                                  to_text(owner) + " is evaluated once; declare it as `steerable: recover`" +
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
                                                " must be a truth value such as `initial == \"gaussian\"`; found `" +
                                                edl::to_text(source) + "`.");
    return std::nullopt;
  }
  if (!only_parameters(resolved->expression)) {
    context.diagnostics.error(source.where, "The condition of " + to_text(owner) +
                                                " must depend on parameters only, because it is evaluated once" +
                                                or_within_equation(owner, "; "));
    return std::nullopt;
  }
  if (Expression const* const arithmetic = find_arithmetic(resolved->expression);
      arithmetic && owner != ConditionOf::requirement) {
    context.diagnostics.error(arithmetic->where.line > 0 ? arithmetic->where : source.where,
                              "The condition of " + to_text(owner) + " must compare parameters with numbers; found `" +
                                  as_written(*arithmetic) +
                                  "`. A block `requirements` may contain expressions of parameters.");
    return std::nullopt;
  }
  check_not_steerable(resolved->expression, owner, context);
  return std::move(resolved->expression);
}

namespace {

/// Returns the first operand that depends on the grid point, or null if there is none.
Expression const* point_dependence(Expression const& expression) {
  static std::set<Kind> const constants{Kind::number, Kind::parameter, Kind::keyword, Kind::delta, Kind::apply};
  if (!constants.contains(expression.kind)) return &expression;
  for (Expression const& operand : expression.operands)
    if (auto const* part = point_dependence(operand)) return part;
  return nullptr;
}

/// A value with the free indices `indices`. Returns nothing after reporting an error.
std::optional<Expression> value_of(edl::Expression const& source, std::vector<Index> const& indices,
                                   std::string const& what, Context& context) {
  context.letters.clear();
  auto resolved = resolve_expression(source, context);
  if (!resolved || !check_free_indices(indices, *resolved, source.where, context)) return std::nullopt;
  if (resolved->expression.type != ValueType::real && resolved->expression.type != ValueType::integer) {
    context.diagnostics.error(source.where, what + " must be a number; found " + to_text(resolved->expression.type) +
                                                " `" + edl::to_text(source) + "`.");
    return std::nullopt;
  }
  if (auto const* part = point_dependence(resolved->expression)) {
    context.diagnostics.error(source.where,
                              what + " must consist of numbers and parameters; found `" + to_text(*part) + "`.");
    return std::nullopt;
  }
  return std::move(resolved->expression);
}

/// Adds one line of a block `boundaries`. The default limit is 0.
void add_far_value(edl::FarValue const& source, Context& context) {
  auto const used = resolve_name(source.name, context, false);
  if (!used) return;
  std::string const of_variable = " of `" + edl::to_text(source.name) + "`";
  std::optional<Expression> limit = make_number(integer(0)), speed;
  if (source.limit) limit = value_of(*source.limit, used->indices, "The limit" + of_variable, context);
  if (source.speed) speed = value_of(*source.speed, {}, "The speed" + of_variable, context);
  if (!limit || (source.speed && !speed)) return;
  if (auto const number = speed ? constant_value(*speed) : std::nullopt; number && *number < 0)
    context.diagnostics.error(source.speed->where, "The speed" + of_variable + " is " + edl::to_text(*source.speed) +
                                                       "; the speed of outgoing waves must not be negative.");
  Equation const equation{false, false, used->name, used->indices, std::move(*limit), source.name.where};
  context.system.far_values.push_back({equation, std::move(speed), source.is_extrapolated});
}

} // namespace

void resolve_group_conditions(edl::SyntaxTree const& tree, Context& context) {
  base::Diagnostics ignored; // declare() has reported errors of the names
  for (edl::VariableBlock const& block : tree.blocks) {
    if (!block.condition) continue;
    auto const condition = resolve_condition(*block.condition, ConditionOf::variables, context);
    for (edl::VariableDeclaration const& declaration : block.variables)
      for (Group& group : context.system.groups)
        if (base::contains(group.variables, read_declared_name(declaration.name, ignored).name))
          group.condition = condition;
  }
}

void resolve_far_values(edl::SyntaxTree const& tree, std::set<std::string> const& evolved, Context& context) {
  bool const had_errors = context.diagnostics.has_errors();
  for (edl::FarValue const& source : tree.far_values) add_far_value(source, context);
  std::set<std::string> seen;
  for (FarValue const& value : context.system.far_values) {
    std::string const& name = value.limit.left;
    if (!evolved.contains(name) && !had_errors) // a wrong equation may be the evolution equation
      context.diagnostics.error(value.limit.where,
                                "`" + name + "` does not evolve, so it has no boundary condition; remove this line.");
    if (!seen.insert(name).second)
      context.diagnostics.error(value.limit.where,
                                "`" + name + "` has a second line in the boundaries; remove one of them.");
  }
}

} // namespace chemora::tensor
