/// Resolves references such as `u`, `impl::u_p`, `impl::group` and `v[2]` to variables and time levels.
#include "framework/bind/visible_names.hpp"

#include <algorithm>

namespace chemora::bind {

namespace {

struct QualifiedName {
  std::string owner; ///< text before `::`; empty if the name contains no `::`
  std::string name;
};

QualifiedName split(std::string const& text) {
  auto const colons = text.rfind("::");
  if (colons == std::string::npos) return {"", text};
  return {text.substr(0, colons), text.substr(colons + 2)};
}

/// `thorn::x` also refers to `implementation::x` of the implementation of the thorn.
bool is_owned_by(VisibleVariable const& variable, std::string const& owner, Thorn const& thorn) {
  if (owner.empty() || ccl::same_name(variable.owner, owner)) return true;
  bool const is_own = ccl::same_name(owner, thorn.name) || ccl::same_name(owner, thorn.implementation());
  return is_own &&
         (ccl::same_name(variable.owner, thorn.implementation()) || ccl::same_name(variable.owner, thorn.name));
}

/// The variables for `name`, whose suffixes `_p` are part of the name.
std::vector<VisibleVariable> find_exactly(std::vector<VisibleVariable> const& variables, QualifiedName const& name,
                                          Thorn const& thorn) {
  std::vector<VisibleVariable> found;
  for (auto const& variable : variables) {
    bool const is_named =
        ccl::same_name(variable.name, name.name) || ccl::same_name(variable.group->name.text, name.name);
    if (is_named && is_owned_by(variable, name.owner, thorn)) found.push_back(variable);
  }
  return found;
}

struct Resolved {
  std::vector<VisibleVariable> variables;
  int time_level = 0;
};

Resolved resolve(std::vector<VisibleVariable> const& variables, std::string const& text, Thorn const& thorn) {
  QualifiedName name = split(text);
  for (int time_level = 0;; ++time_level) {
    auto found = find_exactly(variables, name, thorn);
    if (!found.empty() || !ccl::lower_case(name.name).ends_with("_p")) return {std::move(found), time_level};
    name.name.resize(name.name.size() - 2);
  }
}

void add(FunctionAccess& function, VisibleVariable const& variable, int time_level, bool is_written) {
  for (auto& access : function.accesses) {
    if (access.variable.full_name() != variable.full_name() || access.time_level != time_level) continue;
    access.is_written = access.is_written || is_written;
    return;
  }
  function.accesses.push_back({variable, time_level, is_written});
}

FunctionAccess& entry_of(std::vector<FunctionAccess>& functions, std::string const& name) {
  auto const is_same = [&](auto const& function) { return function.name == name; };
  auto const found = std::find_if(functions.begin(), functions.end(), is_same);
  if (found != functions.end()) return *found;
  functions.push_back({name, {}});
  return functions.back();
}

} // namespace

std::optional<DeclaredAccess> resolve_variable(std::vector<VisibleVariable> const& variables, std::string const& text,
                                               Thorn const& thorn) {
  std::string const name = ccl::lower_case(split(text).name);
  Resolved const resolved = resolve(variables, text, thorn);
  for (auto const& variable : resolved.variables)
    if (name.starts_with(ccl::lower_case(variable.name))) return DeclaredAccess{variable, resolved.time_level};
  return std::nullopt;
}

std::vector<FunctionAccess> declared_accesses(ThornSet const& set, Thorn const& thorn) {
  auto const variables = visible_variables(set, thorn);
  std::vector<FunctionAccess> functions;
  for (auto const* const item : all_items(thorn.schedule)) {
    if (item->is_group) continue;
    FunctionAccess& function = entry_of(functions, item->name.text);
    auto const add_all = [&](std::vector<ccl::VariableReference> const& references, bool is_written) {
      for (auto const& reference : references) {
        auto const resolved = resolve(variables, reference.name.text, thorn);
        for (auto const& variable : resolved.variables) add(function, variable, resolved.time_level, is_written);
      }
    };
    add_all(item->reads, false);
    add_all(item->writes, true);
  }
  return functions;
}

std::vector<ccl::Name> unresolved_accesses(ThornSet const& set, Thorn const& thorn) {
  auto const variables = visible_variables(set, thorn);
  auto const inherited = inherited_implementations(set, thorn);
  auto const is_seen = [&](std::string const& owner) {
    if (owner.empty() || ccl::same_name(owner, thorn.name) || ccl::same_name(owner, thorn.implementation()))
      return true;
    return set.first_with_implementation(owner) &&
           std::any_of(inherited.begin(), inherited.end(),
                       [&](auto const& name) { return ccl::same_name(name, owner); });
  };
  std::vector<ccl::Name> unresolved;
  for (auto const* const item : all_items(thorn.schedule))
    for (auto const* const clause : {&item->reads, &item->writes, &item->invalidates})
      for (auto const& reference : *clause)
        if (is_seen(split(reference.name.text).owner) &&
            resolve(variables, reference.name.text, thorn).variables.empty())
          unresolved.push_back(reference.name);
  return unresolved;
}

std::vector<MissingTimeLevel> accesses_to_missing_time_levels(ThornSet const& set, Thorn const& thorn) {
  auto const variables = visible_variables(set, thorn);
  std::vector<MissingTimeLevel> missing;
  for (auto const* const item : all_items(thorn.schedule))
    for (auto const* const clause : {&item->reads, &item->writes, &item->invalidates})
      for (auto const& reference : *clause) {
        auto const resolved = resolve(variables, reference.name.text, thorn);
        if (resolved.variables.empty()) continue;
        auto const& variable = resolved.variables.front();
        if (resolved.time_level >= variable.group->n_time_levels)
          missing.push_back({reference.name, variable, resolved.time_level});
      }
  return missing;
}

} // namespace chemora::bind
