/// The grid points of one direction: x_i = origin + i * spacing with the global index i.
#pragma once

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
};

struct Layout {
  double origin, spacing;
  int first_physical, last_physical; ///< points that are neither mirror images nor periodic copies
};

/// by_spacing:  Without mirrors, the points are symmetric about 0 if their number is even or if the origin need not be
///              avoided. Otherwise they are shifted by half a spacing, so that 0 is between two points.
/// by_range:    Without mirrors, the first and last points are min and max.
/// A mirror is at 0. The ghost points are outside of it. The first interior point is at 0, or at half a spacing if the
/// origin is avoided. For by_range, the point at the other end is max or min.
Layout make_layout(Direction const& direction);

inline double coordinate(Layout const& layout, int i) { return layout.origin + i * layout.spacing; }

} // namespace cartgrid
