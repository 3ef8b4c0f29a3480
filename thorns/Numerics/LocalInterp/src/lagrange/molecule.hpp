/// The grid points of one direction that contribute to an interpolated value (the molecule), and their coefficients.
#pragma once

#include <array>

namespace localinterp {

inline constexpr int max_order = 9;
using Coefficients = std::array<double, max_order + 1>;

/// Coefficients of the Lagrange polynomial through the points 0, 1, ..., order, or of its n-th derivative, at
/// `position`. The sum of coefficients times values is exact for polynomials up to the order. n is at most
/// max_derivative.
inline constexpr int max_derivative = 2;
Coefficients lagrange_coefficients(int order, double position, int n_derivatives = 0);

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
Molecule place_molecule(int order, double index, int n_points, Edges const& edges);

} // namespace localinterp
