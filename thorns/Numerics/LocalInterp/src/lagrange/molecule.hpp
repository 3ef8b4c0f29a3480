// The grid points that an interpolated value is made of, in one direction, and their coefficients.
#pragma once

#include <array>

namespace localinterp {

inline constexpr int max_order = 9;
using Coefficients = std::array<double, max_order + 1>;

// Lagrange's polynomial through the points 0, 1, .., order, or its n-th derivative, at `position`: the sum of
// coefficients times values. Exact for polynomials up to the order; n at most max_derivative.
inline constexpr int max_derivative = 2;
Coefficients lagrange_coefficients(int order, double position, int n_derivatives = 0);

// What a direction allows, in grid spacings, at its lower and upper end.
struct Edges {
  std::array<int, 2> points_to_omit = {0, 0};                // the outermost points that must not be used
  std::array<double, 2> off_centring_tolerance = {999, 999}; // how far molecules may be moved inward
  std::array<double, 2> extrapolation_tolerance = {1e-10, 1e-10};
};

struct Molecule {
  bool is_possible = false;
  int first = 0;       // index of its first point
  double position = 0; // of the interpolation point, counted from the first
};

// The molecule of order + 1 points around `index`, a position in grid spacings from point 0 of `n_points`: centred, or
// moved inward at an end as far as allowed. Not possible for positions too far out, or that are not finite.
Molecule place_molecule(int order, double index, int n_points, Edges const& edges);

} // namespace localinterp
