// Names as users type them: compared without case, with a proposal for a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iotools {

std::string lower(std::string_view text);

/// " Did you mean `X`?" with a leading space, X the known name at the least edit distance; empty when none is near.
std::string did_you_mean(std::string_view name, std::vector<std::string> const& known);

} // namespace iotools
