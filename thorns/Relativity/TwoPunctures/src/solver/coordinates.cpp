// Coordinates in which all of space with two punctures is one cube.
#include "coordinates.hpp"

#include <cmath>

namespace twopunctures {
namespace {

struct Spheroidal {
  double cosh_xi, sinh_xi, cos_eta, sin_eta;
};

Spheroidal spheroidal(SpectralPoint const& at) {
  double const a = 1 - at.A * at.A, c = 1 + at.B * at.B;
  return {(1 + at.A * at.A) / a, 2 * at.A / a, -2 * at.B / c, (1 - at.B) * (1 + at.B) / c};
}

} // namespace

Point to_cartesian(SpectralPoint const& at, double b) {
  Spheroidal const s = spheroidal(at);
  double const rho = b * s.sinh_xi * s.sin_eta;
  return {b * s.cosh_xi * s.cos_eta, rho * std::cos(at.phi), rho * std::sin(at.phi)};
}

// With the distances near and far of the two punctures, cosh xi = (far + near)/2b and |cos eta| = (far - near)/2b. What
// matters is how far both are from 1; written with d = |x| - b, near - |d| and far - |x| - b so that nothing cancels.
SpectralPoint to_spectral(Point const& at, double b) {
  double const rho = std::hypot(at[1], at[2]), d = std::abs(at[0]) - b, sum = std::abs(at[0]) + b;
  double const near = std::hypot(d, rho), far = std::hypot(sum, rho);
  double const beyond_far = rho * rho / (far + sum); // far - sum
  double const small = near == 0 ? 0 : rho * rho / (near + std::abs(d)), large = near + std::abs(d);
  double const near_plus_d = d < 0 ? small : large, near_minus_d = d < 0 ? large : small;
  double const c = (near_plus_d + beyond_far) / (2 * b);              // cosh xi - 1
  double const e = std::fmax(0, near_minus_d - beyond_far) / (2 * b); // 1 - |cos eta|
  double const cos_eta = std::copysign(1 - e, at[0]), sin_eta = std::sqrt(e * (2 - e));
  return {std::sqrt(c / (c + 2)), -cos_eta / (1 + sin_eta), rho == 0 ? 0 : std::atan2(at[2], at[1])};
}

double product_of_distances(SpectralPoint const& at, double b) {
  Spheroidal const s = spheroidal(at);
  return b * b * (s.sinh_xi * s.sinh_xi + s.sin_eta * s.sin_eta);
}

} // namespace twopunctures
