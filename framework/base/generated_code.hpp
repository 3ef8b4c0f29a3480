/// Names and texts of the user in generated C and C++ sources.
#pragma once

#include <string>
#include <string_view>

namespace chemora::base {

/// Returns C string literals whose concatenation has the value `text`: one literal for each line, separated by newlines
/// and `indent`. The literals are plain ASCII: every other byte, quotes, backslashes and question marks (trigraphs of
/// older standards) are escaped.
std::string cpp_literal(std::string_view text, std::string_view indent = "");

/// Returns the reason why `name` cannot be a variable or parameter, such as "a macro of the C library" for `NULL`, or
/// an empty text. DECLARE_CCTK_PARAMETERS and DECLARE_CCTK_ARGUMENTS make local variables of the names in CCL files and
/// equations.
std::string reserved_as(std::string const& name);

} // namespace chemora::base
