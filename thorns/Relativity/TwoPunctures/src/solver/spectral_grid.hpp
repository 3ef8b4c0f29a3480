/// Spectral representation of fields in the space of two punctures: coordinates, basis functions, collocation points
/// and expansions.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace twopunctures {

using Point = std::array<double, 3>; // coordinates x, y, z

/// Coordinates (A, B, phi) of a point. They map all of space to one cube, and make fields smooth that are smooth except
/// at the punctures.
/// The coordinates are derived from prolate spheroidal coordinates (xi, eta, phi) with the foci x = +-b (Ansorg,
/// Bruegmann, Tichy, Physical Review D 70 (2004) 064011, section II):
///   x = b cosh xi cos eta,  y + i z = b sinh xi sin eta exp(i phi),
///   A = tanh(xi/2) in [0, 1),  B = tan(eta/2 - pi/4) in [-1, 1].
/// A = 0 is the line between the punctures, and A = 1 is infinity. The puncture at x = +b has A = 0, B = -1.
struct SpectralPoint {
  double A, B, phi;
};

Point to_cartesian(SpectralPoint const& at, double b);

/// Computes the spectral coordinates of a point, accurate to a few units in the last place even near the axis and the
/// punctures. On the axis phi is 0.
SpectralPoint to_spectral(Point const& at, double b);

/// The product r+ r- of the distances from the two punctures, which is b^2 (cosh^2 xi - cos^2 eta).
double product_of_distances(SpectralPoint const& at, double b);

/// An n x n matrix, stored by rows.
struct Matrix {
  int n = 0;
  std::vector<double> numbers;

  explicit Matrix(int size) : n(size), numbers(static_cast<std::size_t>(size) * size) {}
  double& operator()(int row, int column) { return numbers[static_cast<std::size_t>(row) * n + column]; }
  double operator()(int row, int column) const { return numbers[static_cast<std::size_t>(row) * n + column]; }
};

/// Matrices of the first and second derivatives at the collocation points.
struct Derivatives {
  Matrix first, second;
};

/// Chebyshev polynomials T_0 .. T_(n-1) in s = (2 x - lower - upper)/(upper - lower), with the n zeros of T_n as
/// points. The points in increasing order are x_i = (lower + upper)/2 - (upper - lower)/2 cos(angle_i), angle_i = pi (i
/// + 1/2)/n. No point is at an end of the interval.
struct ChebyshevBasis {
  double lower, upper;
  std::vector<double> points;

  ChebyshevBasis(int n, double lower, double upper);
  int size() const { return static_cast<int>(points.size()); }
  /// Differentiation matrices that are exact for polynomials of degree n - 1.
  Derivatives spectral_derivatives() const;
  /// Sparse differentiation matrices with three-point stencils, of second order in the angle and exact for polynomials
  /// of degree 1.
  Derivatives difference_derivatives() const;
  /// The matrix that maps values at the points to Chebyshev coefficients.
  Matrix to_coefficients() const;
  /// Evaluates T_0 .. T_(n-1) at x.
  void values_at(double x, std::span<double> values) const;
};

/// The Fourier basis 1, cos phi, sin phi, cos 2 phi, .. , cos(n/2 phi) with the points 2 pi i/n, where n is even.
struct FourierBasis {
  std::vector<double> points;

  explicit FourierBasis(int n);
  int size() const { return static_cast<int>(points.size()); }
  static int wave_number(int index) { return (index + 1) / 2; }
  Matrix to_coefficients() const;
  Matrix from_coefficients() const;
  void values_at(double phi, std::span<double> values) const;
};

/// The values of a field at the collocation points. The point (A_i, B_j, phi_k) has the index (k n_B + j) n_A + i.
using Values = std::vector<double>;

/// The bases in A, B and phi, whose collocation points form the spectral grid.
struct SpectralGrid {
  double b; ///< the punctures are at x = +-b
  ChebyshevBasis in_A, in_B;
  FourierBasis in_phi;

  /// Requires at least 4 points in each direction and an even number of points in phi.
  SpectralGrid(int n_A, int n_B, int n_phi, double half_distance)
      : b(half_distance), in_A(n_A, 0, 1), in_B(n_B, -1, 1), in_phi(n_phi) {}

  int plane_size() const { return in_A.size() * in_B.size(); }
  int size() const { return plane_size() * in_phi.size(); }
  SpectralPoint point(int index) const {
    int const n_A = in_A.size(), n_B = in_B.size();
    return {in_A.points[index % n_A], in_B.points[index / n_A % n_B], in_phi.points[index / plane_size()]};
  }
};

/// Applies a matrix of in_phi along phi to a field. The matrix transforms values to Fourier coefficients or back.
Values along_phi(SpectralGrid const& grid, Matrix const& matrix, Values const& field);

/// The expansion of a field in Chebyshev polynomials and Fourier modes, which gives the field between collocation
/// points.
class Expansion {
public:
  /// Computes the expansion coefficients of U, where the field is u = (A - 1) U.
  Expansion(SpectralGrid const& grid, Values const& U);

  /// Evaluates u at a point of space. The accuracy is that of the expansion everywhere, including the punctures. The
  /// cost is two operations per coefficient. Thread-safe.
  double value(Point const& at) const;

  /// U at infinity, averaged over directions. For large r, u approaches -b U/r.
  double limit_at_infinity() const;

private:
  SpectralGrid grid_;
  Values coefficients_;           // coefficients in the index order of Values
  std::vector<bool> is_relevant_; ///< by (k, j): whether any of the n_A coefficients exceeds rounding errors

  double scaled_value(SpectralPoint const& at) const; ///< evaluates U
};

} // namespace twopunctures
