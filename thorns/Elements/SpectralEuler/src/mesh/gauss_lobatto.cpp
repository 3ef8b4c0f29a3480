#include "gauss_lobatto.hpp"

#include <cmath>
#include <numbers>

namespace spectral_euler {
namespace {

using Real = long double;

struct Legendre {
  Real value, previous; // P_N(x) and P_{N-1}(x)
};

Legendre legendre(int degree, Real x) {
  Real previous = 1, value = x;
  for (int k = 2; k <= degree; ++k) {
    Real const next = ((2 * k - 1) * x * value - (k - 1) * previous) / k;
    previous = value;
    value = next;
  }
  return {value, previous};
}

/// The interior nodes are the zeros of x P_N(x) - P_{N-1}(x), whose derivative is (N + 1) P_N(x). Newton's method
/// starts from the nodes of Chebyshev and needs at most 5 iterations for the degrees in use.
Real node(int degree, int index) {
  Real x = -std::cos(std::numbers::pi_v<Real> * index / degree);
  if (index == 0) return -1;
  for (int iteration = 0; iteration < 20; ++iteration) {
    auto const [value, previous] = legendre(degree, x);
    x -= (x * value - previous) / ((degree + 1) * value);
  }
  return x;
}

} // namespace

GaussLobatto gauss_lobatto(int degree) {
  int const n = degree + 1;
  std::vector<Real> nodes(n, 0), values(n);
  for (int i = 0; i < n / 2; ++i) {
    nodes[i] = node(degree, i);
    nodes[degree - i] = -nodes[i];
  }
  GaussLobatto rule;
  rule.n = n;
  rule.derivative.assign(n * n, 0);
  for (int i = 0; i < n; ++i) {
    values[i] = legendre(degree, nodes[i]).value;
    rule.nodes.push_back(static_cast<double>(nodes[i]));
    rule.weights.push_back(static_cast<double>(2 / (degree * n * values[i] * values[i])));
  }
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      if (k == i) continue;
      rule.derivative[i + n * k] = static_cast<double>(values[i] / (values[k] * (nodes[i] - nodes[k])));
      sum += rule.derivative[i + n * k];
    }
    rule.derivative[i + n * i] = -sum;
  }
  return rule;
}

/// With the discrete norm g_m of mode m, the matrix is sum_m P_m(x_i) (m/N)^exponent P_m(x_k) w_k/g_m. The norm of the
/// mode N is 2/N, because the quadrature of its square is not exact.
std::vector<double> modal_damping(GaussLobatto const& rule, int exponent) {
  int const n = rule.n, degree = n - 1;
  std::vector<Real> matrix(n * n, 0);
  for (int m = 1; m <= degree; ++m) {
    Real const factor = std::pow(static_cast<Real>(m) / degree, exponent);
    Real const norm = m < degree ? Real(2) / (2 * m + 1) : Real(2) / degree;
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i)
        matrix[i + n * k] +=
            legendre(m, rule.nodes[i]).value * legendre(m, rule.nodes[k]).value * factor * rule.weights[k] / norm;
  }
  return {matrix.begin(), matrix.end()};
}

} // namespace spectral_euler
