// Newton's method for Laplace(u) + source(x, u) = 0 in all of space, with u falling off at infinity.
#pragma once

#include "grid.hpp"

#include <functional>

namespace twopunctures {

struct SourceTerm {
  double value, slope; // the source, and its derivative by u
};

// Smooth in x but for the punctures, where it may grow like 1/distance; falls off faster than distance^-2.
using Source = std::function<SourceTerm(Point const&, double u)>;

struct NewtonStep {
  int number;            // 0: the initial guess
  double residual;       // maximum over the collocation points of the equation as Laplacian scales it
  int linear_iterations; // of the step that led here
  double linear_residual;
};

struct NewtonOptions {
  double tolerance = 1e-10; // on the residual
  int max_steps = 5;
  std::function<void(NewtonStep const&)> report = [](NewtonStep const&) {};
};

struct EllipticSolution {
  Values U; // u = (A - 1) U
  double residual;
  int n_steps;
};

// Begins with U = guess. Ends when the residual is at most the tolerance, or after max_steps: the caller must look at
// the residual. Throws std::runtime_error when the residual stops being a finite number.
EllipticSolution solve_elliptic(SpectralGrid const& grid, Source const& source, Values guess,
                                NewtonOptions const& options);

} // namespace twopunctures
