/// Quadrature on the unit sphere.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

namespace thorntools {

struct SpherePoint {
  double theta, phi, weight;
};

struct GaussNode {
  double x, weight;
};

/// The k-th zero of the Legendre polynomial P_n, in descending order, by Newton's method. The weight is
/// 2/((1 - x^2) P_n'^2).
inline GaussNode gauss_legendre(int k, int n) {
  double x = std::cos(std::numbers::pi * (k + 0.75) / (n + 0.5)), slope = 1;
  for (int step = 0; step < 8;
       ++step) { // Newton's method converges quadratically from a start value with four correct digits
    double previous = 0, value = 1;
    for (int l = 1; l <= n; ++l) {
      double const next = ((2 * l - 1) * x * value - (l - 1) * previous) / l;
      previous = value;
      value = next;
    }
    slope = n * (previous - x * value) / (1 - x * x);
    x -= value / slope;
  }
  return {x, 2 / ((1 - x * x) * slope * slope)};
}

/// The points and weights of a quadrature on the unit sphere: n_theta Gauss-Legendre points in cos(theta) times n_phi
/// equidistant points in phi, with phi varying fastest. The sum of weight * f is exact for spherical harmonics f with l
/// < 2 n_theta and |m| < n_phi.
inline std::vector<SpherePoint> sphere_points(int n_theta, int n_phi) {
  std::vector<SpherePoint> points;
  double const step = 2 * std::numbers::pi / n_phi;
  for (int i = 0; i < n_theta; ++i) {
    GaussNode const node = gauss_legendre(i, n_theta);
    for (int j = 0; j < n_phi; ++j) points.push_back({std::acos(node.x), j * step, node.weight * step});
  }
  return points;
}

} // namespace thorntools
