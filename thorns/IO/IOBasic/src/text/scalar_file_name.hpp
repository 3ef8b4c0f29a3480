// File names of the method Scalar.
#pragma once

#include <string>

namespace iobasic {

enum class NameScheme { short_names, long_names };

/// phi_maximum.xg or .asc (long names), phi_max.tl (short ones); `reduction` empty for a grid scalar.
std::string scalar_file_name(std::string const& alias, std::string const& reduction, NameScheme scheme, bool is_xgraph);

} // namespace iobasic
