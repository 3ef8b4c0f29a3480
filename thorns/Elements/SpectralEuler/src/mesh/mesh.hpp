/// Structured meshes of hexahedral elements, mapped by a formula. The elements are numbered along x first, then y and
/// z.
#pragma once

#include "gauss_lobatto.hpp"

#include <array>
#include <vector>

namespace spectral_euler {

using Point = std::array<double, 3>;

enum class Mapping {
  box,   ///< a box
  waves, ///< a box whose points are displaced along each axis by a sine wave in the other coordinates
  hill   ///< a box with a hill at its lower end in z
};

struct Mesh {
  std::array<int, 3> elements{1, 1, 1};
  Point lower{0, 0, 0}, upper{1, 1, 1};
  std::array<bool, 3> is_periodic{true, true, true}; ///< reflecting walls at both ends otherwise
  Mapping mapping = Mapping::box;
  /// Mapping::waves: displacement divided by the length of the box. Mapping::hill: height divided by that of the box.
  double amplitude = 0;

  long n_elements() const { return static_cast<long>(elements[0]) * elements[1] * elements[2]; }
};

/// Returns the point with these coordinates in [0, 1]^3. With Mapping::waves, axes with a single element take no part,
/// so that a plane of elements remains a plane.
Point mapped(Mesh const& mesh, Point const& unit);

/// Returns the coordinates of the nodes of an element: component + 3 * (i + n * (j + n * k)). Common nodes of elements
/// have the same bits, except for the difference of a period.
std::vector<double> element_nodes(Mesh const& mesh, GaussLobatto const& rule, long element);

constexpr long wall = -1;

/// Returns the element on the other side of a face, or `wall`. The faces 0 to 5 are those at the lower and the upper
/// end of x, y and z. The nodes of the face `f` are those of the face `f ^ 1` of the neighbour in the same order.
long neighbour_of(Mesh const& mesh, long element, int face);

} // namespace spectral_euler
