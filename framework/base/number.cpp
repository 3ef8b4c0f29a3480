#include "framework/base/number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>

namespace chemora::base {

namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t largest = std::int64_t{1} << 53; ///< maximum of numerators and denominators
constexpr int n_bits_of_double = 53;

Wide common_divisor(Wide a, Wide b) {
  while (b != 0) {
    Wide const remainder = a % b;
    a = b;
    b = remainder;
  }
  return a < 0 ? -a : a;
}

/// Returns the reduced fraction, or the floating-point number `otherwise` if numerator or denominator exceeds 2^53.
Number reduced(Wide numerator, Wide denominator, double otherwise) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  Wide const divisor = common_divisor(numerator, denominator);
  if (divisor > 1) {
    numerator /= divisor;
    denominator /= divisor;
  }
  if (numerator > largest || numerator < -largest || denominator > largest) return real(otherwise);
  auto const n = static_cast<std::int64_t>(numerator);
  auto const d = static_cast<std::int64_t>(denominator);
  return {n, d, static_cast<double>(n) / static_cast<double>(d)};
}

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

Number integer(std::int64_t value) { return fraction(value, 1); }

Number real(double value) { return {0, 0, value}; }

Number fraction(std::int64_t numerator, std::int64_t denominator) {
  return reduced(numerator, denominator, static_cast<double>(numerator) / static_cast<double>(denominator));
}

Number recovered_fraction(double value, int n_bits) {
  double const size = std::fabs(value), limit = static_cast<double>(largest);
  if (value == 0 || (size <= limit && size == std::floor(size))) return integer(static_cast<std::int64_t>(value));
  if (!(size < limit && size > 1 / limit)) return real(value);
  int exponent = 0;
  Wide numerator = static_cast<Wide>(std::ldexp(std::frexp(size, &exponent), n_bits_of_double));
  Wide denominator = Wide{1} << (n_bits_of_double - exponent);
  // One of the convergents of the continued fraction is the wanted fraction, because that is closer to `value` than
  // 1 / (2 denominator^2) (Legendre's theorem).
  Wide p = 1, q = 0, p_before = 0, q_before = 1;
  Wide const largest_product = Wide{1} << (n_bits - 7);
  while (denominator != 0) {
    Wide const quotient = numerator / denominator;
    std::tie(numerator, denominator) = std::pair(denominator, numerator % denominator);
    std::tie(p, p_before) = std::pair(quotient * p + p_before, p);
    std::tie(q, q_before) = std::pair(quotient * q + q_before, q);
    if (p > largest || q > largest || p * q >= largest_product) break;
    double const nearest = static_cast<double>(p) / static_cast<double>(q);
    if (size != (n_bits == n_bits_of_double ? nearest : static_cast<double>(static_cast<float>(nearest)))) continue;
    return fraction(static_cast<std::int64_t>(value < 0 ? -p : p), static_cast<std::int64_t>(q));
  }
  return real(value);
}

std::optional<Number> parse_number(std::string const& text) {
  double const value = std::strtod(text.c_str(), nullptr);
  bool const is_zero = text.substr(0, text.find('e')).find_first_not_of("0.") == std::string::npos;
  if (is_zero) return integer(0);
  if (!std::isfinite(value) || value == 0) return std::nullopt;
  constexpr Wide limit = Wide{1} << 100;
  Wide numerator = 0, denominator = 1;
  std::size_t at = 0;
  for (bool after_point = false; at < text.size() && text[at] != 'e'; ++at) {
    if (text[at] == '.') {
      after_point = true;
      continue;
    }
    numerator = 10 * numerator + (text[at] - '0');
    if (after_point) denominator *= 10;
    if (numerator > limit || denominator > limit) return real(value);
  }
  // strtol saturates at the limits of long; a power of ten with an exponent this large always exceeds `limit`.
  constexpr long max_digits = 40;
  long const exponent = at < text.size() ? std::strtol(text.c_str() + at + 1, nullptr, 10) : 0;
  if (exponent > max_digits || exponent < -max_digits) return real(value);
  for (long n = 0; n < std::labs(exponent); ++n) {
    (exponent > 0 ? numerator : denominator) *= 10;
    if (numerator > limit || denominator > limit) return real(value);
  }
  return reduced(numerator, denominator, value);
}

Number operator+(Number const& a, Number const& b) {
  double const value = a.value + b.value;
  if (!a.is_exact() || !b.is_exact()) return real(value);
  return reduced(Wide{a.numerator} * b.denominator + Wide{b.numerator} * a.denominator,
                 Wide{a.denominator} * b.denominator, value);
}

Number operator-(Number const& a, Number const& b) { return a + -b; }

Number operator*(Number const& a, Number const& b) {
  double const value = a.value * b.value;
  if (!a.is_exact() || !b.is_exact()) return real(value);
  return reduced(Wide{a.numerator} * b.numerator, Wide{a.denominator} * b.denominator, value);
}

Number operator/(Number const& a, Number const& b) {
  double const value = a.value / b.value;
  if (!a.is_exact() || !b.is_exact()) return real(value);
  return reduced(Wide{a.numerator} * b.denominator, Wide{a.denominator} * b.numerator, value);
}

Number operator-(Number const& a) {
  return a.is_exact() ? Number{-a.numerator, a.denominator, a.numerator == 0 ? 0.0 : -a.value} : real(-a.value);
}

std::string to_text(Number const& number) {
  if (!number.is_exact()) return fmt::format("{}", number.value);
  if (number.is_integer()) return std::to_string(number.numerator);
  return std::to_string(number.numerator) + "/" + std::to_string(number.denominator);
}

CheckedInteger checked_arithmetic(char operation, std::int64_t a, std::int64_t b) {
  if (operation == '^') return power(a, b);
  std::int64_t result = 0;
  if (operation == '+') return __builtin_add_overflow(a, b, &result) ? CheckedInteger(too_large) : result;
  if (operation == '-') return __builtin_sub_overflow(a, b, &result) ? CheckedInteger(too_large) : result;
  if (operation == '*') return __builtin_mul_overflow(a, b, &result) ? CheckedInteger(too_large) : result;
  if (b == 0) return "Division by zero.";
  if (b == -1) { // dividing the smallest integer by -1 raises a signal on x86
    if (operation == '%') return std::int64_t{0};
    return a == std::numeric_limits<std::int64_t>::min() ? CheckedInteger(too_large) : -a;
  }
  return operation == '/' ? a / b : a % b;
}

} // namespace chemora::base
