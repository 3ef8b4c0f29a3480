// Reads every compiled thorn's CCL once.
#include "framework/parameters/thorn_catalogue.hpp"

#include "framework/parameters/framework_parameters.hpp"

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
