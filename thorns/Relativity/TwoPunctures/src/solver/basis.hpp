// The functions in which a field is expanded along one coordinate, and their collocation points.
#pragma once

#include <span>
#include <vector>

namespace twopunctures {

// n x n numbers, rows one after the other.
struct Matrix {
  int n = 0;
  std::vector<double> numbers;

  explicit Matrix(int size) : n(size), numbers(static_cast<std::size_t>(size) * size) {}
  double& operator()(int row, int column) { return numbers[static_cast<std::size_t>(row) * n + column]; }
  double operator()(int row, int column) const { return numbers[static_cast<std::size_t>(row) * n + column]; }
};

// First and second derivatives at the collocation points, from the values there.
struct Derivatives {
  Matrix first, second;
};

// Chebyshev polynomials T_0 .. T_(n-1) in s = (2 x - lower - upper)/(upper - lower), with the n zeros of T_n as points,
// increasing: x_i = (lower + upper)/2 - (upper - lower)/2 cos(angle_i), angle_i = pi (i + 1/2)/n. No point is an end.
struct ChebyshevBasis {
  double lower, upper;
  std::vector<double> points;

  ChebyshevBasis(int n, double lower, double upper);
  int size() const { return static_cast<int>(points.size()); }
  // Exact for polynomials of degree n - 1.
  Derivatives spectral_derivatives() const;
  // Three points, second order in the angle, exact for polynomials of degree 1: a sparse neighbour of the exact ones.
  Derivatives difference_derivatives() const;
  // Coefficients of the polynomial through values at the points.
  Matrix to_coefficients() const;
  // T_0(x) .. T_(n-1)(x).
  void values_at(double x, std::span<double> values) const;
};

// 1, cos phi, sin phi, cos 2 phi, .. , cos(n/2 phi) with the points 2 pi i/n; n is even.
struct FourierBasis {
  std::vector<double> points;

  explicit FourierBasis(int n);
  int size() const { return static_cast<int>(points.size()); }
  static int wave_number(int index) { return (index + 1) / 2; }
  Matrix to_coefficients() const;
  Matrix from_coefficients() const;
  void values_at(double phi, std::span<double> values) const;
};

} // namespace twopunctures
