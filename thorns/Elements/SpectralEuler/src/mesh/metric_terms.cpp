#include "metric_terms.hpp"

#include <cmath>

namespace spectral_euler {
namespace {

using Field = std::vector<double>;

/// The derivative of a field of n^3 nodes along an axis.
Field derivative(GaussLobatto const& rule, Field const& field, int axis) {
  int const n = rule.n, stride = axis == 0 ? 1 : axis == 1 ? n : n * n;
  Field result(field.size(), 0.0);
  for (int node = 0; node < n * n * n; ++node) {
    int const i = node / stride % n;
    for (int k = 0; k < n; ++k) result[node] += rule.derivative[i + n * k] * field[node + (k - i) * stride];
  }
  return result;
}

using Gradient = std::array<Field, 3>;

Gradient gradient(GaussLobatto const& rule, Field const& field) {
  return {derivative(rule, field, 0), derivative(rule, field, 1), derivative(rule, field, 2)};
}

/// The vector (a grad b - b grad a)/2.
Gradient potential(Field const& a, Gradient const& grad_a, Field const& b, Gradient const& grad_b) {
  Gradient result = grad_a;
  for (int d = 0; d < 3; ++d)
    for (std::size_t node = 0; node < a.size(); ++node)
      result[d][node] = 0.5 * (a[node] * grad_b[d][node] - b[node] * grad_a[d][node]);
  return result;
}

} // namespace

MetricTerms metric_terms(GaussLobatto const& rule, std::vector<double> const& nodes) {
  std::array<Field, 3> x;
  // Distances from the first node instead of coordinates reduce the rounding errors; the terms do not depend on the
  // origin.
  for (std::size_t value = 0; value < nodes.size(); ++value) x[value % 3].push_back(nodes[value] - nodes[value % 3]);
  std::array<Gradient, 3> const dx{gradient(rule, x[0]), gradient(rule, x[1]), gradient(rule, x[2])};
  MetricTerms metric;
  for (int n = 0; n < 3; ++n) {
    int const m = (n + 1) % 3, l = (n + 2) % 3;
    Gradient const vector = potential(x[l], dx[l], x[m], dx[m]);
    for (int i = 0; i < 3; ++i) { // minus the curl: d_{i+2} V_{i+1} - d_{i+1} V_{i+2}
      Field term = derivative(rule, vector[(i + 1) % 3], (i + 2) % 3);
      Field const other = derivative(rule, vector[(i + 2) % 3], (i + 1) % 3);
      for (std::size_t node = 0; node < term.size(); ++node) term[node] -= other[node];
      metric.terms[3 * i + n] = std::move(term);
    }
  }
  for (std::size_t node = 0; node < x[0].size(); ++node) {
    auto const d = [&](int component, int axis) { return dx[component][axis][node]; };
    metric.jacobian.push_back(d(0, 0) * (d(1, 1) * d(2, 2) - d(1, 2) * d(2, 1)) +
                              d(1, 0) * (d(2, 1) * d(0, 2) - d(2, 2) * d(0, 1)) +
                              d(2, 0) * (d(0, 1) * d(1, 2) - d(0, 2) * d(1, 1)));
  }
  return metric;
}

std::vector<FacePoint> face_points(GaussLobatto const& rule, MetricTerms const& metric, int face) {
  int const n = rule.n, axis = face / 2, end = face % 2 == 0 ? 0 : n - 1;
  double const sign = face % 2 == 0 ? -1 : 1;
  std::array<int, 3> const strides{1, n, n * n};
  int const first = strides[axis == 0 ? 1 : 0], second = strides[axis == 2 ? 1 : 2];
  std::vector<FacePoint> points;
  for (int b = 0; b < n; ++b)
    for (int a = 0; a < n; ++a) {
      int const node = a * first + b * second + end * strides[axis];
      FacePoint point;
      double square = 0;
      for (int d = 0; d < 3; ++d) square += metric.terms[3 * axis + d][node] * metric.terms[3 * axis + d][node];
      double const area = std::sqrt(square);
      for (int d = 0; d < 3; ++d) point.normal[d] = sign * metric.terms[3 * axis + d][node] / area;
      point.lift = area / (metric.jacobian[node] * rule.weights[end]);
      points.push_back(point);
    }
  return points;
}

} // namespace spectral_euler
