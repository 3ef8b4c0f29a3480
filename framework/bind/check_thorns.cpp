// All checks, and the checks of shared parameters and capabilities.
#include "framework/bind/check_thorns.hpp"

#include "framework/base/nearest_name.hpp"

#include <algorithm>
#include <map>

namespace chemora::bind {

namespace {

std::string excerpt(ThornSet const& set, base::SourcePosition const& where) {
  if (where.line < 1) return {};
  for (auto const& thorn : set.thorns)
    for (auto const* const text :
         {&thorn.interface_text, &thorn.param_text, &thorn.schedule_text, &thorn.configuration_text})
      if (text->name == where.file) return text->line(where.line);
  return {};
}

ccl::Parameter const* find_parameter(Thorn const& thorn, std::string const& name) {
  for (auto const& parameter : thorn.param.parameters)
    if (parameter.origin == ccl::ParameterOrigin::declared && ccl::same_name(parameter.name.text, name))
      return &parameter;
  return nullptr;
}

/// An implementation may have several thorns; one that declares the parameter is enough.
void check_shared_parameter(ThornSet const& set, ccl::Parameter const& shared, base::Diagnostics& findings) {
  std::vector<std::string> known;
  bool is_compiled = false;
  for (auto const& thorn : set.thorns) {
    if (!ccl::same_name(thorn.implementation(), shared.shared_from)) continue;
    is_compiled = true;
    for (auto const& parameter : thorn.param.parameters)
      if (parameter.scope != ccl::ParameterScope::private_scope && parameter.origin == ccl::ParameterOrigin::declared)
        known.push_back(parameter.name.text);
    auto const* const found = find_parameter(thorn, shared.name.text);
    if (!found) continue;
    if (found->type != shared.type)
      findings.error(shared.name.where, "`" + shared.name.text + "` is a " + to_text(found->type) + " of `" +
                                            shared.shared_from + "`, not a " + to_text(shared.type) + ".");
    else if (found->scope == ccl::ParameterScope::private_scope)
      findings.error(shared.name.where, "`" + shared.name.text + "` of `" + shared.shared_from +
                                            "` is private; only RESTRICTED parameters can be shared.");
    return;
  }
  if (is_compiled)
    findings.error(shared.name.where, "`" + shared.shared_from + "` has no parameter `" + shared.name.text + "`." +
                                          base::did_you_mean(shared.name.text, known));
}

std::string package_of(std::string const& capability) {
  static std::map<std::string, std::string> const packages{
      {"mpi", "libopenmpi-dev"}, {"hdf5", "libhdf5-openmpi-dev"}, {"hwloc", "libhwloc-dev"}, {"zlib", "zlib1g-dev"}};
  auto const found = packages.find(ccl::lower_case(capability));
  return found == packages.end() ? "" : " On Debian, install " + found->second + ".";
}

void check_need(ThornSet const& set, Thorn const& thorn, ccl::NeededCapability const& need,
                base::Diagnostics& findings) {
  std::string const& name = need.name.text;
  if (!need.version.empty())
    findings.error(need.name.where, "A condition on the version of `" + name + "` (" + need.comparison + " " +
                                        need.version + ") is not supported.");
  auto const providers = set.providers_of(name);
  bool const is_required = need.kind == ccl::NeededCapability::Kind::required;
  if (is_required && providers.empty() && !set.machine_has(name))
    findings.error(need.name.where, "Thorn " + thorn.name + " requires the capability `" + name +
                                        "`, but neither a thorn of this configuration nor this machine provides it." +
                                        package_of(name));
  if (providers.size() > 1)
    findings.error(need.name.where, "The capability `" + name + "` is provided by both " + providers[0]->name +
                                        " and " + providers[1]->name + "; keep one of them in the ThornList.");
}

} // namespace

void check_shared_parameters(ThornSet const& set, base::Diagnostics& findings) {
  for (auto const& thorn : set.thorns) {
    for (auto const& share : thorn.param.shares)
      if (!set.first_with_implementation(share.text) && !ccl::same_name(share.text, "cactus"))
        findings.warning(share.where, "No thorn of this configuration implements `" + share.text + "`, so " +
                                          thorn.name + " cannot be activated.");
    for (auto const& parameter : thorn.param.parameters)
      if (parameter.origin != ccl::ParameterOrigin::declared) check_shared_parameter(set, parameter, findings);
  }
}

void check_capabilities(ThornSet const& set, base::Diagnostics& findings) {
  std::vector<std::string> names;
  for (auto const& thorn : set.thorns) names.push_back(thorn.name);
  for (auto const& thorn : set.thorns) {
    for (auto const& need : thorn.configuration.needs) check_need(set, thorn, need, findings);
    for (auto const& offer : thorn.configuration.provides)
      if (!offer.script.empty() && !set.machine_has(offer.name.text))
        findings.error(offer.name.where, "PROVIDES `" + offer.name.text + "` by a SCRIPT is not supported." +
                                             package_of(offer.name.text));
    for (auto const& needed : thorn.configuration.required_thorns)
      if (std::none_of(names.begin(), names.end(), [&](auto const& name) { return ccl::same_name(name, needed.text); }))
        findings.error(needed.where, "Thorn " + thorn.name + " requires the thorn `" + needed.text +
                                         "`, which is not in the ThornList." + base::did_you_mean(needed.text, names));
  }
}

std::vector<base::Diagnostic> check_thorns(ThornSet const& set) {
  base::Diagnostics findings;
  check_implementations(set, findings);
  check_aliased_functions(set, findings);
  check_shared_parameters(set, findings);
  check_schedules(set, findings);
  check_capabilities(set, findings);
  auto all = findings.all();
  for (auto& finding : all) finding.excerpt = excerpt(set, finding.where);
  return all;
}

} // namespace chemora::bind
