/// The compiled thorns with their parsed CCL files, and which of them are active in this run.
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/ccl/configuration_file.hpp"
#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/parameter_ccl_file.hpp"
#include "framework/ccl/schedule_file.hpp"

#include <deque>
#include <string>
#include <vector>

namespace chemora::parameters {

struct CompiledThorn {
  std::string name;
  std::string arrangement;
  ccl::Interface interface;
  ccl::ParameterFile parameters;
  ccl::ScheduleFile schedule;
  ccl::Configuration configuration;
  bind::ThornBinding const* binding = nullptr; ///< nullptr for the framework itself
  bool is_active = false;
  base::SourcePosition where_activated; ///< in ActiveThorns; empty for thorns that were activated as providers

  std::string const& implementation() const { return interface.implementation.text; }
};

/// All compiled thorns. Look-up by name ignores case. The framework itself (thorn and implementation `Cactus`, always
/// active) is first; the thorns of the ThornList follow.
class ThornCatalogue {
public:
  ThornCatalogue();

  /// Parses the CCL of the thorn. Throws base::UserError with all findings.
  CompiledThorn& add(bind::ThornBinding const& binding);

  std::deque<CompiledThorn>& thorns() { return thorns_; }
  std::deque<CompiledThorn> const& thorns() const { return thorns_; }

  CompiledThorn* find_thorn(std::string const& name);
  CompiledThorn const* find_thorn(std::string const& name) const;
  /// The active thorn with this implementation, or nullptr.
  CompiledThorn const* active_implementor(std::string const& implementation) const;
  /// Returns the active thorn with this implementation, otherwise the first compiled thorn with it, or nullptr.
  CompiledThorn const* implementor(std::string const& implementation) const;
  /// Distinct implementation names in the order of their first thorn.
  std::vector<std::string> implementations() const;
  std::vector<std::string> thorn_names() const;

private:
  std::deque<CompiledThorn> thorns_;
};

/// The catalogue of this process.
ThornCatalogue& thorn_catalogue();

/// The parameters of the framework itself, in the language of param.ccl (framework_parameters.cpp).
base::SourceText framework_parameter_ccl();

} // namespace chemora::parameters
