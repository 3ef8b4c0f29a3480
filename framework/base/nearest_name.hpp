/// Corrections of mistyped names in error messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace chemora::base {

/// The known name with the smallest edit distance to `name` (case ignored, a transposition counts 1). Empty if no
/// distance is at most a third of the length of `name`, or 1. The first of several nearest names in `known` is
/// returned.
std::string nearest_name(std::string_view name, std::vector<std::string> const& known);

/// " Did you mean `X`?" with a leading space, or empty.
std::string did_you_mean(std::string_view name, std::vector<std::string> const& known);

} // namespace chemora::base
