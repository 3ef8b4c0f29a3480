// A group has a tensor type where it holds one tensor that Cactus has a name for, or only scalars.
#include "codegen/tensor/expand_groups.hpp"

#include "codegen/tensor/resolve.hpp"

#include <set>

namespace chemora::tensor {

namespace {

/// tensortypealias as CartGrid3D and the symmetry thorns read it: U, D, DU, ...; `_sym` for a symmetric pair.
std::string tensor_type(Variable const& variable) {
  Shape const& shape = variable.shape;
  if (shape.rank() == 0) return "Scalar";
  std::string type;
  for (bool is_upper : shape.upper) type += is_upper ? 'U' : 'D';
  if (shape.rank() > 2) return {};
  if (shape.pairs.empty()) return type;
  return shape.pairs[0].is_antisymmetric ? "" : type + "_sym";
}

/// How a group of these tensors behaves in mirrors: by a type, or variable by variable.
void describe(ComponentGroup& group, std::vector<std::string> const& tensors, TensorSystem const& system) {
  std::set<std::string> types;
  std::set<bool> parities;
  std::vector<std::string> signs;
  for (std::string const& name : tensors) {
    Variable const& variable = system.variable(name);
    types.insert(tensor_type(variable));
    parities.insert(variable.is_pseudo);
    for (std::string const& one : mirror_signs(variable)) signs.push_back(one);
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
  for (std::string const& name : group.variables) {
    Variable const& variable = system.variable(name);
    result.is_evolved = result.is_evolved || variable.is_evolved;
    for (std::string const& one : component_names(variable)) result.variables.push_back(one);
  }
  describe(result, group.variables, system);
  constexpr int levels_of_evolved = 2;
  result.time_levels = group.time_levels > 0 ? group.time_levels : result.is_evolved ? levels_of_evolved : 1;
  if (result.is_evolved) result.right_sides = group.name + "rhs";
  return result;
}

/// The group of right-hand sides: only of the evolved tensors of the group.
ComponentGroup right_side_group(Group const& group, ComponentGroup const& state, TensorSystem const& system) {
  ComponentGroup result;
  result.name = state.right_sides;
  result.description = "Right-hand side of " + state.name;
  std::vector<std::string> evolved;
  for (std::string const& name : group.variables) {
    if (!system.variable(name).is_evolved) continue;
    evolved.push_back(name);
    for (std::string const& one : component_names(system.variable(name))) result.variables.push_back(one + "rhs");
  }
  describe(result, evolved, system);
  return result;
}

} // namespace

std::vector<ComponentGroup> expand_groups(TensorSystem const& system) {
  std::vector<ComponentGroup> groups, right_sides;
  for (Group const& group : system.groups) {
    groups.push_back(expand_group(group, system));
    if (groups.back().is_evolved) right_sides.push_back(right_side_group(group, groups.back(), system));
  }
  groups.insert(groups.end(), right_sides.begin(), right_sides.end());
  return groups;
}

} // namespace chemora::tensor
