/// Solvers of linear equations: Gaussian elimination for banded matrices, and an iterative solver for operators.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace twopunctures {

/// An n x n matrix whose elements are zero except for |row - column| <= width, and its LU factorisation with row
/// pivoting.
class BandedMatrix {
public:
  BandedMatrix(int n, int width);
  /// An element of the matrix. Valid within the band and before factorise().
  double& at(int row, int column) { return rows_[offset(row, column)]; }
  /// Factorises the matrix in place. Must be called once. Returns false if the matrix is singular.
  bool factorise();
  /// Replaces the right-hand side `side` by the solution. Requires factorise().
  void solve(std::span<double> side) const;

private:
  int n_, width_;
  std::vector<double>
      rows_; ///< columns row - width .. row + 2 width of each row; pivoting fills the last width columns
  std::vector<int> pivots_;
  std::size_t offset(int row, int column) const {
    return static_cast<std::size_t>(row) * (3 * width_ + 1) + (column - row + width_);
  }
};

using LinearMap = std::function<std::vector<double>(std::vector<double> const&)>;

/// The result of an iterative solver.
struct LinearSolution {
  std::vector<double> x;
  int n_iterations = 0;
  double residual = 0; ///< Euclidean norm of side - matrix x divided by that of side
};

/// Solves matrix x = side by stabilised bi-conjugate gradients, starting from x = 0. The iteration ends if the residual
/// is at most `tolerance`, if it breaks down, or after `max_iterations`. `inverse` is an approximate inverse of the
/// matrix, applied from the right (van der Vorst, SIAM Journal on Scientific and Statistical Computing 13 (1992) 631).
LinearSolution solve_bicgstab(LinearMap const& matrix, LinearMap const& inverse, std::vector<double> const& side,
                              double tolerance, int max_iterations);

} // namespace twopunctures
