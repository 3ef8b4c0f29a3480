#include "framework/run/stages.hpp"

#include "framework/base/text.hpp"

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

/// Returns the thorn to activate for a capability, or nullptr if an active thorn or the machine already provides the
/// capability.
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
      for (auto const& need : thorn.configuration.requirements) {
        if (need.kind == ccl::RequiredCapability::Kind::optional_if_active) continue;
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
                                        candidates.empty() ? "No compiled thorn implements it."
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

/// Returns a message that suggests a compiled thorn with a similar name, or an empty text.
std::string correction(ThornCatalogue const& catalogue, std::string const& name) {
  auto const thorns = implementors(catalogue, name);
  if (!thorns.empty())
    return fmt::format("{} is an implementation, not a thorn. Activate one of the thorns that implement it: {}.", name,
                       fmt::join(thorns, ", "));
  auto const hint = base::did_you_mean(name, catalogue.thorn_names());
  if (hint.empty()) return "";
  return fmt::format("The thorn {} is not compiled into this program.{} --list-thorns shows the compiled thorns.", name,
                     hint);
}

/// Reports all thorns that are not compiled in one error: the parameter file is for another configuration.
void report_unknown_thorns(ThornCatalogue const& catalogue, std::vector<parameters::RequestedThorn> const& unknown,
                           base::Diagnostics& problems) {
  std::vector<std::string> names;
  base::SourcePosition first;
  for (auto const& thorn : unknown) {
    if (auto const text = correction(catalogue, thorn.name); !text.empty()) {
      problems.error(thorn.where, text);
      continue;
    }
    if (names.empty()) first = thorn.where;
    names.push_back(thorn.name);
  }
  if (names.empty()) return;
  problems.error(first,
                 fmt::format("The thorn{} {} {} not compiled into this program. --list-thorns shows the compiled "
                             "thorns. `scripts/run THORN FILE.par` runs a thorn of your own. "
                             "docs/cactus-thorns-in-chemora.md describes how to compile thorns of a Cactus checkout, "
                             "and which thorns replace those of Carpet.",
                             names.size() == 1 ? "" : "s", fmt::join(names, ", "), names.size() == 1 ? "is" : "are"));
}

} // namespace

std::vector<std::string> activate_thorns(ThornCatalogue& catalogue,
                                         std::vector<parameters::RequestedThorn> const& requested,
                                         base::Diagnostics& problems) {
  std::vector<parameters::RequestedThorn> unknown;
  for (auto const& wanted : requested) {
    auto* const thorn = catalogue.find_thorn(wanted.name);
    if (!thorn) {
      unknown.push_back(wanted);
      continue;
    }
    thorn->is_active = true;
    thorn->where_activated = wanted.where;
  }
  report_unknown_thorns(catalogue, unknown, problems);
  auto activated = activate_providers(catalogue);
  if (problems.has_errors()) return activated;
  for (auto const& thorn : catalogue.thorns()) {
    if (!thorn.is_active) continue;
    check_implementations(catalogue, thorn, thorn.where_activated, problems);
    check_required_thorns(catalogue, thorn, thorn.where_activated, problems);
  }
  return activated;
}

} // namespace chemora::run
