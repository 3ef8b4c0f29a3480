// Transforms between the values of a surface at collocation points and its coefficients of spherical harmonics.
#include "horizon.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace apparent_horizon {
namespace {

int index_of_mode(int l, int m) { return l * l + l + m; }

/// Normalised P_lm without the phase (-1)^m: the integral of P_lm^2 sin(theta) over theta is 1/(2 pi). Indices m and -m
/// have the same value.
Coefficients legendre_functions(int l_max, double theta) {
  Coefficients p(index_of_mode(l_max, l_max) + 1);
  double const cosine = std::cos(theta), sine = std::sin(theta);
  double diagonal = 1 / std::sqrt(4 * std::numbers::pi);
  for (int m = 0; m <= l_max; ++m) {
    if (m > 0) diagonal *= sine * std::sqrt((2 * m + 1) / (2.0 * m));
    double below = 0, value = diagonal;
    for (int l = m; l <= l_max; ++l) {
      p[index_of_mode(l, m)] = p[index_of_mode(l, -m)] = value;
      double const up = (l + 1) * (l + 1) - m * m, down = l * l - m * m;
      double const next = std::sqrt((2 * l + 3) / up) * (std::sqrt(2.0 * l + 1) * cosine * value -
                                                         (l > m ? std::sqrt(down / (2 * l - 1)) * below : 0));
      below = value;
      value = next;
    }
  }
  return p;
}

/// d P_lm / d theta, computed from P_lm and P_l-1m. The formula is not valid at the poles, which are not collocation
/// points.
Coefficients legendre_slopes(int l_max, double theta, Coefficients const& p) {
  Coefficients slope(p.size());
  for (int l = 0; l <= l_max; ++l)
    for (int m = -l; m <= l; ++m) {
      double const below = std::abs(m) < l ? p[index_of_mode(l - 1, m)] : 0;
      slope[index_of_mode(l, m)] = (l * std::cos(theta) * p[index_of_mode(l, m)] -
                                    std::sqrt((l * l - m * m) * (2 * l + 1) / std::abs(2.0 * l - 1)) * below) /
                                   std::sin(theta);
    }
  return slope;
}

} // namespace

HarmonicSurface::HarmonicSurface(int l_max, int n_theta, int n_phi) : l_max_(l_max), n_theta_(n_theta), n_phi_(n_phi) {
  for (thorntools::SpherePoint const& point : thorntools::sphere_points(n_theta, n_phi)) {
    double const cos_theta = std::cos(point.theta), sin_theta = std::sin(point.theta);
    double const cos_phi = std::cos(point.phi), sin_phi = std::sin(point.phi);
    if (directions_.size() % n_phi == 0) {
      theta_.push_back(point.theta);
      legendre_.push_back(legendre_functions(l_max, point.theta));
      slope_.push_back(legendre_slopes(l_max, point.theta, legendre_.back()));
    }
    if (theta_.size() == 1)
      for (int m = -l_max; m <= l_max; ++m)
        trigonometric_.push_back(m == 0  ? 1
                                 : m > 0 ? std::numbers::sqrt2 * std::cos(m * point.phi)
                                         : std::numbers::sqrt2 * std::sin(-m * point.phi));
    directions_.push_back({point.weight,
                           {sin_theta * cos_phi, sin_theta * sin_phi, cos_theta},
                           {cos_theta * cos_phi, cos_theta * sin_phi, -sin_theta},
                           {-sin_phi, cos_phi, 0}});
  }
}

std::vector<Shape> HarmonicSurface::shapes(Coefficients const& coefficients) const {
  std::vector<Shape> shapes(directions_.size());
  for (int i = 0; i < n_theta_; ++i) {
    double const sine = std::sin(theta_[i]), cotangent = std::cos(theta_[i]) / sine;
    for (int m = -l_max_; m <= l_max_; ++m) {
      double value = 0, slope = 0,
             bend = 0; // sums over l; bend: the second derivative by theta, from Legendre's equation
      for (int l = std::abs(m); l <= l_max_; ++l) {
        double const c = coefficients[index_of_mode(l, m)], p = legendre_[i][index_of_mode(l, m)],
                     dp = slope_[i][index_of_mode(l, m)];
        value += c * p;
        slope += c * dp;
        bend += c * (-cotangent * dp - (l * (l + 1) - m * m / (sine * sine)) * p);
      }
      for (int j = 0; j < n_phi_; ++j) {
        Shape& at = shapes[i * n_phi_ + j];
        double const t = trigonometric(m, j), dt = -m * trigonometric(-m, j);
        at.h += value * t;
        at.d1 += slope * t;
        at.d2 += value * dt / sine;
        at.d11 += bend * t;
        at.d12 += (slope - cotangent * value) * dt / sine;
        at.d22 += (-m * m / (sine * sine) * value + cotangent * slope) * t;
      }
    }
  }
  return shapes;
}

Coefficients HarmonicSurface::coefficients(std::vector<double> const& values) const {
  Coefficients result(index_of_mode(l_max_, l_max_) + 1);
  for (int i = 0; i < n_theta_; ++i)
    for (int m = -l_max_; m <= l_max_; ++m) {
      double integral = 0; // integral over phi
      for (int j = 0; j < n_phi_; ++j) {
        int const point = i * n_phi_ + j;
        integral += directions_[point].weight * values[point] * trigonometric(m, j);
      }
      for (int l = std::abs(m); l <= l_max_; ++l)
        result[index_of_mode(l, m)] += integral * legendre_[i][index_of_mode(l, m)];
    }
  return result;
}

Coefficients HarmonicSurface::sphere(double radius) const {
  Coefficients result(index_of_mode(l_max_, l_max_) + 1);
  result[0] = radius * std::sqrt(4 * std::numbers::pi);
  return result;
}

} // namespace apparent_horizon
