// cctk_FunctionAliases.h: functions that thorns provide for each other.
#include "framework/services/aliased_functions.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_FunctionAliases.h"

#include <map>
#include <string>

namespace chemora::services {

namespace {

struct Provider {
  std::string thorn;
  bind::FunctionPointer function;
};

/// By lower-case name.
std::map<std::string, Provider>& providers() {
  static std::map<std::string, Provider> all;
  return all;
}

void add_provider(parameters::CompiledThorn const& thorn, bind::ProvidedFunction const& provided,
                  base::Diagnostics& problems) {
  auto const [place, is_new] =
      providers().try_emplace(ccl::lower_case(provided.alias), Provider{thorn.name, provided.function});
  if (is_new) return;
  base::SourcePosition where;
  for (auto const& clause : thorn.interface.provides_functions)
    if (ccl::same_name(clause.function.text, provided.alias)) where = clause.function.where;
  problems.error(where, "Both " + place->second.thorn + " and " + thorn.name + " provide the function " +
                            provided.alias + ". Activate only one of them.");
}

/// Thorns that would provide the function if they were active, as a hint.
std::string compiled_providers(parameters::ThornCatalogue const& catalogue, std::string const& function) {
  std::string names;
  for (auto const& thorn : catalogue.thorns())
    for (auto const& clause : thorn.interface.provides_functions)
      if (ccl::same_name(clause.function.text, function)) names += (names.empty() ? "" : ", ") + thorn.name;
  return names.empty() ? "No compiled thorn does." : "Add one of these to ActiveThorns: " + names + ".";
}

} // namespace

void resolve_aliased_functions(parameters::ThornCatalogue const& catalogue,
                               std::span<bind::AliasedFunction const> functions) {
  base::Diagnostics problems;
  providers().clear();
  for (auto const& thorn : catalogue.thorns())
    if (thorn.is_active && thorn.binding)
      for (auto const& provided : thorn.binding->provided_functions) add_provider(thorn, provided, problems);
  for (auto const& function : functions) {
    auto const provider = providers().find(ccl::lower_case(function.name));
    *function.slot = provider == providers().end() ? nullptr : provider->second.function;
  }
  for (auto const& thorn : catalogue.thorns())
    if (thorn.is_active)
      for (auto const& required : thorn.interface.requires_functions)
        if (!providers().contains(ccl::lower_case(required.text)))
          problems.error(required.where, thorn.name + " requires the function " + required.text +
                                             ", which no active thorn provides. " +
                                             compiled_providers(catalogue, required.text));
  problems.throw_if_errors();
}

} // namespace chemora::services

extern "C" int CCTK_IsFunctionAliased(const char* name) {
  return name && chemora::services::providers().contains(chemora::ccl::lower_case(name));
}
