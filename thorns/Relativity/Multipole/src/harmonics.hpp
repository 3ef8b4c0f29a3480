/// Spin-weighted spherical harmonics.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>

namespace multipole {

namespace harmonics {

inline double factorial(int n) {
  double product = 1;
  for (int i = 2; i <= n; ++i) product *= i;
  return product;
}

inline double binomial(int n, int k) { return factorial(n) / (factorial(k) * factorial(n - k)); }

inline double sign(int n) { return n % 2 == 0 ? 1 : -1; }

} // namespace harmonics

/// The spin-weighted harmonic sY_lm of Goldberg et al., Journal of Mathematical Physics 8 (1967) 2155, (3.1), with the
/// phase (-1)^m of Condon and Shortley. The harmonics are orthonormal on the sphere, with 0Y_lm = Y_lm and -2Y_22 =
/// sqrt(5/(64 pi)) (1 + cos theta)^2 exp(2 i phi). Requires l >= |m|; the result is 0 for l < |s|.
inline std::complex<double> spin_weighted_harmonic(int s, int l, int m, double theta, double phi) {
  using namespace harmonics;
  if (l < std::abs(s)) return 0;
  double const cosine = std::cos(theta / 2), sine = std::sin(theta / 2);
  double sum = 0;
  for (int r = std::max(0, m - s); r <= std::min(l - s, l + m); ++r) {
    int const power = 2 * r + s - m; ///< power of the cosine; the power of the sine is 2 l - power
    sum += binomial(l - s, r) * binomial(l + s, r + s - m) * sign(l - r - s) * std::pow(cosine, power) *
           std::pow(sine, 2 * l - power);
  }
  double const square =
      factorial(l + m) * factorial(l - m) * (2 * l + 1) / (4 * std::numbers::pi * factorial(l + s) * factorial(l - s));
  return std::polar(1.0, m * phi) * (sign(m) * std::sqrt(square) * sum);
}

} // namespace multipole
