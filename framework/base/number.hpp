// Numbers that stay exact fractions as long as numerator and denominator fit, and become doubles otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace chemora::base {

/// `1/2` stays a fraction, so that it is rounded once, when it becomes a double of a kernel. Numerator and
/// denominator stay below 2^53, so that their quotient in doubles is the nearest double.
struct Number {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1; ///< positive, no common factor; 0 when `value` is not a fraction
  double value = 0;

  bool is_exact() const { return denominator != 0; }
  bool is_integer() const { return denominator == 1; }
  bool is(std::int64_t integer) const { return denominator == 1 && numerator == integer; }

  bool operator==(Number const&) const = default;
};

Number integer(std::int64_t value);
Number real(double value);
/// Reduced; inexact when it does not fit. `denominator` must not be 0.
Number fraction(std::int64_t numerator, std::int64_t denominator);
/// The fraction that `value` was rounded from: 1/3 for 0.333... Only a fraction whose numerator times denominator is
/// below 2^(n_bits - 7) is recognised; it is unique. Any other value is inexact. `n_bits` are those of the rounded
/// significand: 53 for double, 24 for float.
Number recovered_fraction(double value, int n_bits = 53);
/// A decimal literal such as `0.125` or `1e-3`; empty when it overflows a double, or would become 0.
std::optional<Number> parse_number(std::string const& text);

Number operator+(Number const& a, Number const& b);
Number operator-(Number const& a, Number const& b);
Number operator*(Number const& a, Number const& b);
/// `b` must not be 0.
Number operator/(Number const& a, Number const& b);
Number operator-(Number const& a);

/// `3`, `1/2`, or the shortest decimal that reads back to the same double.
std::string to_text(Number const& number);

} // namespace chemora::base
