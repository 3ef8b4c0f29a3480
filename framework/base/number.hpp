/// Exact and checked arithmetic: fractions that become doubles only when they must, integers that do not overflow
/// silently, and comparison of doubles by their bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>

namespace chemora::base {

/// A number of an equation: an exact fraction if numerator and denominator are below 2^53, otherwise a double. The
/// quotient of such integers is rounded only once, when it is converted to a double.
struct Number {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1; ///< positive, no common factor; 0 if `value` is not a fraction
  double value = 0;

  bool is_exact() const { return denominator != 0; }
  bool is_integer() const { return denominator == 1; }
  bool is(std::int64_t integer) const { return denominator == 1 && numerator == integer; }

  bool operator==(Number const&) const = default;
};

Number integer(std::int64_t value);
Number real(double value);
/// Returns the reduced fraction, or a double if the fraction does not fit into Number. `denominator` must not be 0.
Number fraction(std::int64_t numerator, std::int64_t denominator);
/// Returns the fraction whose rounded value is `value`, for example 1/3 for 0.333... Only fractions whose numerator
/// times denominator is below 2^(n_bits - 7) are recognised; such a fraction is unique. Any other value remains a
/// double. `n_bits` is the length of the significand: 53 for double, 24 for float.
Number recovered_fraction(double value, int n_bits = 53);
/// A decimal literal such as `0.125` or `1e-3`; empty if it overflows a double or underflows to 0.
std::optional<Number> parse_number(std::string const& text);

Number operator+(Number const& a, Number const& b);
Number operator-(Number const& a, Number const& b);
Number operator*(Number const& a, Number const& b);
/// `b` must not be 0.
Number operator/(Number const& a, Number const& b);
Number operator-(Number const& a);

/// Formats the number as `3`, `1/2`, or as the shortest decimal that parses to the same double.
std::string to_text(Number const& number);

/// The result of an integer operation, or an error message if the operation is undefined or overflows.
using CheckedInteger = std::variant<std::int64_t, std::string>;

/// `operation` is one of + - * / % ^ (power). Division truncates towards zero and the remainder has the sign of `a`, as
/// in C. The exponent of a power must not be negative.
CheckedInteger checked_arithmetic(char operation, std::int64_t a, std::int64_t b);

/// Equality of numbers as keys: not-a-number equals itself, and zeros of different sign differ, as their results do.
inline bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

template <std::size_t n>
bool same_bits(std::array<double, n> const& a, std::array<double, n> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return same_bits(x, y); });
}

inline bool same_bits(std::map<std::string, double> const& a, std::map<std::string, double> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](auto const& x, auto const& y) { return x.first == y.first && same_bits(x.second, y.second); });
}

} // namespace chemora::base
