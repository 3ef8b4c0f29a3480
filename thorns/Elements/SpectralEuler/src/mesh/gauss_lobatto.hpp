/// Nodes, weights and derivative matrix of Gauss-Lobatto quadrature on [-1, 1].
#pragma once

#include <vector>

namespace spectral_euler {

struct GaussLobatto {
  int n = 0;                   ///< number of nodes, degree + 1
  std::vector<double> nodes{}; ///< -1 = nodes[0] < ... < nodes[n - 1] = 1, symmetric to the last bit
  std::vector<double> weights{};
  /// Derivative at the node i of the Lagrange polynomial of the node k: derivative[i + n * k].
  std::vector<double> derivative{};
};

/// Returns the rule with degree + 1 nodes, exact for polynomials of degree 2 * degree - 1. The nodes are the zeros of
/// (1 - x^2) P'(x), where P is the Legendre polynomial of this degree, determined by Newton's method to round-off.
/// Each row of the derivative matrix sums to zero up to one rounding error. Requires degree >= 1.
GaussLobatto gauss_lobatto(int degree);

/// Returns the matrix [i + n * k] that multiplies the Legendre mode m of values at the nodes by (m/degree)^exponent. It
/// maps constants to zero, and the quadrature of its result is zero. Requires exponent >= 1.
std::vector<double> modal_damping(GaussLobatto const& rule, int exponent);

} // namespace spectral_euler
