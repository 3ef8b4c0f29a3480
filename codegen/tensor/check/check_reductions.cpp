/// Checks that equations do not use a scalar after its reduction in the same calculation.
#include "codegen/tensor/check/checks.hpp"

#include <map>
#include <set>

namespace chemora::tensor {

namespace {

using Names = std::set<std::string>;

/// Adds the scalars on which an expression depends to `scalars`. `of_definitions` contains the scalars of definitions.
void collect_scalars(Expression const& expression, std::map<std::string, Names> const& of_definitions, Names& scalars) {
  if (expression.kind == Kind::scalar) scalars.insert(expression.name);
  if (auto const found = of_definitions.find(expression.name);
      expression.kind == Kind::temporary && found != of_definitions.end())
    scalars.insert(found->second.begin(), found->second.end());
  for (Expression const& operand : expression.operands) collect_scalars(operand, of_definitions, scalars);
}

void check_calculation(ComponentCalculation const& calculation, base::Diagnostics& diagnostics) {
  std::map<std::string, Names> of_definitions;
  Names reduced;
  for (ComponentEquation const& equation : calculation.equations) {
    Names scalars;
    collect_scalars(equation.right, of_definitions, scalars);
    if (equation.is_definition) of_definitions[equation.left] = scalars;
    for (std::string const& scalar : scalars)
      if (!equation.is_definition && reduced.contains(scalar)) {
        auto const& where = equation.right.where;
        diagnostics.error(where.line > 0 ? where : calculation.where,
                          "`" + scalar +
                              "` would have the value of an earlier reduction here, because reductions follow all "
                              "equations of their calculation. Use `" +
                              scalar + "` in a calculation after `" + calculation.name + "`.");
        return;
      }
    for (Reduction const& reduction : calculation.reductions)
      if (reduction.terms == equation.left) reduced.insert(reduction.scalar);
  }
}

} // namespace

void check_reductions(ComponentSystem const& system, base::Diagnostics& diagnostics) {
  for (ComponentCalculation const& calculation : system.calculations)
    if (!calculation.reductions.empty()) check_calculation(calculation, diagnostics);
}

} // namespace chemora::tensor
