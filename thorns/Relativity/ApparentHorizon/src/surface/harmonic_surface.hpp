/// Surfaces r = h(theta, phi) around a centre, where h is a sum of real spherical harmonics.
#pragma once

#include "Numerics/ThornTools/src/algorithms/quadrature.hpp"

#include <array>
#include <vector>

namespace apparent_horizon {

using Vector = std::array<double, 3>;

/// A point of the unit sphere: outward normal n, and unit vectors e1 and e2 along theta and phi.
struct Direction {
  double weight; ///< in integrals over the unit sphere
  Vector n, e1, e2;
};

/// h, its gradient along e1 and e2, and its covariant second derivatives, all on the unit sphere.
struct Shape {
  double h = 0, d1 = 0, d2 = 0, d11 = 0, d12 = 0, d22 = 0;
};

/// Coefficients of the orthonormal real harmonics. Index l^2 + l + m belongs to P_lm(theta) times sqrt(2) cos(m phi)
/// for m > 0, 1 for m = 0, and sqrt(2) sin(-m phi) for m < 0.
using Coefficients = std::vector<double>;

class HarmonicSurface {
public:
  /// Harmonics up to l_max, on n_theta > l_max Gauss-Legendre points in cos(theta) times n_phi > 2 l_max points in phi.
  HarmonicSurface(int l_max, int n_theta, int n_phi);

  int l_max() const { return l_max_; }
  std::vector<Direction> const& directions() const { return directions_; }

  /// The shape at each direction.
  std::vector<Shape> shapes(Coefficients const& coefficients) const;

  /// Projects a function, given by its values at each direction, on the harmonics.
  Coefficients coefficients(std::vector<double> const& values) const;

  Coefficients sphere(double radius) const;

private:
  double trigonometric(int m, int j) const { return trigonometric_[j * (2 * l_max_ + 1) + l_max_ + m]; }

  int l_max_, n_theta_, n_phi_;
  std::vector<Direction> directions_;  // point j of ring i at i n_phi + j
  std::vector<double> theta_;          // by ring
  std::vector<Coefficients> legendre_; ///< by ring; normalised P_lm at l^2 + l + m
  std::vector<Coefficients> slope_;    // d P_lm / d theta
  std::vector<double> trigonometric_;  // by point in phi and m
};

} // namespace apparent_horizon
