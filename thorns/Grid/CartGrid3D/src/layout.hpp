/// The grid points of one direction: x_i = origin + i * spacing with the global index i.
#pragma once

#include <algorithm>
#include <cmath>

namespace cartgrid {

struct Direction {
  enum class Type { by_range, by_spacing } type = Type::by_spacing; ///< a box is a range
  int n_points = 1;
  int n_ghosts = 0;
  bool mirror_lower = false, mirror_upper = false;
  bool periodic = false;
  bool avoid_origin = true;
  double min = 0, max = 1; ///< by_range
  double spacing = 1;      ///< by_spacing
  double only_point = 0;   ///< the coordinate if n_points is 1
};

struct Layout {
  double origin, spacing;
  int first_physical, last_physical; ///< points that are neither mirror images nor periodic copies
};

/// The coordinate of the first point in units of the spacing, for type by_spacing.
inline double first_point_by_spacing(Direction const& direction) {
  double const half = direction.avoid_origin ? 0.5 : 0.0;
  if (direction.mirror_lower) return -(direction.n_ghosts - half);
  if (direction.mirror_upper) return -(direction.n_points - 1 - direction.n_ghosts + half);
  int const shifted = direction.avoid_origin && direction.n_points % 2 == 1;
  return -0.5 * (direction.n_points - 1 - shifted);
}

inline Layout by_range(Direction const& direction) {
  double const half = direction.avoid_origin ? 0.5 : 0.0;
  double const intervals = direction.n_points - direction.n_ghosts - 1 + half; // number of intervals from a mirror
                                                                               // to the other end
  if (direction.mirror_lower) {
    double const spacing = direction.max / intervals;
    return {-(direction.n_ghosts - half) * spacing, spacing, 0, 0};
  }
  if (direction.mirror_upper) return {direction.min, std::abs(direction.min) / intervals, 0, 0};
  return {direction.min, (direction.max - direction.min) / std::max(direction.n_points - 1, 1), 0, 0};
}

/// by_spacing:  Without mirrors, the points are symmetric about 0 if n_points is even or if the origin need not be
///              avoided. Otherwise they are shifted by half a spacing, so that 0 is between two points.
/// by_range:    Without mirrors, the first and last points are min and max.
/// A mirror is at 0. The ghost points are outside of it. The first interior point is at 0, or at half a spacing if the
/// origin is avoided. For by_range, the point at the other end is max or min.
/// A direction with a single point has neither mirrors nor periodic copies.
inline Layout make_layout(Direction const& direction) {
  if (direction.n_points == 1) {
    double const range = direction.max > direction.min ? direction.max - direction.min : 1;
    return {direction.only_point, direction.type == Direction::Type::by_range ? range : direction.spacing, 0, 0};
  }
  Layout layout = direction.type == Direction::Type::by_range
                      ? by_range(direction)
                      : Layout{first_point_by_spacing(direction) * direction.spacing, direction.spacing, 0, 0};
  bool const lower = direction.mirror_lower || direction.periodic, upper = direction.mirror_upper || direction.periodic;
  layout.first_physical = lower ? direction.n_ghosts : 0;
  layout.last_physical = direction.n_points - 1 - (upper ? direction.n_ghosts : 0);
  return layout;
}

inline double coordinate(Layout const& layout, int i) { return layout.origin + i * layout.spacing; }

} // namespace cartgrid
