// Overflow by the compiler's checked operations, powers by squaring.
#include "framework/base/checked_integer.hpp"

#include <limits>

namespace chemora::base {

namespace {

constexpr char const* too_large = "The result is too large for an integer.";

CheckedInteger power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) return "An integer cannot be raised to a negative power.";
  std::int64_t result = 1;
  for (;;) {
    if (exponent % 2 == 1 && __builtin_mul_overflow(result, base, &result)) return too_large;
    exponent /= 2;
    if (exponent == 0) return result;
    if (__builtin_mul_overflow(base, base, &base)) return too_large;
  }
}

} // namespace

CheckedInteger checked_arithmetic(char operation, std::int64_t a, std::int64_t b) {
  if (operation == '^') return power(a, b);
  std::int64_t result = 0;
  if (operation == '+') return __builtin_add_overflow(a, b, &result) ? CheckedInteger(too_large) : result;
  if (operation == '-') return __builtin_sub_overflow(a, b, &result) ? CheckedInteger(too_large) : result;
  if (operation == '*') return __builtin_mul_overflow(a, b, &result) ? CheckedInteger(too_large) : result;
  if (b == 0) return "Division by zero.";
  if (b == -1) { // the processor traps on the smallest integer divided by -1
    if (operation == '%') return std::int64_t{0};
    return a == std::numeric_limits<std::int64_t>::min() ? CheckedInteger(too_large) : -a;
  }
  return operation == '/' ? a / b : a % b;
}

} // namespace chemora::base
