// Linear equations given by the action of their matrix: stabilised bi-conjugate gradients.
#include "bicgstab.hpp"

#include <cmath>

namespace twopunctures {
namespace {

using Vector = std::vector<double>;

double dot(Vector const& a, Vector const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// to += factor * x
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
