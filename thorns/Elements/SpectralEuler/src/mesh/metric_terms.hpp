/// Metric terms of an element whose coordinates are polynomials with given values at the nodes.
#pragma once

#include "gauss_lobatto.hpp"

#include <array>
#include <vector>

namespace spectral_euler {

struct MetricTerms {
  /// J times the gradients of r, s and t: terms[3 * (0, 1, 2 for r, s, t) + component][node], with the nodes
  /// i + n * (j + n * k).
  std::array<std::vector<double>, 9> terms{};
  std::vector<double> jacobian{}; ///< determinant of the derivative of (x, y, z) by (r, s, t), at each node
};

/// Computes the terms as curls, J a^i_n = -1/2 e_i . curl (X_l grad X_m - X_m grad X_l) with (n, m, l) cyclic (Kopriva,
/// Journal of Scientific Computing 26 (2006) 301, invariant form). Their discrete divergence is zero up to round-off,
/// so that a constant state is a discrete solution. The terms of neighbours agree on common faces.
/// `nodes` are the coordinates as returned by element_nodes.
MetricTerms metric_terms(GaussLobatto const& rule, std::vector<double> const& nodes);

/// Geometry of a face at one of its nodes.
struct FacePoint {
  std::array<double, 3> normal{}; ///< unit vector that points out of the element
  double lift = 0;                ///< area element divided by J and by the weight of the node at the end of the axis
};

/// Returns the geometry at the nodes of the face 0 to 5, in the order first axis + n * second axis, where the axes are
/// those of the face in the order r, s, t.
std::vector<FacePoint> face_points(GaussLobatto const& rule, MetricTerms const& metric, int face);

} // namespace spectral_euler
