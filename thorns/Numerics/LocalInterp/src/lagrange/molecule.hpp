/// The grid points of one direction that contribute to an interpolated value (the molecule), and their coefficients.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace localinterp {

inline constexpr int max_order = 9;
using Coefficients = std::array<double, max_order + 1>;

/// Coefficients of the Lagrange polynomial through the points 0, 1, ..., order, or of its n-th derivative, at
/// `position`. The sum of coefficients times values is exact for polynomials up to the order. n is at most
/// max_derivative.
inline constexpr int max_derivative = 2;
inline Coefficients lagrange_coefficients(int order, double position, int n_derivatives = 0) {
  assert(n_derivatives >= 0 && n_derivatives <= max_derivative);
  double factorial = 1; // n-th derivatives are Taylor coefficients times n!
  for (int n = 2; n <= n_derivatives; ++n) factorial *= n;
  Coefficients coefficients{};
  for (int m = 0; m <= order; ++m) {
    double denominator = 1;                                 // a product of small integers: exact
    std::array<double, max_derivative + 1> numerator = {1}; // its Taylor series around the position
    for (int k = 0; k <= order; ++k) {
      if (k == m) continue;
      for (int n = n_derivatives; n >= 0; --n)
        numerator[n] = numerator[n] * (k - position) - (n ? numerator[n - 1] : 0);
      denominator *= k - m;
    }
    coefficients[m] = factorial * numerator[n_derivatives] / denominator;
  }
  return coefficients;
}

/// Options for the lower and upper end of a direction, in grid spacings.
struct Edges {
  std::array<int, 2> points_to_omit = {0, 0};                ///< outermost points that are not used
  std::array<double, 2> off_centring_tolerance = {999, 999}; ///< the largest shift of molecules inwards
  std::array<double, 2> extrapolation_tolerance = {1e-10, 1e-10};
};

struct Molecule {
  bool is_possible = false;
  int first = 0;       ///< index of the first point
  double position = 0; ///< of the interpolation point, relative to the first point
};

/// The molecule of order + 1 points around `index`, a position in grid spacings from point 0 of `n_points`. It is
/// centred, or shifted inwards at an end as far as allowed. It is not possible if the position is too far outside or
/// not finite.
inline Molecule place_molecule(int order, double index, int n_points, Edges const& edges) {
  if (!std::isfinite(index)) return {};
  int const lowest = edges.points_to_omit[0], highest = n_points - 1 - edges.points_to_omit[1];
  if (highest - lowest < order) return {};
  double const half = 0.5 * (order - 1); // centred molecules fit between lowest + half and highest - half
  std::array<double, 2> const outside = {lowest - index, index - highest};
  for (int side = 0; side < 2; ++side) {
    if (outside[side] > edges.extrapolation_tolerance[side]) return {};
    if (outside[side] + half > std::max(edges.off_centring_tolerance[side], edges.extrapolation_tolerance[side]))
      return {};
  }
  double const first =
      std::clamp(std::floor(index - half), static_cast<double>(lowest), static_cast<double>(highest - order));
  return {true, static_cast<int>(first), index - first};
}

} // namespace localinterp
