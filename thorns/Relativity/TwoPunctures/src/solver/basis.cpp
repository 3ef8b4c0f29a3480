// The functions in which a field is expanded along one coordinate, and their collocation points.
#include "basis.hpp"

#include <cmath>
#include <numbers>

namespace twopunctures {
namespace {

double angle(int i, int n) { return std::numbers::pi * (i + 0.5) / n; }

// A derivative of a constant is zero: with the diagonal from the other entries this holds to the last bit, and less is
// lost in the others than with the formula for the diagonal.
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

// Barycentric weights of the zeros of T_n: (-1)^i sin(angle_i). Differences of points by a product, without
// cancellation.
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

// A polynomial is even in the angle at both ends, so the neighbours beyond an end are the end points themselves. The
// steps 2 sin(h) and 2 (1 - cos(h)) in place of 2 h and h^2 make cos(angle) exact.
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

} // namespace twopunctures
