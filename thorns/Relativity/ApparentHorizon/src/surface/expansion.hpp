/// The expansion of the outgoing light rays from a surface, and the geometry that it needs.
#pragma once

#include "harmonic_surface.hpp"

namespace apparent_horizon {

/// Metric, its derivatives, extrinsic curvature and lapse at a point. Components are in the order xx, xy, xz, yy, yz,
/// zz.
struct Geometry {
  std::array<double, 6> g, k;
  std::array<std::array<double, 6>, 3> dg; ///< dg[i] is the derivative by x^i
  double lapse = 1;
};

struct Expansion {
  double theta;  // in units of 1/M
  double weight; ///< rho of Gundlach, Physical Review D 57 (1998) 863: rho theta is a speed of h for fast_flow.hpp
  double area;   // of the surface, per unit of solid angle
};

/// Theta = D_i s^i + K_ij s^i s^j - K with the unit normal s of r = h(theta, phi), r the distance from the centre:
/// (g^ij - s^i s^j) ((d_i d_j F - Gamma^k_ij d_k F)/|dF| - K_ij) with F = r - h. It vanishes on an apparent horizon and
/// is 2/r on a sphere in flat space. rho = 2 h^2 |dF| / ((g^ij - s^i s^j) (delta_ij - n_i n_j)). Not a number if the
/// metric is not positive definite.
Expansion expansion(Direction const& direction, Shape const& shape, Geometry const& geometry);

/// The geometry in the form in which it is interpolated: g_ij = gamma_ij / W^2 with det(gamma_ij) = 1, K_ij = k_ij /
/// W^2. Near a puncture g_ij grows like r^-4, which polynomials cannot approximate between grid points. W falls like
/// r^2, and gamma_ij and k_ij are smooth, so that polynomials approximate all of them. Components are in the order of
/// Geometry.
struct Conformal {
  double w = 1;
  std::array<double, 6> g, k;
};

/// Computes the conformal variables. Not a number if the metric is not positive definite.
Conformal conformal(std::array<double, 6> const& metric, std::array<double, 6> const& curvature);

/// The inverse of conformal(), with the derivatives of W and gamma_ij by x^i.
Geometry physical(Conformal const& at, Vector const& dw, std::array<std::array<double, 6>, 3> const& dg, double lapse);

/// Whether the metric is positive definite.
bool is_positive(std::array<double, 6> const& metric);

} // namespace apparent_horizon
