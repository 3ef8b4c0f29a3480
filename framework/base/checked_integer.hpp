// Arithmetic of 64-bit integers that says what went wrong instead of wrapping around.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace chemora::base {

/// The result, or a sentence that says why there is none.
using CheckedInteger = std::variant<std::int64_t, std::string>;

/// `operation` is one of + - * / % ^ (power). Division truncates towards zero and the remainder has the sign of `a`, as
/// in C. A power needs an exponent of 0 or more and takes at most 64 steps.
CheckedInteger checked_arithmetic(char operation, std::int64_t a, std::int64_t b);

} // namespace chemora::base
