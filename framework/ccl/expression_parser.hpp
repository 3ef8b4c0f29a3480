// Reads an expression of a CCL file.
#pragma once

#include "framework/ccl/expression.hpp"
#include "framework/ccl/reader.hpp"

namespace chemora::ccl {

/// Precedence as in C, with `^` (power, to the right) above all. `*name` at the start of an operand asks whether a
/// string parameter is not empty.
Expression parse_expression(Reader& reader);

} // namespace chemora::ccl
