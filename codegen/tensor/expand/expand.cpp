#include "codegen/tensor/expand/expand.hpp"

#include "codegen/tensor/check/checks.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <set>

namespace chemora::tensor {

namespace {

/// The value of the tag `tensortypealias` that CartGrid3D and the symmetry thorns read: U, D, DU, ..., with `_sym` for
/// a symmetric pair.
std::string tensor_type(Variable const& variable) {
  Shape const& shape = variable.shape;
  if (shape.rank() == 0) return "Scalar";
  std::string type;
  for (bool is_upper : shape.upper) type += is_upper ? 'U' : 'D';
  if (shape.rank() > 2) return {};
  if (shape.pairs.empty()) return type;
  return shape.pairs[0].is_antisymmetric ? "" : type + "_sym";
}

/// Sets the transformation of the group in mirrors: one tensor type, or the signs of each variable.
void set_mirror_behaviour(ComponentGroup& group, std::vector<std::string> const& tensors, TensorSystem const& system) {
  std::set<std::string> types;
  std::set<bool> parities;
  std::vector<std::string> signs;
  for (std::string const& name : tensors) {
    Variable const& variable = system.variable(name);
    types.insert(tensor_type(variable));
    parities.insert(variable.is_pseudo);
    for (std::string const& variable_signs : mirror_signs(variable)) signs.push_back(variable_signs);
  }
  bool const is_one_type = types.size() == 1 && parities.size() == 1 && !types.begin()->empty() &&
                           (tensors.size() == 1 || *types.begin() == "Scalar");
  if (is_one_type) {
    group.tensor_type = *types.begin();
    group.is_pseudo = *parities.begin();
  } else {
    group.mirror_signs = signs;
  }
}

ComponentGroup expand_group(Group const& group, TensorSystem const& system) {
  ComponentGroup result;
  result.name = group.name;
  result.description = group.description;
  result.condition = group.condition;
  for (std::string const& name : group.variables) {
    Variable const& variable = system.variable(name);
    result.is_evolved = result.is_evolved || variable.is_evolved;
    for (std::string const& component : component_names(variable)) result.variables.push_back(component);
  }
  set_mirror_behaviour(result, group.variables, system);
  constexpr int levels_of_evolved = 2;
  result.time_levels = group.time_levels > 0 ? group.time_levels : result.is_evolved ? levels_of_evolved : 1;
  if (result.is_evolved) result.right_sides = group.name + "rhs";
  return result;
}

/// Returns the group of the right-hand sides of the evolved tensors in `group`.
ComponentGroup right_side_group(Group const& group, ComponentGroup const& state, TensorSystem const& system) {
  ComponentGroup result;
  result.name = state.right_sides;
  result.description = "Right-hand side of " + state.name;
  result.condition = state.condition;
  std::vector<std::string> evolved;
  for (std::string const& name : group.variables) {
    if (!system.variable(name).is_evolved) continue;
    evolved.push_back(name);
    for (std::string const& component : component_names(system.variable(name)))
      result.variables.push_back(component + "rhs");
  }
  set_mirror_behaviour(result, evolved, system);
  return result;
}

/// Returns the groups in the order of the file, followed by the groups of right-hand sides of evolved groups.
std::vector<ComponentGroup> expand_groups(TensorSystem const& system) {
  std::vector<ComponentGroup> groups, right_sides;
  for (Group const& group : system.groups) {
    groups.push_back(expand_group(group, system));
    if (groups.back().is_evolved) right_sides.push_back(right_side_group(group, groups.back(), system));
  }
  groups.insert(groups.end(), right_sides.begin(), right_sides.end());
  return groups;
}

/// Sets the schedule place and the region of a calculation, with the defaults of expand().
void set_place(Calculation const& calculation, ComponentCalculation& result, std::set<std::string> const& evolved) {
  bool const is_for_boundary = calculation.bin == "MoL_RHSBoundaries";
  result.before = calculation.before;
  result.after = calculation.after;
  result.region = calculation.region;
  if (result.region == Region::automatic)
    result.region = result.has_derivatives ? Region::interior : is_for_boundary ? Region::boundary : Region::everywhere;
  result.is_flat_outside = calculation.is_flat_outside;
  result.precision = calculation.precision;
  result.is_bin = calculation.is_bin;
  result.bin = calculation.bin;
  if (!result.bin.empty()) return;
  bool const is_initial =
      std::any_of(result.equations.begin(), result.equations.end(),
                  [&](ComponentEquation const& equation) { return evolved.contains(equation.left); });
  result.is_bin = !result.is_evolution;
  result.bin = result.is_evolution ? "MoL_CalcRHS" : is_initial ? "INITIAL" : "ANALYSIS";
}

void expand_far_value(FarValue const& value, TensorSystem const& system, base::SourceText const& source,
                      ComponentSystem& result, base::Diagnostics& diagnostics) {
  Calculation calculation;
  calculation.equations = {value.limit};
  for (ComponentEquation& limit : expand_calculation(system, calculation, source, diagnostics).equations)
    result.far_values.push_back({limit.left, std::move(limit.right), value.speed, value.is_extrapolated});
}

/// Checks that `outside flat` is used for evolved variables only. Variables that do not evolve have no outer boundary
/// zone.
void check_outside(ComponentCalculation const& calculation, std::set<std::string> const& evolved,
                   base::Diagnostics& diagnostics) {
  bool const is_right =
      calculation.fills_ghosts() &&
      std::all_of(calculation.equations.begin(), calculation.equations.end(),
                  [&](auto const& equation) { return equation.is_temporary || evolved.contains(equation.left); });
  if (calculation.is_flat_outside && !is_right)
    diagnostics.error(calculation.where, "`outside flat` can be used only in calculations on the interior that assign "
                                         "evolved variables and temporaries; remove it here.");
}

/// Checks that the group is known for each variable of another thorn that a calculation computes in the interior.
/// Cactus synchronises such variables by group. Kranc files need not name the groups, because another thorn may fill
/// the ghost zones.
void check_can_synchronise(ComponentSystem const& system, base::SourceText const& source,
                           base::Diagnostics& diagnostics) {
  bool const is_kranc = source.name.ends_with(".kranc");
  for (ComponentCalculation const& calculation : system.calculations)
    for (ComponentEquation const& equation : calculation.equations) {
      auto const separator = equation.left.find("::");
      bool const is_foreign = separator != std::string::npos;
      if (!is_foreign || calculation.region != Region::interior || system.foreign_groups.contains(equation.left))
        continue;
      std::string const implementation = equation.left.substr(0, separator);
      std::string const name = equation.left.substr(separator + 2);
      if (is_kranc)
        diagnostics.warning(calculation.where,
                            "`" + equation.left +
                                "` is computed in the interior only, and its ghost zones are not "
                                "exchanged, because its group is unknown. Name the group in a block `begin inherited " +
                                implementation + "` with the line `" + name + " group NAME`.");
      else
        diagnostics.error(calculation.where,
                          "`" + equation.left +
                              "` is computed in the interior. Its ghost zones are then exchanged with "
                              "its group; name the group in the block `inherited`, as in `" +
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
  result.precisions = system.precisions;
  result.parameters = system.parameters;
  result.operators = system.operators;
  result.has_metric = !system.metrics.empty();
  result.groups = expand_groups(system);
  result.scalars = system.scalars;
  std::set<std::string> evolved;
  for (Variable const& variable : system.variables)
    if (variable.is_evolved)
      for (std::string const& name : component_names(variable)) evolved.insert(name);
  base::Diagnostics diagnostics(&source);
  for (Calculation const& calculation : system.calculations)
    base::collect_errors(diagnostics, [&] {
      result.calculations.push_back(expand_calculation(system, calculation, source, diagnostics));
      set_place(calculation, result.calculations.back(), evolved);
    });
  result.requirements = system.requirements;
  for (FarValue const& value : system.far_values) expand_far_value(value, system, source, result, diagnostics);
  for (Variable const& variable : system.variables)
    if (!variable.foreign_group.empty())
      for (std::string const& name : component_names(variable)) result.foreign_groups[name] = variable.foreign_group;
  for (ComponentCalculation const& calculation : result.calculations) check_outside(calculation, evolved, diagnostics);
  check_can_synchronise(result, source, diagnostics);
  check_reductions(result, diagnostics);
  check_names_of_items(result, diagnostics);
  if (!diagnostics.has_errors()) check_evolution(system, result, diagnostics);
  diagnostics.throw_if_errors();
  result.warnings = system.warnings;
  result.warnings.insert(result.warnings.end(), diagnostics.all().begin(), diagnostics.all().end());
  return result;
}

} // namespace chemora::tensor
