// Names and shapes of Fortran dummy arguments.
#include "framework/bind/fortran_arguments.hpp"

#include <algorithm>

namespace chemora::bind {

namespace {

FortranGroup const* find(std::vector<FortranGroup> const& groups, ccl::VariableGroup const* group) {
  auto const found =
      std::find_if(groups.begin(), groups.end(), [&](auto const& other) { return other.group == group; });
  return found == groups.end() ? nullptr : &*found;
}

/// Private groups of two thorns may have one name; the later one gets its owner's too.
std::string unique_name(std::vector<FortranGroup> const& groups, VisibleVariable const& variable) {
  std::string const& name = variable.group->name.text;
  bool const is_taken =
      std::any_of(groups.begin(), groups.end(), [&](auto const& other) { return ccl::same_name(other.name, name); });
  return is_taken ? name + "_" + variable.owner : name;
}

std::string grid_extent(int direction) {
  std::string const number = std::to_string(direction + 1);
  return direction < 3 ? "cctk_ash" + number : "cctk_ash(" + number + ")";
}

} // namespace

bool is_array(ccl::VariableGroup const& group) { return group.group_type == ccl::GroupType::array; }

std::string time_level_name(std::string const& variable, int time_level) {
  std::string name = variable;
  for (int level = 0; level < time_level; ++level) name += "_p";
  return name;
}

FortranArguments fortran_arguments(ThornSet const& set, Thorn const& thorn) {
  FortranArguments arguments;
  for (auto const& variable : visible_variables(set, thorn)) {
    if (variable.group->type == "CHAR") continue; // Fortran has strings only
    arguments.variables.push_back(variable);
    bool const has_sizes = is_array(*variable.group) || variable.group->vector_length;
    if (has_sizes && !find(arguments.groups, variable.group))
      arguments.groups.push_back({variable.group, unique_name(arguments.groups, variable), variable.name});
  }
  return arguments;
}

std::string FortranArguments::dimensions(VisibleVariable const& variable) const {
  auto const& group = *variable.group;
  auto const* const sizes = find(groups, variable.group);
  std::string text;
  auto const add = [&](std::string const& extent) { text += (text.empty() ? "" : ",") + extent; };
  if (group.group_type != ccl::GroupType::scalar)
    for (int direction = 0; direction < group.dimension; ++direction)
      add(is_array(group) ? "X" + std::to_string(direction) + sizes->name : grid_extent(direction));
  if (group.vector_length) add(sizes->name + "_length");
  return text.empty() ? "" : "(" + text + ")";
}

} // namespace chemora::bind
