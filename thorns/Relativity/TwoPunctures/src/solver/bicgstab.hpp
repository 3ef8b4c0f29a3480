// Linear equations given by the action of their matrix: stabilised bi-conjugate gradients.
#pragma once

#include <functional>
#include <vector>

namespace twopunctures {

using LinearMap = std::function<std::vector<double>(std::vector<double> const&)>;

struct LinearSolution {
  std::vector<double> x;
  int n_iterations = 0;
  double residual = 0; // Euclidean norm of side - matrix x over that of side
};

// Solves matrix x = side, beginning with x = 0, until the residual is at most `tolerance`, or nothing is gained any
// more, or after `max_iterations`. `inverse` is an approximate inverse of the matrix (van der Vorst, SIAM Journal on
// Scientific and Statistical Computing 13 (1992) 631, preconditioned from the right).
LinearSolution solve_bicgstab(LinearMap const& matrix, LinearMap const& inverse, std::vector<double> const& side,
                              double tolerance, int max_iterations);

} // namespace twopunctures
