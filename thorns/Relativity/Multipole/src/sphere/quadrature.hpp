// Points on the unit sphere and their weights in integrals.
#pragma once

#include <vector>

namespace multipole {

struct SpherePoint {
  double theta, phi, weight;
};

// n_theta points of Gauss and Legendre in cos(theta) times n_phi points at equal distances in phi; theta varies last.
// The sum of weight times f is the integral of f, exact for spherical harmonics of l < 2 n_theta and |m| < n_phi.
std::vector<SpherePoint> sphere_points(int n_theta, int n_phi);

} // namespace multipole
