/// Checks that each capability and each thorn that a thorn requires exists once and has the required version.
#include "framework/bind/thorn_set.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <cctype>

namespace chemora::bind {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Removes the leading characters for which `belongs` returns true, and returns them.
template <class Predicate>
std::string take_while(std::string& text, Predicate belongs) {
  auto const end = std::find_if_not(text.begin(), text.end(), belongs);
  std::string const taken(text.begin(), end);
  text.erase(text.begin(), end);
  return taken;
}

/// Removes and returns a number of any length, without its leading zeros. If there are no digits, the number is 0 and
/// the result is empty.
std::string take_number(std::string& text) {
  auto digits = take_while(text, is_digit);
  return digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
}

/// The version of a capability; empty if it is unknown.
std::string version_of(ThornSet const& set, Thorn const* provider, std::string const& name) {
  if (provider)
    for (auto const& provided : provider->configuration.provides)
      if (ccl::same_name(provided.name.text, name) && !provided.version.empty()) return provided.version;
  auto const entry = set.capability_versions.find(ccl::lower_case(name));
  return entry == set.capability_versions.end() ? "" : entry->second;
}

void check_requirement(ThornSet const& set, Thorn const& thorn, ccl::RequiredCapability const& requirement,
                       base::Diagnostics& findings) {
  std::string const& name = requirement.name.text;
  auto const providers = set.providers_of(name);
  bool const is_required = requirement.kind == ccl::RequiredCapability::Kind::required;
  if (is_required && providers.empty() && !set.machine_has(name))
    findings.error(requirement.name.where,
                   "Thorn " + thorn.name + " requires the capability `" + name +
                       "`, but neither a thorn of this configuration nor this machine provides it.");
  if (providers.size() > 1)
    findings.error(requirement.name.where, "The capability `" + name + "` is provided by both " + providers[0]->name +
                                               " and " + providers[1]->name + "; keep one of them in the ThornList.");
  if (requirement.version.empty() || providers.size() > 1) return;
  auto const version = version_of(set, providers.empty() ? nullptr : providers[0], name);
  if (!version.empty() && !satisfies_version(version, requirement.comparison, requirement.version))
    findings.error(requirement.name.where, "Thorn " + thorn.name + " requires the capability `" + name + "` (" +
                                               requirement.comparison + " " + requirement.version +
                                               "), but its version is " + version + ".");
}

} // namespace

int compare_versions(std::string const& a, std::string const& b) {
  std::string left = a, right = b;
  while (!left.empty() || !right.empty()) {
    auto const letters = [](std::string& text) { return take_while(text, [](char c) { return !is_digit(c); }); };
    if (int const order = letters(left).compare(letters(right))) return order;
    std::string const m = take_number(left), n = take_number(right);
    if (m.size() != n.size()) return m.size() < n.size() ? -1 : 1;
    if (int const order = m.compare(n)) return order;
  }
  return 0;
}

bool satisfies_version(std::string const& version, std::string const& comparison, std::string const& required) {
  int const order = compare_versions(version, required);
  if (comparison == "<<") return order < 0;
  if (comparison == "<=") return order <= 0;
  if (comparison == "=") return order == 0;
  if (comparison == ">=") return order >= 0;
  if (comparison == ">>") return order > 0;
  throw base::InternalError("bind::satisfies_version: unknown comparison " + comparison);
}

void check_capabilities(ThornSet const& set, base::Diagnostics& findings) {
  std::vector<std::string> names;
  for (auto const& thorn : set.thorns) names.push_back(thorn.name);
  for (auto const& thorn : set.thorns) {
    for (auto const& requirement : thorn.configuration.requirements)
      check_requirement(set, thorn, requirement, findings);
    for (auto const& required : thorn.configuration.required_thorns)
      if (std::none_of(names.begin(), names.end(),
                       [&](auto const& name) { return ccl::same_name(name, required.text); }))
        findings.error(required.where, "Thorn " + thorn.name + " requires the thorn `" + required.text +
                                           "`, which is not in the ThornList." +
                                           base::did_you_mean(required.text, names));
  }
}

} // namespace chemora::bind
