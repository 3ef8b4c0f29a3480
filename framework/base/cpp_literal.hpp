// Text of the user in generated C and C++ sources.
#pragma once

#include <string>
#include <string_view>

namespace chemora::base {

/// String literals that together have the value `text`, whatever its characters are: one for each line, separated by
/// newlines and `indent`. The literals are plain ASCII: every other byte, quotes, backslashes and question marks
/// (trigraphs of older standards) are escaped.
std::string cpp_literal(std::string_view text, std::string_view indent = "");

} // namespace chemora::base
