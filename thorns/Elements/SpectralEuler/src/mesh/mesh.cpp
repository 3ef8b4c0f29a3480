#include "mesh.hpp"

#include <cmath>
#include <numbers>

namespace spectral_euler {
namespace {

std::array<int, 3> indices_of(Mesh const& mesh, long element) {
  return {static_cast<int>(element % mesh.elements[0]), static_cast<int>(element / mesh.elements[0] % mesh.elements[1]),
          static_cast<int>(element / mesh.elements[0] / mesh.elements[1])};
}

/// The displacement of x is a sin(2 pi (Y + Z)), and so on. The Jacobian determinant is positive for a < 1/(4 pi).
double wave(Mesh const& mesh, Point const& unit, int axis) {
  double phase = 0;
  for (int d = 0; d < 3; ++d)
    if (d != axis && mesh.elements[d] > 1) phase += unit[d];
  return mesh.elements[axis] > 1 ? mesh.amplitude * std::sin(2 * std::numbers::pi * phase) : 0;
}

/// A Gaussian hill in the middle of x, a tenth of the box wide. Its displacement decreases linearly to zero at the top.
double hill(Mesh const& mesh, Point const& unit) {
  double const distance = (unit[0] - 0.5) / 0.1;
  return mesh.amplitude * std::exp(-distance * distance) * (1 - unit[2]);
}

} // namespace

Point mapped(Mesh const& mesh, Point const& unit) {
  Point displaced = unit;
  if (mesh.mapping == Mapping::waves)
    for (int d = 0; d < 3; ++d) displaced[d] += wave(mesh, unit, d);
  if (mesh.mapping == Mapping::hill) displaced[2] += hill(mesh, unit);
  for (int d = 0; d < 3; ++d) displaced[d] = mesh.lower[d] + (mesh.upper[d] - mesh.lower[d]) * displaced[d];
  return displaced;
}

std::vector<double> element_nodes(Mesh const& mesh, GaussLobatto const& rule, long element) {
  auto const index = indices_of(mesh, element);
  auto const unit = [&](int axis, int node) {
    return (index[axis] + 0.5 * (1 + rule.nodes[node])) / mesh.elements[axis];
  };
  std::vector<double> nodes;
  nodes.reserve(3 * rule.n * rule.n * rule.n);
  for (int k = 0; k < rule.n; ++k)
    for (int j = 0; j < rule.n; ++j)
      for (int i = 0; i < rule.n; ++i) {
        Point const point = mapped(mesh, {unit(0, i), unit(1, j), unit(2, k)});
        nodes.insert(nodes.end(), point.begin(), point.end());
      }
  return nodes;
}

long neighbour_of(Mesh const& mesh, long element, int face) {
  auto index = indices_of(mesh, element);
  int const axis = face / 2, extent = mesh.elements[axis];
  index[axis] += face % 2 == 0 ? -1 : 1;
  if (index[axis] < 0 || index[axis] >= extent) {
    if (!mesh.is_periodic[axis]) return wall;
    index[axis] = (index[axis] + extent) % extent;
  }
  return index[0] + static_cast<long>(mesh.elements[0]) * (index[1] + static_cast<long>(mesh.elements[1]) * index[2]);
}

} // namespace spectral_euler
