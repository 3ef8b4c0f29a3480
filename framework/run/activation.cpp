// Activation, and whether the active thorns fit together.
#include "framework/run/activation.hpp"

#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::run {

namespace {

using parameters::CompiledThorn;
using parameters::ThornCatalogue;

bool provides(CompiledThorn const& thorn, std::string const& capability) {
  auto const& provided = thorn.configuration.provides;
  return std::any_of(provided.begin(), provided.end(),
                     [&](auto const& each) { return ccl::same_name(each.name.text, capability); });
}

/// The thorn to activate for a capability: nullptr if an active one provides it, or if the machine does.
CompiledThorn* missing_provider(ThornCatalogue& catalogue, std::string const& capability) {
  CompiledThorn* first = nullptr;
  for (auto& thorn : catalogue.thorns()) {
    if (!provides(thorn, capability)) continue;
    if (thorn.is_active) return nullptr;
    if (!first) first = &thorn;
  }
  return first;
}

std::vector<std::string> activate_providers(ThornCatalogue& catalogue) {
  std::vector<std::string> activated;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (auto& thorn : catalogue.thorns()) {
      if (!thorn.is_active) continue;
      for (auto const& need : thorn.configuration.needs) {
        if (need.kind == ccl::NeededCapability::Kind::optional_if_active) continue;
        auto* const provider = missing_provider(catalogue, need.name.text);
        if (!provider) continue;
        provider->is_active = has_changed = true;
        activated.push_back(provider->name);
      }
    }
  }
  return activated;
}

std::vector<std::string> implementors(ThornCatalogue const& catalogue, std::string const& implementation) {
  std::vector<std::string> names;
  for (auto const& thorn : catalogue.thorns())
    if (ccl::same_name(thorn.implementation(), implementation)) names.push_back(thorn.name);
  return names;
}

/// Where ActiveThorns names the thorn; no place if it came along as the provider of a capability.
base::SourcePosition place_of(CompiledThorn const& thorn, std::vector<parameters::RequestedThorn> const& requested) {
  for (auto const& each : requested)
    if (ccl::same_name(each.name, thorn.name)) return each.where;
  return {};
}

void check_implementations(ThornCatalogue const& catalogue, CompiledThorn const& thorn,
                           base::SourcePosition const& where, base::Diagnostics& problems) {
  auto const* const first = catalogue.active_implementor(thorn.implementation());
  if (first != &thorn)
    problems.error(where, fmt::format("Both {} and {} implement {}. Activate only one of them.", first->name,
                                      thorn.name, thorn.implementation()));
  auto const check = [&](std::vector<ccl::Name> const& needed, char const* verb) {
    for (auto const& name : needed) {
      if (catalogue.active_implementor(name.text)) continue;
      auto const candidates = implementors(catalogue, name.text);
      problems.error(where, fmt::format("{} {} {}, which no active thorn implements. {}", thorn.name, verb, name.text,
                                        candidates.empty() ? "No compiled thorn does."
                                                           : fmt::format("Add one of these to ActiveThorns: {}.",
                                                                         fmt::join(candidates, ", "))));
    }
  };
  check(thorn.interface.inherits, "inherits from");
  check(thorn.interface.friends, "is a friend of");
}

void check_required_thorns(ThornCatalogue const& catalogue, CompiledThorn const& thorn,
                           base::SourcePosition const& where, base::Diagnostics& problems) {
  for (auto const& needed : thorn.configuration.required_thorns) {
    auto const* const other = catalogue.find_thorn(needed.text);
    if (!other || !other->is_active)
      problems.error(where, fmt::format("{} requires the thorn {}. Add it to ActiveThorns.", thorn.name, needed.text));
  }
}

std::string why_not_compiled(ThornCatalogue const& catalogue, std::string const& name) {
  auto const thorns = implementors(catalogue, name);
  if (!thorns.empty())
    return fmt::format("{} is an implementation, not a thorn. Activate one of the thorns that implement it: {}.", name,
                       fmt::join(thorns, ", "));
  return fmt::format("The thorn {} is not compiled into this program.{} --list-thorns shows those that are.", name,
                     base::did_you_mean(name, catalogue.thorn_names()));
}

} // namespace

std::vector<std::string> activate_thorns(ThornCatalogue& catalogue,
                                         std::vector<parameters::RequestedThorn> const& requested,
                                         base::Diagnostics& problems) {
  for (auto const& wanted : requested) {
    auto* const thorn = catalogue.find_thorn(wanted.name);
    if (thorn)
      thorn->is_active = true;
    else
      problems.error(wanted.where, why_not_compiled(catalogue, wanted.name));
  }
  auto activated = activate_providers(catalogue);
  if (problems.has_errors()) return activated;
  for (auto const& thorn : catalogue.thorns()) {
    if (!thorn.is_active) continue;
    check_implementations(catalogue, thorn, place_of(thorn, requested), problems);
    check_required_thorns(catalogue, thorn, place_of(thorn, requested), problems);
  }
  return activated;
}

} // namespace chemora::run
