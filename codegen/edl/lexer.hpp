// Text to tokens.
#pragma once

#include "codegen/edl/token.hpp"
#include "framework/base/errors.hpp"

namespace chemora::edl {

/// The largest equation file read, in bytes: far more than any system of equations, far less than memory.
inline constexpr std::size_t largest_source = 1 << 20;

/// Every token of `source`, ending with end_of_file. What cannot be read is reported and left out.
std::vector<Token> tokenize(base::SourceText const& source, base::Diagnostics& diagnostics);

} // namespace chemora::edl
