// The expansion of the outgoing light rays from a surface.
#pragma once

#include "harmonic_surface.hpp"

namespace apparent_horizon {

// Metric, its derivatives and extrinsic curvature at a point, in the order xx, xy, xz, yy, yz, zz; and the lapse.
struct Geometry {
  std::array<double, 6> g, k;
  std::array<std::array<double, 6>, 3> dg; // dg[i] by x^i
  double lapse = 1;
};

struct Expansion {
  double theta;  // in units of 1/M
  double weight; // rho of Gundlach, Physical Review D 57 (1998) 863: makes of theta a speed of h for fast_flow.hpp
  double area;   // of the surface, per unit of solid angle
};

// Theta = D_i s^i + K_ij s^i s^j - K with the unit normal s of r = h(theta, phi), r the distance from the centre:
// (g^ij - s^i s^j) ((d_i d_j F - Gamma^k_ij d_k F)/|dF| - K_ij) with F = r - h. Vanishes on an apparent horizon; 2/r on
// a sphere in flat space. rho = 2 h^2 |dF| / ((g^ij - s^i s^j) (delta_ij - n_i n_j)). Not a number where the metric is
// not positive.
Expansion expansion(Direction const& direction, Shape const& shape, Geometry const& geometry);

} // namespace apparent_horizon
