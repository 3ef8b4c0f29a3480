// Spin-weighted spherical harmonics.
#include "harmonics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace multipole {
namespace {

double factorial(int n) {
  double product = 1;
  for (int i = 2; i <= n; ++i) product *= i;
  return product;
}

double binomial(int n, int k) { return factorial(n) / (factorial(k) * factorial(n - k)); }

double sign(int n) { return n % 2 == 0 ? 1 : -1; }

} // namespace

std::complex<double> spin_weighted_harmonic(int s, int l, int m, double theta, double phi) {
  if (l < std::abs(s)) return 0;
  double const cosine = std::cos(theta / 2), sine = std::sin(theta / 2);
  double sum = 0;
  for (int r = std::max(0, m - s); r <= std::min(l - s, l + m); ++r) {
    int const power = 2 * r + s - m; // of the cosine; that of the sine fills up 2 l
    sum += binomial(l - s, r) * binomial(l + s, r + s - m) * sign(l - r - s) * std::pow(cosine, power) *
           std::pow(sine, 2 * l - power);
  }
  double const square =
      factorial(l + m) * factorial(l - m) * (2 * l + 1) / (4 * std::numbers::pi * factorial(l + s) * factorial(l - s));
  return std::polar(1.0, m * phi) * (sign(m) * std::sqrt(square) * sum);
}

} // namespace multipole
