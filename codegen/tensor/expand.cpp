// What follows from a calculation's contents.
#include "codegen/tensor/expand.hpp"

#include "codegen/tensor/check_evolution.hpp"
#include "codegen/tensor/check_generated_names.hpp"
#include "codegen/tensor/expand_calculation.hpp"
#include "codegen/tensor/expand_groups.hpp"
#include "codegen/tensor/resolve.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <set>

namespace chemora::tensor {

namespace {

void place(Calculation const& calculation, ComponentCalculation& result, std::set<std::string> const& evolved) {
  bool const is_for_boundary = calculation.bin == "MoL_RHSBoundaries";
  result.before = calculation.before;
  result.after = calculation.after;
  result.region = calculation.region;
  if (result.region == Region::automatic)
    result.region = result.has_derivatives ? Region::interior : is_for_boundary ? Region::boundary : Region::everywhere;
  result.is_flat_outside = calculation.is_flat_outside;
  result.is_bin = calculation.is_bin;
  result.bin = calculation.bin;
  if (!result.bin.empty()) return;
  bool const is_initial = std::any_of(result.equations.begin(), result.equations.end(),
                                      [&](ComponentEquation const& one) { return evolved.contains(one.left); });
  result.is_bin = !result.is_evolution;
  result.bin = result.is_evolution ? "MoL_CalcRHS" : is_initial ? "INITIAL" : "ANALYSIS";
}

void expand_far_value(FarValue const& value, TensorSystem const& system, base::SourceText const& source,
                      ComponentSystem& result, base::Diagnostics& diagnostics) {
  Calculation calculation;
  calculation.equations = {value.limit};
  for (ComponentEquation& one : expand_calculation(system, calculation, source, diagnostics).equations)
    result.far_values.push_back({one.left, std::move(one.right), value.speed, value.is_extrapolated});
}

/// Only evolved variables have an outer boundary zone that something else does not fill.
void check_outside(ComponentCalculation const& calculation, std::set<std::string> const& evolved,
                   base::Diagnostics& diagnostics) {
  bool const is_right = calculation.fills_ghosts() &&
                        std::all_of(calculation.equations.begin(), calculation.equations.end(),
                                    [&](auto const& one) { return one.is_temporary || evolved.contains(one.left); });
  if (calculation.is_flat_outside && !is_right)
    diagnostics.error(calculation.where, "`outside flat` belongs to calculations in the interior that give values to "
                                         "evolved variables, and to nothing else.");
}

/// What was calculated in the interior is exchanged, by groups. Files of Kranc need not name them: somebody else may
/// fill the ghost zones.
void check_can_synchronise(ComponentSystem const& system, base::SourceText const& source,
                           base::Diagnostics& diagnostics) {
  bool const is_of_kranc = source.name.ends_with(".kranc");
  for (ComponentCalculation const& calculation : system.calculations)
    for (ComponentEquation const& equation : calculation.equations) {
      auto const separator = equation.left.find("::");
      bool const is_foreign = separator != std::string::npos;
      if (!is_foreign || calculation.region != Region::interior || system.foreign_groups.contains(equation.left))
        continue;
      std::string const implementation = equation.left.substr(0, separator);
      std::string const name = equation.left.substr(separator + 2);
      if (is_of_kranc)
        diagnostics.warning(calculation.where,
                            "`" + equation.left +
                                "` gets values in the interior only; its ghost zones are not "
                                "exchanged, because its group is not known. A block `begin inherited " +
                                implementation + "` with the line `" + name + " group NAME` names it.");
      else
        diagnostics.error(calculation.where, "`" + equation.left +
                                                 "` gets values in the interior, after which its ghost "
                                                 "zones are exchanged together with its group: name it in the block "
                                                 "`inherited`, as in `" +
                                                 name + " group NAME`.");
      break;
    }
}

} // namespace

ComponentSystem expand(TensorSystem const& system, base::SourceText const& source) {
  ComponentSystem result;
  result.thorn = system.thorn;
  result.implementation = system.implementation;
  result.inherited = system.inherited;
  result.parameters = system.parameters;
  result.operators = system.operators;
  result.has_metric = !system.metrics.empty();
  result.groups = expand_groups(system);
  std::set<std::string> evolved;
  for (Variable const& variable : system.variables)
    if (variable.is_evolved)
      for (std::string const& name : component_names(variable)) evolved.insert(name);
  base::Diagnostics diagnostics(&source);
  for (Calculation const& calculation : system.calculations)
    base::collect_errors(diagnostics, [&] {
      result.calculations.push_back(expand_calculation(system, calculation, source, diagnostics));
      place(calculation, result.calculations.back(), evolved);
    });
  result.requirements = system.requirements;
  for (FarValue const& value : system.far_values) expand_far_value(value, system, source, result, diagnostics);
  for (Variable const& variable : system.variables)
    if (!variable.foreign_group.empty())
      for (std::string const& name : component_names(variable)) result.foreign_groups[name] = variable.foreign_group;
  for (ComponentCalculation const& calculation : result.calculations) check_outside(calculation, evolved, diagnostics);
  check_can_synchronise(result, source, diagnostics);
  check_names_of_items(result, diagnostics);
  if (!diagnostics.has_errors()) check_evolution(system, result, diagnostics);
  diagnostics.throw_if_errors();
  result.warnings = diagnostics.all();
  return result;
}

} // namespace chemora::tensor
