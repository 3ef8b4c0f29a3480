#include "elliptic.hpp"

#include "laplacian.hpp"
#include "linear_solvers.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace twopunctures {
namespace {

/// The linearised equation: the residual at U, and the slope of the source.
struct Linearisation {
  Values residual, slope;
  double max_residual = 0;
};

Linearisation linearise(SpectralGrid const& grid, Laplacian const& laplacian, Source const& source, Values const& U) {
  Linearisation result{laplacian.apply(U), Values(U.size())};
  for (int i = 0; i < grid.size(); ++i) {
    SpectralPoint const at = grid.point(i);
    SourceTerm const term = source(to_cartesian(at, grid.b), (at.A - 1) * U[i]);
    double const factor = laplacian.scale(i);
    result.residual[i] += factor * term.value / (at.A - 1);
    result.slope[i] = factor * term.slope;
    if (!std::isfinite(result.residual[i])) throw std::runtime_error("the residual is not a finite number");
    result.max_residual = std::max(result.max_residual, std::abs(result.residual[i]));
  }
  return result;
}

} // namespace

EllipticSolution solve_elliptic(SpectralGrid const& grid, Source const& source, Values guess,
                                NewtonOptions const& options) {
  constexpr double linear_tolerance = 1e-4; // the last steps of Newton's method gain no more than four digits
  constexpr int max_linear_iterations = 100;
  Laplacian const laplacian(grid, Laplacian::Kind::spectral);
  Values U = std::move(guess);
  Linearisation linear = linearise(grid, laplacian, source, U);
  options.report({0, linear.max_residual, 0, 0});
  int step = 0;
  while (step < options.max_steps && linear.max_residual > options.tolerance) {
    Preconditioner const inverse(grid, linear.slope);
    auto const jacobian = [&](Values const& x) {
      Values image = laplacian.apply(x);
      for (std::size_t i = 0; i < x.size(); ++i) image[i] += linear.slope[i] * x[i];
      return image;
    };
    LinearSolution const change = solve_bicgstab(
        jacobian, [&](Values const& x) { return inverse.apply(x); }, linear.residual, linear_tolerance,
        max_linear_iterations);
    for (std::size_t i = 0; i < U.size(); ++i) U[i] -= change.x[i];
    linear = linearise(grid, laplacian, source, U);
    options.report({++step, linear.max_residual, change.n_iterations, change.residual});
  }
  return {std::move(U), linear.max_residual, step};
}

} // namespace twopunctures
