// What thorns want of other thorns and of the machine is there, once, and in the right version.
#include "framework/bind/capability_version.hpp"
#include "framework/bind/check_thorns.hpp"

#include "framework/base/nearest_name.hpp"

#include <algorithm>

namespace chemora::bind {

namespace {

/// The version that is there, empty if nobody says.
std::string version_of(ThornSet const& set, Thorn const* provider, std::string const& name) {
  if (provider)
    for (auto const& offer : provider->configuration.provides)
      if (ccl::same_name(offer.name.text, name) && !offer.version.empty()) return offer.version;
  auto const found = set.capability_versions.find(ccl::lower_case(name));
  return found == set.capability_versions.end() ? "" : found->second;
}

void check_need(ThornSet const& set, Thorn const& thorn, ccl::NeededCapability const& need,
                base::Diagnostics& findings) {
  std::string const& name = need.name.text;
  auto const providers = set.providers_of(name);
  bool const is_required = need.kind == ccl::NeededCapability::Kind::required;
  if (is_required && providers.empty() && !set.machine_has(name))
    findings.error(need.name.where, "Thorn " + thorn.name + " requires the capability `" + name +
                                        "`, but neither a thorn of this configuration nor this machine provides it.");
  if (providers.size() > 1)
    findings.error(need.name.where, "The capability `" + name + "` is provided by both " + providers[0]->name +
                                        " and " + providers[1]->name + "; keep one of them in the ThornList.");
  if (need.version.empty() || providers.size() > 1) return;
  auto const version = version_of(set, providers.empty() ? nullptr : providers[0], name);
  if (!version.empty() && !satisfies_version(version, need.comparison, need.version))
    findings.error(need.name.where, "Thorn " + thorn.name + " requires the capability `" + name + "` (" +
                                        need.comparison + " " + need.version + "), but its version is " + version +
                                        ".");
}

} // namespace

void check_capabilities(ThornSet const& set, base::Diagnostics& findings) {
  std::vector<std::string> names;
  for (auto const& thorn : set.thorns) names.push_back(thorn.name);
  for (auto const& thorn : set.thorns) {
    for (auto const& need : thorn.configuration.needs) check_need(set, thorn, need, findings);
    for (auto const& needed : thorn.configuration.required_thorns)
      if (std::none_of(names.begin(), names.end(), [&](auto const& name) { return ccl::same_name(name, needed.text); }))
        findings.error(needed.where, "Thorn " + thorn.name + " requires the thorn `" + needed.text +
                                         "`, which is not in the ThornList." + base::did_you_mean(needed.text, names));
  }
}

} // namespace chemora::bind
