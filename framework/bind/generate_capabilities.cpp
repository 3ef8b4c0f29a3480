// cctk_Capabilities.h: what a thorn wants and gets, as macros.
#include "framework/bind/generated_texts.hpp"

#include <set>

namespace chemora::bind {

namespace {

std::string have(std::string const& name) { return "#define HAVE_CAPABILITY_" + name + " 1\n"; }

/// What `thorn` wants and, before it, what the providers of that want; each once.
void append_needs(ThornSet const& set, Thorn const& thorn, std::set<std::string>& seen, std::string& text) {
  for (auto const& need : thorn.configuration.needs) {
    std::string const& name = need.name.text;
    auto const providers = set.providers_of(name);
    if ((providers.empty() && !set.machine_has(name)) || !seen.insert(ccl::lower_case(name)).second) continue;
    for (auto const* const provider : providers) append_needs(set, *provider, seen, text);
    auto const lines = set.capability_headers.find(ccl::lower_case(name));
    if (lines != set.capability_headers.end()) text += lines->second;
    text += have(name);
    for (auto const* const provider : providers) // a thorn may ask by the spelling of either side
      for (auto const& offer : provider->configuration.provides)
        if (ccl::same_name(offer.name.text, name) && offer.name.text != name) text += have(offer.name.text);
  }
}

} // namespace

std::string capabilities_header(ThornSet const& set, Thorn const& thorn) {
  std::string text = "/* What thorn " + thorn.name + " wants and this configuration has. */\n#pragma once\n";
  std::set<std::string> seen;
  append_needs(set, thorn, seen, text);
  return text;
}

} // namespace chemora::bind
