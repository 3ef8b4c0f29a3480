/// The catalogue of compiled thorns, and the C functions of cctk_ActiveThorns.h.
#include "framework/parameters/thorn_catalogue.hpp"

#include "framework/include/cctk_ActiveThorns.h"

#include <algorithm>
#include <utility>

namespace chemora::parameters {

namespace {

base::SourceText source(bind::EmbeddedText const& text) {
  return {text.file_name ? text.file_name : "", text.contents ? text.contents : ""};
}

} // namespace

ThornCatalogue::ThornCatalogue() {
  CompiledThorn framework;
  framework.name = "Cactus";
  framework.arrangement = "framework";
  framework.interface.implementation.text = "Cactus";
  framework.parameters = ccl::parse_parameter_ccl(framework_parameter_ccl());
  framework.is_active = true;
  thorns_.push_back(std::move(framework));
}

CompiledThorn& ThornCatalogue::add(bind::ThornBinding const& binding) {
  CompiledThorn thorn;
  thorn.name = binding.thorn;
  thorn.arrangement = binding.arrangement;
  thorn.binding = &binding;
  thorn.interface = ccl::parse_interface(source(binding.interface));
  thorn.parameters = ccl::parse_parameter_ccl(source(binding.param));
  thorn.schedule = ccl::parse_schedule(source(binding.schedule));
  thorn.configuration = ccl::parse_configuration(source(binding.configuration));
  thorns_.push_back(std::move(thorn));
  return thorns_.back();
}

CompiledThorn const* ThornCatalogue::find_thorn(std::string const& name) const {
  auto const found =
      std::find_if(thorns_.begin(), thorns_.end(), [&](auto const& thorn) { return ccl::same_name(thorn.name, name); });
  return found == thorns_.end() ? nullptr : &*found;
}

CompiledThorn* ThornCatalogue::find_thorn(std::string const& name) {
  return const_cast<CompiledThorn*>(std::as_const(*this).find_thorn(name));
}

CompiledThorn const* ThornCatalogue::active_implementor(std::string const& implementation) const {
  auto const found = std::find_if(thorns_.begin(), thorns_.end(), [&](auto const& thorn) {
    return thorn.is_active && ccl::same_name(thorn.implementation(), implementation);
  });
  return found == thorns_.end() ? nullptr : &*found;
}

CompiledThorn const* ThornCatalogue::implementor(std::string const& implementation) const {
  if (auto const* const active = active_implementor(implementation)) return active;
  auto const found = std::find_if(thorns_.begin(), thorns_.end(), [&](auto const& thorn) {
    return ccl::same_name(thorn.implementation(), implementation);
  });
  return found == thorns_.end() ? nullptr : &*found;
}

std::vector<std::string> ThornCatalogue::implementations() const {
  std::vector<std::string> names;
  for (auto const& thorn : thorns_)
    if (std::none_of(names.begin(), names.end(),
                     [&](auto const& name) { return ccl::same_name(name, thorn.implementation()); }))
      names.push_back(thorn.implementation());
  return names;
}

std::vector<std::string> ThornCatalogue::thorn_names() const {
  std::vector<std::string> names;
  for (auto const& thorn : thorns_) names.push_back(thorn.name);
  return names;
}

ThornCatalogue& thorn_catalogue() {
  static ThornCatalogue catalogue;
  return catalogue;
}

} // namespace chemora::parameters

using chemora::parameters::thorn_catalogue;

namespace {

/// Distinct names of implementations; their texts stay valid until the program ends.
std::vector<std::string> const& implementation_names() {
  static std::vector<std::string> names;
  if (names.empty()) names = thorn_catalogue().implementations();
  return names;
}

} // namespace

extern "C" {

int CCTK_IsThornActive(const char* thorn) {
  auto const* const entry = thorn ? thorn_catalogue().find_thorn(thorn) : nullptr;
  return entry && entry->is_active;
}

int CCTK_IsThornCompiled(const char* thorn) { return thorn && thorn_catalogue().find_thorn(thorn); }

int CCTK_IsImplementationActive(const char* implementation) {
  return implementation && thorn_catalogue().active_implementor(implementation);
}

int CCTK_IsImplementationCompiled(const char* implementation) {
  return implementation && thorn_catalogue().implementor(implementation);
}

const char* CCTK_ActivatingThorn(const char* implementation) {
  auto const* const thorn = implementation ? thorn_catalogue().active_implementor(implementation) : nullptr;
  return thorn ? thorn->name.c_str() : nullptr;
}

const char* CCTK_ThornImplementation(const char* thorn) {
  auto const* const entry = thorn ? thorn_catalogue().find_thorn(thorn) : nullptr;
  return entry ? entry->implementation().c_str() : nullptr;
}

const char* CCTK_ImplementationThorn(const char* implementation) {
  auto const* const thorn = implementation ? thorn_catalogue().implementor(implementation) : nullptr;
  return thorn ? thorn->name.c_str() : nullptr;
}

int CCTK_NumCompiledThorns(void) { return static_cast<int>(thorn_catalogue().thorns().size()); }

int CCTK_NumCompiledImplementations(void) { return static_cast<int>(implementation_names().size()); }

const char* CCTK_CompiledThorn(int index) {
  if (index < 0 || index >= CCTK_NumCompiledThorns()) return nullptr;
  return thorn_catalogue().thorns()[static_cast<std::size_t>(index)].name.c_str();
}

const char* CCTK_CompiledImplementation(int index) {
  if (index < 0 || index >= CCTK_NumCompiledImplementations()) return nullptr;
  return implementation_names()[static_cast<std::size_t>(index)].c_str();
}

} // extern "C"
