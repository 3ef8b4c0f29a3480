#include "framework/run/scheduler.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"
#include "framework/parameters/thorn_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::run {

namespace {

bool has_owner(std::string const& name) { return name.find("::") != std::string::npos; }

/// Returns the possible full names of `name` in the CCL files of this thorn. A thorn may use its implementation for its
/// private variables, and its own name for the others.
std::vector<std::string> full_names(std::string const& name, parameters::CompiledThorn const& thorn) {
  std::string bare = name;
  if (has_owner(name)) {
    std::string const owner = name.substr(0, name.find("::"));
    if (!ccl::same_name(owner, thorn.name) && !ccl::same_name(owner, thorn.implementation())) return {name};
    bare = name.substr(name.find("::") + 2);
  }
  return {thorn.implementation() + "::" + bare, thorn.name + "::" + bare};
}

/// Returns all implementations that are reachable from `from` by `neighbours`, in breadth-first order, without `from`.
template <class Neighbours>
std::vector<std::string> reachable(std::string const& from, Neighbours neighbours) {
  std::vector<std::string> names{from};
  for (std::size_t n = 0; n < names.size(); ++n)
    for (std::string const& next : neighbours(names[n]))
      if (std::none_of(names.begin(), names.end(), [&](auto const& name) { return ccl::same_name(name, next); }))
        names.push_back(next);
  names.erase(names.begin());
  return names;
}

std::vector<std::string> ancestors(parameters::CompiledThorn const& thorn) {
  return reachable(thorn.implementation(), [&](std::string const& implementation) {
    bool const is_own = ccl::same_name(implementation, thorn.implementation());
    auto const* const descendant = is_own ? &thorn : parameters::thorn_catalogue().active_implementor(implementation);
    std::vector<std::string> parents;
    if (descendant)
      for (auto const& parent : descendant->interface.inherits) parents.push_back(parent.text);
    return parents;
  });
}

/// Friends of friends are friends, and friendship is mutual.
std::vector<std::string> friends(parameters::CompiledThorn const& thorn) {
  return reachable(thorn.implementation(), [](std::string const& implementation) {
    std::vector<std::string> names;
    for (auto const& other : parameters::thorn_catalogue().thorns()) {
      if (!other.is_active) continue;
      for (auto const& named : other.interface.friends) {
        if (ccl::same_name(other.implementation(), implementation)) names.push_back(named.text);
        if (ccl::same_name(named.text, implementation)) names.push_back(other.implementation());
      }
    }
    return names;
  });
}

/// Finds a group of another implementation by a name without `::`, as Cactus does. Public groups of inherited
/// implementations precede protected groups of friends. Returns -1 for an unknown name.
int group_of_others(std::string const& name, parameters::CompiledThorn const& thorn,
                    variables::VariableTable const& table) {
  auto const first_of = [&](std::vector<std::string> const& implementations, ccl::Access access) {
    for (auto const& implementation : implementations) {
      int const index = table.group_index(implementation + "::" + name);
      if (index >= 0 && table.group(index)->access == access) return index;
    }
    return -1;
  };
  int const inherited = first_of(ancestors(thorn), ccl::Access::public_access);
  return inherited >= 0 ? inherited : first_of(friends(thorn), ccl::Access::protected_access);
}

bool owner_is_active(std::string const& name) {
  std::string const owner = name.substr(0, name.find("::"));
  auto const& catalogue = parameters::thorn_catalogue();
  auto const* const thorn = catalogue.find_thorn(owner);
  return (thorn && thorn->is_active) || catalogue.active_implementor(owner);
}

[[noreturn]] void fail(ccl::Name const& name, char const* what, std::vector<std::string> const& known) {
  throw base::UserError(name.where,
                        fmt::format("There is no {} `{}`.{}", what, name.text, base::did_you_mean(name.text, known)));
}

/// Removes one `_p` from the end.
bool take_past_suffix(std::string& name) {
  if (!name.ends_with("_p") && !name.ends_with("_P")) return false;
  name.erase(name.size() - 2);
  return true;
}

/// Throws base::UserError if the group does not declare the time level.
void check_time_level(ccl::VariableReference const& reference, variables::Group const& group, int time_level) {
  if (time_level < group.n_time_levels) return;
  throw base::UserError(reference.name.where,
                        fmt::format("`{}` means time level {} (0 is the current one), but {} is declared with {}.",
                                    reference.name.text, time_level, group.full_name,
                                    base::counted(group.n_time_levels, "time level")));
}

} // namespace

int scheduled_group(ccl::Name const& name, parameters::CompiledThorn const& thorn,
                    variables::VariableTable const& table) {
  for (auto const& full_name : full_names(name.text, thorn))
    if (int const index = table.group_index(full_name); index >= 0) return index;
  if (int const index = has_owner(name.text) ? -1 : group_of_others(name.text, thorn, table); index >= 0) return index;
  if (has_owner(name.text) && !owner_is_active(name.text)) return -1;
  fail(name, "group", table.group_names());
}

int scheduled_variable(ccl::Name const& name, parameters::CompiledThorn const& thorn,
                       variables::VariableTable const& table) {
  for (auto const& full_name : full_names(name.text, thorn))
    if (auto const indices = table.variable_indices(full_name); !indices.empty()) return indices.front();
  if (has_owner(name.text) && !owner_is_active(name.text)) return -1;
  fail(name, "variable", table.variable_names());
}

ScheduledVariables scheduled_variables(ccl::VariableReference const& reference, parameters::CompiledThorn const& thorn,
                                       variables::VariableTable const& table, ccl::Environment const& environment) {
  ScheduledVariables result;
  for (std::string name = reference.name.text;;) {
    for (auto full_name : full_names(name, thorn)) {
      if (reference.index) full_name += fmt::format("[{}]", ccl::evaluate_integer(*reference.index, environment));
      result.indices = table.variable_indices(full_name);
      if (!result.indices.empty()) {
        check_time_level(reference, *table.group_of(result.indices.front()), result.time_level);
        return result;
      }
      if (auto const* const group = table.group(table.group_index(full_name))) {
        check_time_level(reference, *group, result.time_level);
        for (int n = 0; n < group->n_variables; ++n) result.indices.push_back(group->first_variable + n);
        return result;
      }
    }
    if (!take_past_suffix(name)) break;
    ++result.time_level;
  }
  if (has_owner(reference.name.text) && !owner_is_active(reference.name.text)) return {};
  auto known = table.variable_names();
  for (auto const& group : table.group_names()) known.push_back(group);
  fail(reference.name, "variable or group", known);
}

} // namespace chemora::run
