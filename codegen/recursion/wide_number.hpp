/// Numbers in long double with an exponent that does not overflow, for the interpreter of recursions.
#pragma once

#include <cmath>
#include <limits>

namespace chemora::recursion {

/// The number `mantissa * 2^(8192 * scale)`. The magnitude of the mantissa of a finite number other than 0 is at least
/// 2^-4096 and less than 2^4096, so that equal numbers have one representation.
struct WideNumber {
  long double mantissa = 0;
  int scale = 0;

  static constexpr int bits = 8192;

  WideNumber() = default;
  WideNumber(long double value, int value_scale = 0) : mantissa(value), scale(value_scale) { normalise(); }

  bool is_nan() const { return std::isnan(mantissa); }
  /// Returns the number in long double; 0 or infinity if it is too small or too large.
  long double value() const {
    if (scale == 0) return mantissa;
    return std::ldexp(mantissa, scale > 2 ? 3 * bits : scale < -3 ? -4 * bits : scale * bits);
  }

private:
  void normalise() {
    if (mantissa == 0 || !std::isfinite(mantissa)) {
      scale = 0;
      return;
    }
    long double const magnitude = std::abs(mantissa);
    constexpr int half = bits / 2;
    static long double const smallest = std::ldexp(1.0L, -half), largest = std::ldexp(1.0L, half);
    if (magnitude < smallest) {
      mantissa = std::ldexp(mantissa, bits);
      --scale;
    } else if (magnitude >= largest) {
      mantissa = std::ldexp(mantissa, -bits);
      ++scale;
    }
  }
};

inline WideNumber operator-(WideNumber a) {
  a.mantissa = -a.mantissa;
  return a;
}

inline WideNumber operator+(WideNumber const& a, WideNumber const& b) {
  if (b.mantissa == 0) return a;
  if (a.mantissa == 0) return b;
  if (!std::isfinite(a.mantissa) || !std::isfinite(b.mantissa)) return a.mantissa + b.mantissa;
  if (a.scale == b.scale) return {a.mantissa + b.mantissa, a.scale};
  WideNumber const &large = a.scale > b.scale ? a : b, &small = a.scale > b.scale ? b : a;
  if (large.scale - small.scale > 1) return large;
  return {large.mantissa + std::ldexp(small.mantissa, -WideNumber::bits), large.scale};
}

inline WideNumber operator-(WideNumber const& a, WideNumber const& b) { return a + -b; }

inline WideNumber operator*(WideNumber const& a, WideNumber const& b) {
  return {a.mantissa * b.mantissa, a.scale + b.scale};
}

inline WideNumber operator/(WideNumber const& a, WideNumber const& b) {
  return {a.mantissa / b.mantissa, a.scale - b.scale};
}

inline bool operator<(WideNumber const& a, WideNumber const& b) {
  bool const is_simple = a.scale == b.scale || a.mantissa == 0 || b.mantissa == 0 || !std::isfinite(a.mantissa) ||
                         !std::isfinite(b.mantissa) || (a.mantissa < 0) != (b.mantissa < 0);
  if (is_simple) return a.mantissa < b.mantissa;
  return (a.scale < b.scale) == (a.mantissa > 0);
}

inline bool operator==(WideNumber const& a, WideNumber const& b) {
  return a.mantissa == b.mantissa && a.scale == b.scale;
}

inline WideNumber logarithm(WideNumber const& a) {
  static long double const unit = WideNumber::bits * std::log(2.0L);
  return std::log(a.mantissa) + static_cast<long double>(a.scale) * unit;
}

inline WideNumber exponential(WideNumber const& a) {
  static long double const unit = WideNumber::bits * std::log(2.0L);
  long double const x = a.value(), scale = std::round(x / unit);
  if (!std::isfinite(x)) return std::exp(x);
  constexpr long double max_scale = 1e9L;
  if (std::abs(scale) > max_scale) return scale < 0 ? 0.0L : std::numeric_limits<long double>::infinity();
  return {std::exp(x - scale * unit), static_cast<int>(scale)};
}

inline WideNumber square_root(WideNumber const& a) {
  if (a.scale % 2 == 0) return {std::sqrt(a.mantissa), a.scale / 2};
  return {std::sqrt(std::ldexp(a.mantissa, WideNumber::bits)), (a.scale - 1) / 2};
}

} // namespace chemora::recursion
