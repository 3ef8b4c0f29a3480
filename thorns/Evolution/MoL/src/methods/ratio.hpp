// A fraction of two integers in lowest terms: the coefficients of a method are exact until they are used.
#pragma once

#include <numeric>

namespace mol {

class Ratio {
public:
  constexpr Ratio(long long numerator = 0, long long denominator = 1) {
    long long const sign = denominator < 0 ? -1 : 1;
    long long const divisor = std::gcd(numerator, denominator);
    numerator_ = sign * numerator / divisor;
    denominator_ = sign * denominator / divisor;
  }

  constexpr long long numerator() const { return numerator_; }
  constexpr long long denominator() const { return denominator_; }
  // The nearest double, when both integers are below 2^53.
  explicit constexpr operator double() const {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }

  friend constexpr bool operator==(Ratio, Ratio) = default;
  friend constexpr Ratio operator*(Ratio a, Ratio b) {
    Ratio const across(a.numerator_, b.denominator_), back(b.numerator_, a.denominator_); // keeps the products small
    return {across.numerator_ * back.numerator_, across.denominator_ * back.denominator_};
  }
  friend constexpr Ratio operator+(Ratio a, Ratio b) {
    long long const common = std::lcm(a.denominator_, b.denominator_);
    return {a.numerator_ * (common / a.denominator_) + b.numerator_ * (common / b.denominator_), common};
  }
  friend constexpr Ratio operator-(Ratio a, Ratio b) { return a + Ratio(-1) * b; }

private:
  long long numerator_, denominator_;
};

} // namespace mol
