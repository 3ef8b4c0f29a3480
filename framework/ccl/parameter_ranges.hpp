// The admissible values between the braces of a parameter, and its default.
#pragma once

#include "framework/ccl/parameter_ccl_file.hpp"
#include "framework/ccl/reader.hpp"

namespace chemora::ccl {

/// Everything up to and including `}`.
std::vector<ParameterRange> parse_ranges(Reader& reader, Parameter const& parameter);

/// Sets default_value and default_where.
void parse_default(Reader& reader, Parameter& parameter);

} // namespace chemora::ccl
