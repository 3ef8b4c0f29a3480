#include "spectral_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

/// Let near and far be the distances from the two punctures. Then cosh xi = (far + near)/2b and |cos eta| = (far -
/// near)/2b. A and B depend on cosh xi - 1 and 1 - |cos eta|. These differences are computed without cancellation from
/// d = |x| - b, near - |d| and far - |x| - b.
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

namespace {

double angle(int i, int n) { return std::numbers::pi * (i + 0.5) / n; }

/// Computes the diagonal of a differentiation matrix as minus the sum of the other elements in the row, so that the
/// derivative of a constant is exactly zero. This is more accurate than the formula for the diagonal elements.
void set_diagonal(Matrix& matrix) {
  for (int i = 0; i < matrix.n; ++i) {
    double sum = 0;
    for (int j = 0; j < matrix.n; ++j)
      if (j != i) sum += matrix(i, j);
    matrix(i, i) = -sum;
  }
}

} // namespace

ChebyshevBasis::ChebyshevBasis(int n, double low, double high) : lower(low), upper(high) {
  for (int i = 0; i < n; ++i) points.push_back(0.5 * (low + high) - 0.5 * (high - low) * std::cos(angle(i, n)));
}

/// Uses the barycentric weights (-1)^i sin(angle_i) of the zeros of T_n. Differences of points are computed as products
/// of sines, without cancellation.
Derivatives ChebyshevBasis::spectral_derivatives() const {
  int const n = size();
  double const half = 0.5 * (upper - lower);
  auto const weight = [n](int i) { return (i % 2 ? -1 : 1) * std::sin(angle(i, n)); };
  auto const difference = [n, half](int i, int j) {
    return 2 * half * std::sin(0.5 * (angle(i, n) + angle(j, n))) * std::sin(0.5 * (angle(i, n) - angle(j, n)));
  };
  Derivatives d{Matrix(n), Matrix(n)};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (j != i) d.first(i, j) = weight(j) / weight(i) / difference(i, j);
  set_diagonal(d.first);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (j != i) d.second(i, j) = 2 * d.first(i, j) * (d.first(i, i) - 1 / difference(i, j));
  set_diagonal(d.second);
  return d;
}

/// Centred differences in the angle. A polynomial is an even function of the angle at both ends, so the value beyond
/// the end equals that of the last point. The denominators 2 sin(h) and 2 (1 - cos(h)) instead of 2 h and h^2 make the
/// derivatives of cos(angle) exact.
Derivatives ChebyshevBasis::difference_derivatives() const {
  int const n = size();
  double const half = 0.5 * (upper - lower), step = std::numbers::pi / n;
  Derivatives d{Matrix(n), Matrix(n)};
  for (int i = 0; i < n; ++i) {
    double const sine = std::sin(angle(i, n)), cotangent = std::cos(angle(i, n)) / sine;
    for (int side : {-1, 1}) {
      int const j = std::min(std::max(i + side, 0), n - 1);
      double const along = side / (2 * std::sin(step)), bend = 1 / (2 * (1 - std::cos(step)));
      d.first(i, j) += along / (half * sine);
      d.second(i, j) += (bend - cotangent * along) / (half * half * sine * sine);
    }
  }
  set_diagonal(d.first);
  set_diagonal(d.second);
  return d;
}

Matrix ChebyshevBasis::to_coefficients() const {
  int const n = size();
  Matrix matrix(n);
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) // T_k(s_i) with s_i = -cos(angle_i)
      matrix(k, i) = (k == 0 ? 1.0 : 2.0) / n * (k % 2 ? -1 : 1) * std::cos(k * angle(i, n));
  return matrix;
}

void ChebyshevBasis::values_at(double x, std::span<double> values) const {
  double const s = (2 * x - lower - upper) / (upper - lower);
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = k == 0 ? 1 : k == 1 ? s : 2 * s * values[k - 1] - values[k - 2];
}

FourierBasis::FourierBasis(int n) {
  for (int i = 0; i < n; ++i) points.push_back(2 * std::numbers::pi * i / n);
}

Matrix FourierBasis::from_coefficients() const {
  int const n = size();
  Matrix matrix(n);
  for (int i = 0; i < n; ++i) values_at(points[i], std::span(&matrix.numbers[static_cast<std::size_t>(i) * n], n));
  return matrix;
}

Matrix FourierBasis::to_coefficients() const {
  int const n = size();
  Matrix const values = from_coefficients();
  Matrix matrix(n);
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) matrix(k, i) = (k == 0 || k == n - 1 ? 1.0 : 2.0) / n * values(i, k);
  return matrix;
}

void FourierBasis::values_at(double phi, std::span<double> values) const {
  for (std::size_t k = 0; k < values.size(); ++k) {
    double const phase = wave_number(static_cast<int>(k)) * phi;
    values[k] = k % 2 || k == 0 ? std::cos(phase) : std::sin(phase);
  }
}

Values along_phi(SpectralGrid const& grid, Matrix const& matrix, Values const& field) {
  int const plane = grid.plane_size(), n_phi = grid.in_phi.size();
  Values result(field.size(), 0.0);
  for (int k = 0; k < n_phi; ++k)
    for (int l = 0; l < n_phi; ++l)
      for (int p = 0; p < plane; ++p) result[k * plane + p] += matrix(k, l) * field[l * plane + p];
  return result;
}

namespace {

Values all_coefficients(SpectralGrid const& grid, Values const& U) {
  int const n_A = grid.in_A.size(), n_B = grid.in_B.size();
  Matrix const to_A = grid.in_A.to_coefficients(), to_B = grid.in_B.to_coefficients();
  Values const modes = along_phi(grid, grid.in_phi.to_coefficients(), U);
  Values half(U.size(), 0.0), all(U.size(), 0.0);
  for (int kj = 0; kj < grid.in_phi.size() * n_B; ++kj)
    for (int i = 0; i < n_A; ++i)
      for (int l = 0; l < n_A; ++l) half[kj * n_A + i] += to_A(i, l) * modes[kj * n_A + l];
  for (int k = 0; k < grid.in_phi.size(); ++k)
    for (int j = 0; j < n_B; ++j)
      for (int l = 0; l < n_B; ++l)
        for (int i = 0; i < n_A; ++i) all[(k * n_B + j) * n_A + i] += to_B(j, l) * half[(k * n_B + l) * n_A + i];
  return all;
}

double largest(Values const& numbers, std::size_t first, std::size_t n) {
  double result = 0;
  for (std::size_t i = first; i < first + n; ++i) result = std::max(result, std::abs(numbers[i]));
  return result;
}

} // namespace

Expansion::Expansion(SpectralGrid const& grid, Values const& U)
    : grid_(grid), coefficients_(all_coefficients(grid, U)) {
  constexpr double rounding_error = 1e-17;
  double const bound = rounding_error * largest(coefficients_, 0, coefficients_.size());
  std::size_t const n_A = grid.in_A.size();
  for (std::size_t kj = 0; kj < coefficients_.size() / n_A; ++kj)
    is_relevant_.push_back(largest(coefficients_, kj * n_A, n_A) > bound);
}

/// Evaluates U: for each polynomial in A, adds the terms over B and phi, then adds over the polynomials in A.
double Expansion::scaled_value(SpectralPoint const& at) const {
  std::size_t const n_A = grid_.in_A.size(), n_B = grid_.in_B.size(), n_phi = grid_.in_phi.size();
  thread_local std::vector<double> in_A, in_B, in_phi, sums;
  in_A.resize(n_A);
  in_B.resize(n_B);
  in_phi.resize(n_phi);
  sums.assign(n_A, 0.0);
  grid_.in_A.values_at(at.A, in_A);
  grid_.in_B.values_at(at.B, in_B);
  grid_.in_phi.values_at(at.phi, in_phi);
  for (std::size_t k = 0; k < n_phi; ++k)
    for (std::size_t j = 0; j < n_B; ++j) {
      if (!is_relevant_[k * n_B + j]) continue;
      double const factor = in_phi[k] * in_B[j];
      double const* const row = &coefficients_[(k * n_B + j) * n_A];
      for (std::size_t i = 0; i < n_A; ++i) sums[i] += factor * row[i];
    }
  double result = 0;
  for (std::size_t i = 0; i < n_A; ++i) result += in_A[i] * sums[i];
  return result;
}

double Expansion::value(Point const& at) const {
  SpectralPoint const spectral = to_spectral(at, grid_.b);
  return (spectral.A - 1) * scaled_value(spectral);
}

/// U at infinity does not depend on the direction. The mean over B and phi reduces the error of the expansion.
double Expansion::limit_at_infinity() const {
  double sum = 0;
  for (double const B : grid_.in_B.points)
    for (double const phi : grid_.in_phi.points) sum += scaled_value({1, B, phi});
  return sum / (grid_.in_B.size() * grid_.in_phi.size());
}

} // namespace twopunctures
