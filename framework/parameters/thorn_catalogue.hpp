// The compiled thorns with their CCL files read, and which of them this run has activated.
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
  base::SourcePosition where_activated; ///< in ActiveThorns; nowhere for thorns that others need

  std::string const& implementation() const { return interface.implementation.text; }
};

/// Names are compared without case. Order: the framework itself (thorn and implementation `Cactus`, always active),
/// then the ThornList.
class ThornCatalogue {
public:
  ThornCatalogue();

  /// Reads the thorn's CCL. Throws base::UserError with what is wrong in it.
  CompiledThorn& add(bind::ThornBinding const& binding);

  std::deque<CompiledThorn>& thorns() { return thorns_; }
  std::deque<CompiledThorn> const& thorns() const { return thorns_; }

  CompiledThorn* find_thorn(std::string const& name);
  CompiledThorn const* find_thorn(std::string const& name) const;
  /// The active thorn that implements it; nullptr if there is none.
  CompiledThorn const* active_implementor(std::string const& implementation) const;
  /// The active one, else the first compiled one.
  CompiledThorn const* implementor(std::string const& implementation) const;
  /// Distinct implementation names in the order of their first thorn.
  std::vector<std::string> implementations() const;
  std::vector<std::string> thorn_names() const;

private:
  std::deque<CompiledThorn> thorns_;
};

/// The one of this process.
ThornCatalogue& thorn_catalogue();

} // namespace chemora::parameters
