// The geometry as it is interpolated: g_ij = gamma_ij / W^2 with det(gamma_ij) = 1, K_ij = k_ij / W^2.
#pragma once

#include "expansion.hpp"

namespace apparent_horizon {

// Near a puncture g_ij grows like r^-4, which no polynomial follows between grid points; W falls like r^2 there, and
// gamma_ij and k_ij are smooth, so that polynomials through a few points are near to all of them. Components in the
// order of Geometry.
struct Conformal {
  double w = 1;
  std::array<double, 6> g, k;
};

// Not a number where the metric is not positive.
Conformal conformal(std::array<double, 6> const& metric, std::array<double, 6> const& curvature);

// Back, with derivatives by x^i of W and gamma_ij.
Geometry physical(Conformal const& at, Vector const& dw, std::array<std::array<double, 6>, 3> const& dg, double lapse);

// Whether it is that of a space: all of its eigenvalues are above 0.
bool is_positive(std::array<double, 6> const& metric);

} // namespace apparent_horizon
