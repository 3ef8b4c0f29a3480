/// The C functions of cctk_FunctionAliases.h: functions that thorns provide for each other.
#include "framework/services/services.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/include/cctk_FunctionAliases.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace chemora::services {

namespace {

struct Provider {
  std::string thorn;
  bind::FunctionPointer function;
};

/// The aliased functions, keyed by their name in lower case.
std::map<std::string, Provider>& providers() {
  static std::map<std::string, Provider> registry;
  return registry;
}

/// Returns the position of the thorn in ActiveThorns, or the position of the function in interface.ccl.
base::SourcePosition place_of(parameters::CompiledThorn const& thorn, base::SourcePosition const& in_interface) {
  return thorn.where_activated.line > 0 ? thorn.where_activated : in_interface;
}

/// Reports aliased functions that two active thorns provide, with one error for each pair of thorns.
class Conflicts {
public:
  void add(std::string const& first, parameters::CompiledThorn const& second, std::string const& function) {
    auto& conflict = conflicts_[{first, second.name}];
    conflict.functions.push_back(function);
    if (conflict.functions.size() > 1) return;
    for (auto const& clause : second.interface.provides_functions)
      if (ccl::same_name(clause.function.text, function)) conflict.where = place_of(second, clause.function.where);
  }

  void report(base::Diagnostics& problems) const {
    for (auto const& [thorns, conflict] : conflicts_)
      problems.error(conflict.where, fmt::format("Both {} and {} provide the function{} {}. Activate only one of them.",
                                                 thorns.first, thorns.second, conflict.functions.size() > 1 ? "s" : "",
                                                 fmt::join(conflict.functions, ", ")));
  }

private:
  struct Conflict {
    base::SourcePosition where;
    std::vector<std::string> functions;
  };
  std::map<std::pair<std::string, std::string>, Conflict> conflicts_;
};

void add_provider(parameters::CompiledThorn const& thorn, bind::ProvidedFunction const& provided,
                  Conflicts& conflicts) {
  auto const [place, is_new] =
      providers().try_emplace(ccl::lower_case(provided.alias), Provider{thorn.name, provided.function});
  if (!is_new) conflicts.add(place->second.thorn, thorn, provided.alias);
}

/// Returns a sentence that lists the compiled thorns that provide the function.
std::string compiled_providers(parameters::ThornCatalogue const& catalogue, std::string const& function) {
  std::vector<std::string> names;
  for (auto const& thorn : catalogue.thorns())
    for (auto const& clause : thorn.interface.provides_functions)
      if (ccl::same_name(clause.function.text, function)) names.push_back(thorn.name);
  return names.empty() ? "No compiled thorn provides it."
                       : "Add one of these to ActiveThorns: " + base::join(names) + ".";
}

/// Reports required functions that no active thorn provides. Functions with the same set of possible providers share
/// one error.
class MissingFunctions {
public:
  explicit MissingFunctions(parameters::ThornCatalogue const& catalogue) : catalogue_(catalogue) {}

  void add(parameters::CompiledThorn const& thorn, ccl::Name const& function) {
    auto& missing = by_remedy_[compiled_providers(catalogue_, function.text)];
    if (missing.functions.empty()) missing.where = place_of(thorn, function.where);
    add_once(missing.thorns, thorn.name);
    add_once(missing.functions, function.text);
  }

  void report(base::Diagnostics& problems) const {
    for (auto const& [remedy, missing] : by_remedy_)
      problems.error(missing.where,
                     fmt::format("{} require{} the function{} {}, which no active thorn provides. {}",
                                 fmt::join(missing.thorns, " and "), missing.thorns.size() > 1 ? "" : "s",
                                 missing.functions.size() > 1 ? "s" : "", fmt::join(missing.functions, ", "), remedy));
  }

private:
  static void add_once(std::vector<std::string>& names, std::string const& name) {
    if (!base::contains(names, name)) names.push_back(name);
  }

  struct Missing {
    base::SourcePosition where;
    std::vector<std::string> thorns, functions;
  };
  parameters::ThornCatalogue const& catalogue_;
  std::map<std::string, Missing> by_remedy_;
};

} // namespace

void resolve_aliased_functions(parameters::ThornCatalogue const& catalogue,
                               std::span<bind::AliasedFunction const> functions) {
  base::Diagnostics problems;
  Conflicts conflicts;
  providers().clear();
  for (auto const& thorn : catalogue.thorns())
    if (thorn.is_active && thorn.binding)
      for (auto const& provided : thorn.binding->provided_functions) add_provider(thorn, provided, conflicts);
  conflicts.report(problems);
  for (auto const& function : functions) {
    auto const provider = providers().find(ccl::lower_case(function.name));
    *function.slot = provider == providers().end() ? nullptr : provider->second.function;
  }
  MissingFunctions missing(catalogue);
  for (auto const& thorn : catalogue.thorns())
    if (thorn.is_active)
      for (auto const& required : thorn.interface.requires_functions)
        if (!providers().contains(ccl::lower_case(required.text))) missing.add(thorn, required);
  missing.report(problems);
  problems.throw_if_errors();
}

} // namespace chemora::services

extern "C" int CCTK_IsFunctionAliased(const char* name) {
  return name && chemora::services::providers().contains(chemora::ccl::lower_case(name));
}
