/// Names and texts of the user in generated C and C++ sources.
#pragma once

#include <string>
#include <string_view>

namespace chemora::base {

/// String literals that together have the value `text`, whatever its characters are: one for each line, separated by
/// newlines and `indent`. The literals are plain ASCII: every other byte, quotes, backslashes and question marks
/// (trigraphs of older standards) are escaped.
std::string cpp_literal(std::string_view text, std::string_view indent = "");

/// Why `name` cannot be a variable or parameter, such as "a macro of the C library" for `NULL`; empty if it can.
/// DECLARE_CCTK_PARAMETERS and DECLARE_CCTK_ARGUMENTS make local variables of the names in CCL files and equations.
std::string reserved_as(std::string const& name);

} // namespace chemora::base
