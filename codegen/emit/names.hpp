// Names of variables as identifiers of the emitted languages.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace chemora::emit {

/// `prefix` and the letters, digits and underscores of `name`; everything else becomes one underscore. No character
/// of a user's text other than these reaches an emitted source.
std::string mangled(std::string const& prefix, std::string const& name);

/// Distinct identifiers for `names`: two that mangle to one get a number.
std::map<std::string, std::string> identifiers(std::string const& prefix, std::vector<std::string> const& names);

} // namespace chemora::emit
