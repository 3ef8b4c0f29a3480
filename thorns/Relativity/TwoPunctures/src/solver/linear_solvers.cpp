#include "linear_solvers.hpp"

#include <algorithm>
#include <cmath>

namespace twopunctures {

BandedMatrix::BandedMatrix(int n, int width)
    : n_(n), width_(width), rows_(static_cast<std::size_t>(n) * (3 * width + 1), 0.0), pivots_(n) {}

bool BandedMatrix::factorise() {
  for (int k = 0; k < n_; ++k) {
    int const last_row = std::min(k + width_, n_ - 1), last_column = std::min(k + 2 * width_, n_ - 1);
    int pivot = k;
    for (int i = k + 1; i <= last_row; ++i)
      if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
    pivots_[k] = pivot;
    if (!(std::abs(at(pivot, k)) > 0)) return false;
    if (pivot != k)
      for (int j = k; j <= last_column; ++j) std::swap(at(k, j), at(pivot, j));
    for (int i = k + 1; i <= last_row; ++i) {
      double const factor = at(i, k) / at(k, k);
      at(i, k) = factor;
      double const* const from = &rows_[offset(k, k)];
      double* const to = &rows_[offset(i, k)];
      for (int j = 1; j <= last_column - k; ++j) to[j] -= factor * from[j];
    }
  }
  return true;
}

void BandedMatrix::solve(std::span<double> side) const {
  for (int k = 0; k < n_; ++k) {
    std::swap(side[k], side[pivots_[k]]);
    for (int i = k + 1; i <= std::min(k + width_, n_ - 1); ++i) side[i] -= rows_[offset(i, k)] * side[k];
  }
  for (int k = n_ - 1; k >= 0; --k) {
    double sum = side[k];
    for (int j = k + 1; j <= std::min(k + 2 * width_, n_ - 1); ++j) sum -= rows_[offset(k, j)] * side[j];
    side[k] = sum / rows_[offset(k, k)];
  }
}

namespace {

using Vector = std::vector<double>;

double dot(Vector const& a, Vector const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Adds factor * x to `to`.
void add(Vector& to, double factor, Vector const& x) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * x[i];
}

} // namespace

LinearSolution solve_bicgstab(LinearMap const& matrix, LinearMap const& inverse, Vector const& side, double tolerance,
                              int max_iterations) {
  LinearSolution solution{.x = Vector(side.size(), 0.0)};
  double const scale = std::sqrt(dot(side, side));
  if (scale == 0) return solution;
  Vector residual = side, direction = side;
  Vector const shadow = side;
  double rho = dot(shadow, residual);
  solution.residual = 1;
  while (solution.n_iterations < max_iterations && solution.residual > tolerance) {
    Vector const step = inverse(direction), image = matrix(step);
    double const alpha = rho / dot(shadow, image);
    add(residual, -alpha, image);
    Vector const second_step = inverse(residual), second_image = matrix(second_step);
    double const square = dot(second_image, second_image);
    double const omega = square == 0 ? 0 : dot(second_image, residual) / square;
    if (!std::isfinite(alpha) || !std::isfinite(omega)) break;
    add(solution.x, alpha, step);
    add(solution.x, omega, second_step);
    add(residual, -omega, second_image);
    ++solution.n_iterations;
    solution.residual = std::sqrt(dot(residual, residual)) / scale;
    double const next = dot(shadow, residual), beta = next / rho * (alpha / omega);
    rho = next;
    if (omega == 0 || rho == 0 || !std::isfinite(beta)) break;
    add(direction, -omega, image);
    for (std::size_t i = 0; i < direction.size(); ++i) direction[i] = residual[i] + beta * direction[i];
  }
  return solution;
}

} // namespace twopunctures
