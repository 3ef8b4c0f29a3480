/// The grid points of one direction that contribute to an interpolated value (the molecule), and their coefficients.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace localinterp {

inline constexpr int max_order = 9;
using Coefficients = std::array<double, max_order + 1>;

/// Coefficients with which the values at the points 0, 1, ..., order give the Lagrange polynomial, or its n-th
/// derivative, at `position`. The result is exact for polynomials up to this order. n is at most max_derivative.
inline constexpr int max_derivative = 2;
inline Coefficients lagrange_coefficients(int order, double position, int n_derivatives = 0) {
  assert(n_derivatives >= 0 && n_derivatives <= max_derivative);
  double factorial = 1; // the n-th derivative is the n-th Taylor coefficient times n!
  for (int n = 2; n <= n_derivatives; ++n) factorial *= n;
  Coefficients coefficients{};
  for (int m = 0; m <= order; ++m) {
    double denominator = 1;                                 // exact, because it is a product of small integers
    std::array<double, max_derivative + 1> numerator = {1}; // Taylor coefficients of the numerator around `position`
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

/// Options for the lower and upper end of the grid in one direction, in grid spacings.
struct Edges {
  std::array<int, 2> points_to_omit = {0, 0};                ///< number of outermost points that are not used
  std::array<double, 2> off_centring_tolerance = {999, 999}; ///< the largest shift of molecules inwards
  std::array<double, 2> extrapolation_tolerance = {1e-10, 1e-10};
};

struct Molecule {
  bool is_possible = false;
  int first = 0;       ///< index of the first point of the molecule
  double position = 0; ///< the interpolation point, relative to `first`
};

/// Selects the molecule of order + 1 points around `index`, a position in grid spacings from point 0 of `n_points`
/// points. The molecule is centred, or shifted into the grid near an end as far as `edges` allows. There is no molecule
/// if the position is too far outside the grid or not finite.
inline Molecule place_molecule(int order, double index, int n_points, Edges const& edges) {
  if (!std::isfinite(index)) return {};
  int const lowest = edges.points_to_omit[0], highest = n_points - 1 - edges.points_to_omit[1];
  if (highest - lowest < order) return {};
  double const half = 0.5 * (order - 1); // a centred molecule fits if index is between lowest + half and highest - half
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
