// The known name a mistyped one most likely meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace chemora::base {

/// The known name with the least edit distance (case ignored, transpositions count 1), or empty when none is
/// nearer than a third of the name's length, at least 1. Ties: the first in `known`.
std::string nearest_name(std::string_view name, std::vector<std::string> const& known);

/// " Did you mean `X`?" with a leading space, or empty.
std::string did_you_mean(std::string_view name, std::vector<std::string> const& known);

} // namespace chemora::base
