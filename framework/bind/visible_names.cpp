#include "framework/bind/visible_names.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <functional>

namespace chemora::bind {

namespace {

/// Whether the list contains the name; case is ignored.
bool contains(std::vector<std::string> const& names, std::string const& name) {
  return std::any_of(names.begin(), names.end(), [&](auto const& other) { return ccl::same_name(other, name); });
}

using Neighbours = std::function<std::vector<std::string>(std::string const& implementation)>;

/// All implementations that `neighbours` leads to, directly or indirectly: nearest first, without `start`.
std::vector<std::string> reachable(std::string const& start, Neighbours const& neighbours) {
  std::vector<std::string> names{start};
  for (std::size_t n = 0; n < names.size(); ++n)
    for (auto const& next : neighbours(names[n]))
      if (!contains(names, next)) names.push_back(next);
  names.erase(names.begin());
  return names;
}

std::vector<std::string> texts(std::vector<ccl::Name> const& names) {
  std::vector<std::string> result;
  for (auto const& name : names) result.push_back(name.text);
  return result;
}

std::vector<std::string> friend_implementations(ThornSet const& set, Thorn const& thorn) {
  return reachable(thorn.implementation(), [&](std::string const& implementation) {
    std::vector<std::string> friends;
    for (auto const& other : set.thorns) {
      auto const named = texts(other.interface.friends);
      if (ccl::same_name(other.implementation(), implementation))
        friends.insert(friends.end(), named.begin(), named.end());
      else if (contains(named, implementation))
        friends.push_back(other.implementation());
    }
    return friends;
  });
}

void add_groups(Thorn const& owner, std::vector<ccl::Access> const& accesses, std::vector<VisibleVariable>& variables) {
  for (auto const& group : owner.interface.groups) {
    if (!base::contains(accesses, group.access)) continue;
    bool const is_private = group.access == ccl::Access::private_access;
    for (auto const& variable : group.variables)
      variables.push_back({variable.text, is_private ? owner.name : owner.implementation(), &group});
  }
}

FortranGroup const* find_group(std::vector<FortranGroup> const& groups, ccl::VariableGroup const* group) {
  auto const entry =
      std::find_if(groups.begin(), groups.end(), [&](auto const& other) { return other.group == group; });
  return entry == groups.end() ? nullptr : &*entry;
}

/// Private groups of two thorns may have the same name; then the name of the owner is appended to the second name.
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

std::vector<std::string> inherited_implementations(ThornSet const& set, Thorn const& thorn) {
  return reachable(thorn.implementation(), [&](std::string const& implementation) {
    Thorn const* const owner =
        ccl::same_name(implementation, thorn.implementation()) ? &thorn : set.first_with_implementation(implementation);
    return owner ? texts(owner->interface.inherits) : std::vector<std::string>{};
  });
}

std::vector<VisibleVariable> visible_variables(ThornSet const& set, Thorn const& thorn) {
  using enum ccl::Access;
  std::vector<VisibleVariable> variables;
  add_groups(thorn, {public_access, protected_access, private_access}, variables);
  for (auto const& implementation : inherited_implementations(set, thorn))
    if (Thorn const* const owner = set.first_with_implementation(implementation))
      add_groups(*owner, {public_access}, variables);
  for (auto const& implementation : friend_implementations(set, thorn))
    if (Thorn const* const owner = set.first_with_implementation(implementation))
      add_groups(*owner, {protected_access}, variables);
  return variables;
}

std::string parameter_type(ccl::ParameterType type) {
  switch (type) {
  case ccl::ParameterType::integer:
  case ccl::ParameterType::boolean:
    return "CCTK_INT";
  case ccl::ParameterType::real:
    return "CCTK_REAL";
  case ccl::ParameterType::keyword:
  case ccl::ParameterType::string:
    return "CCTK_STRING";
  }
  throw base::InternalError("bind::parameter_type: unknown type of parameter");
}

std::vector<FortranParameter> fortran_parameters(Thorn const& thorn) {
  std::vector<FortranParameter> members;
  for (bool const is_small : {false, true})
    for (auto const& parameter : thorn.param.parameters)
      if ((parameter_type(parameter.type) == "CCTK_INT") == is_small)
        members.push_back({&parameter, parameter_type(parameter.type)});
  return members;
}

std::string fortran_parameter_common(Thorn const& thorn) { return "chemora_p_" + thorn.name; }

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
    if (has_sizes && !find_group(arguments.groups, variable.group))
      arguments.groups.push_back({variable.group, unique_name(arguments.groups, variable), variable.name});
  }
  return arguments;
}

std::string FortranArguments::dimensions(VisibleVariable const& variable) const {
  auto const& group = *variable.group;
  auto const* const sizes = find_group(groups, variable.group);
  std::string text;
  auto const add = [&](std::string const& extent) { text += (text.empty() ? "" : ",") + extent; };
  if (group.group_type != ccl::GroupType::scalar)
    for (int direction = 0; direction < group.dimension; ++direction)
      add(is_array(group) ? "X" + std::to_string(direction) + sizes->name : grid_extent(direction));
  if (group.vector_length) add(sizes->name + "_length");
  return text.empty() ? "" : "(" + text + ")";
}

} // namespace chemora::bind
