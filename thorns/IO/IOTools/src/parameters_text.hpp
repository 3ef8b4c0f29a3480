// The values of all parameters as text that is itself a parameter file.
#pragma once

#include <string>
#include <vector>

namespace iotools {

struct ParameterValue {
  std::string full_name;                ///< owner::name, the owner an implementation unless the parameter is private
  std::string thorn, name, value, type; ///< type: REAL, INT, KEYWORD, STRING, BOOLEAN
  int times_set = 0;
};

/// Every parameter of every active thorn and of the framework, thorns in the order of the configuration.
std::vector<ParameterValue> all_parameters();

enum class Selection { all, only_set };

/// One line `thorn::parameter = value` each, strings and keywords in quotes.
std::string parameters_text(std::vector<ParameterValue> const& parameters, Selection selection);

/// `ActiveThorns = "..."`, with all active thorns.
std::string active_thorns_text();

} // namespace iotools
