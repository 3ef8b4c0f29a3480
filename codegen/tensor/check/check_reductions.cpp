/// Checks that equations use scalars after their reductions.
#include "codegen/tensor/check/checks.hpp"

#include <algorithm>
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

bool is_at_analysis(ComponentCalculation const& calculation) {
  return calculation.is_bin && calculation.bin == "ANALYSIS";
}

/// The scalars that calculations reduce at ANALYSIS only, with the name of such a calculation.
std::map<std::string, std::string> scalars_of_analysis(ComponentSystem const& system) {
  std::map<std::string, std::string> scalars;
  for (bool const at_analysis : {true, false})
    for (ComponentCalculation const& calculation : system.calculations)
      for (Reduction const& reduction : calculation.reductions) {
        if (is_at_analysis(calculation) != at_analysis) continue;
        if (at_analysis)
          scalars.emplace(reduction.scalar, calculation.name);
        else
          scalars.erase(reduction.scalar);
      }
  return scalars;
}

/// Reports the first equation of each calculation that uses a scalar which is reduced only when its output is due.
void check_bins(ComponentSystem const& system, base::Diagnostics& diagnostics) {
  auto const of_analysis = scalars_of_analysis(system);
  for (ComponentCalculation const& calculation : system.calculations)
    for (ComponentEquation const& equation : calculation.equations) {
      Names scalars;
      collect_scalars(equation.right, {}, scalars);
      auto const used = std::find_if(scalars.begin(), scalars.end(),
                                     [&](std::string const& scalar) { return of_analysis.contains(scalar); });
      if (used == scalars.end() || of_analysis.at(*used) == calculation.name) continue;
      auto const& where = equation.right.where;
      std::string const& reducing = of_analysis.at(*used);
      diagnostics.error(where.line > 0 ? where : calculation.where,
                        "`" + *used + "` is reduced in the calculation `" + reducing +
                            "` at ANALYSIS, which runs only when output of `" + *used + "` is due. Schedule `" +
                            reducing + "` at another bin, such as `poststep`.");
      break;
    }
}

} // namespace

void check_reductions(ComponentSystem const& system, base::Diagnostics& diagnostics) {
  for (ComponentCalculation const& calculation : system.calculations)
    if (!calculation.reductions.empty()) check_calculation(calculation, diagnostics);
  check_bins(system, diagnostics);
}

} // namespace chemora::tensor
