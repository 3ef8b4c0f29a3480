// Newton's method for Laplace(u) + source(x, u) = 0 in all of space.
#include "elliptic.hpp"

#include "bicgstab.hpp"
#include "laplacian.hpp"
#include "preconditioner.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace twopunctures {
namespace {

// What is linearised: the residual at U, and the slope of the source.
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
  constexpr double linear_tolerance = 1e-4; // four digits a step; the last steps of Newton's method give no more
  constexpr int max_linear_iterations = 100;
  Laplacian const laplacian(grid, Laplacian::Kind::spectral);
  Values U = std::move(guess);
  Linearisation now = linearise(grid, laplacian, source, U);
  options.report({0, now.max_residual, 0, 0});
  int step = 0;
  while (step < options.max_steps && now.max_residual > options.tolerance) {
    Preconditioner const inverse(grid, now.slope);
    auto const jacobian = [&](Values const& x) {
      Values image = laplacian.apply(x);
      for (std::size_t i = 0; i < x.size(); ++i) image[i] += now.slope[i] * x[i];
      return image;
    };
    LinearSolution const change = solve_bicgstab(
        jacobian, [&](Values const& x) { return inverse.apply(x); }, now.residual, linear_tolerance,
        max_linear_iterations);
    for (std::size_t i = 0; i < U.size(); ++i) U[i] -= change.x[i];
    now = linearise(grid, laplacian, source, U);
    options.report({++step, now.max_residual, change.n_iterations, change.residual});
  }
  return {std::move(U), now.max_residual, step};
}

} // namespace twopunctures
