/// Returns the values of all parameters, and formats them as the text of a parameter file.
#pragma once

#include <string>
#include <vector>

namespace iotools {

/// One parameter of the run.
struct ParameterValue {
  std::string full_name; ///< owner::name; the owner is an implementation unless the parameter is private
  std::string thorn, name, value;
  bool is_quoted = false; ///< in parameter files: a keyword, a string or a Boolean value
  int times_set = 0;
};

/// All parameters of the active thorns and of the framework. Thorns are in the order of the configuration.
std::vector<ParameterValue> all_parameters();

enum class Selection { all, only_set };

/// One line `thorn::parameter = value` for each parameter, with strings and keywords in quotes.
std::string parameters_text(std::vector<ParameterValue> const& parameters, Selection selection);

/// The line `ActiveThorns = "..."` with all active thorns.
std::string active_thorns_text();

} // namespace iotools
