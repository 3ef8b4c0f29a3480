/// Newton's method for Laplace(u) + source(x, u) = 0 in all of space, with u vanishing at infinity.
#pragma once

#include "spectral_grid.hpp"

#include <functional>

namespace twopunctures {

/// The source at a point.
struct SourceTerm {
  double value, slope; ///< the source, and its derivative by u
};

/// The source must be smooth in x except at the punctures, where it may grow like 1/distance. It must decrease faster
/// than distance^-2 at infinity.
using Source = std::function<SourceTerm(Point const&, double u)>;

/// Progress of the iteration.
struct NewtonStep {
  int number;            // 0: the initial guess
  double residual;       // maximum over the collocation points of the equation as Laplacian scales it
  int linear_iterations; ///< of this step
  double linear_residual;
};

struct NewtonOptions {
  double tolerance = 1e-10; ///< of the residual
  int max_steps = 5;
  std::function<void(NewtonStep const&)> report = [](NewtonStep const&) {};
};

struct EllipticSolution {
  Values U; ///< u = (A - 1) U
  double residual;
  int n_steps;
};

/// Starts from U = guess. Ends if the residual is at most the tolerance, or after max_steps, so the caller must check
/// the residual. Throws std::runtime_error if the residual is not finite.
EllipticSolution solve_elliptic(SpectralGrid const& grid, Source const& source, Values guess,
                                NewtonOptions const& options);

} // namespace twopunctures
