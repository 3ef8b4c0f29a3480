// Where the grid points of one direction lie: x_i = origin + i * spacing with the global index i.
#pragma once

namespace cartgrid {

struct Direction {
  enum class Type { by_range, by_spacing } type = Type::by_spacing; // a box is a range
  int n_points = 1;
  int n_ghosts = 0;
  bool mirror_lower = false, mirror_upper = false;
  bool periodic = false;
  bool avoid_origin = true;
  double min = 0, max = 1; // by_range
  double spacing = 1;      // by_spacing
};

struct Layout {
  double origin, spacing;
  int first_physical, last_physical; // the points that are neither mirror images nor periodic copies
};

// by_spacing:  without mirror the points lie around 0: symmetrically when their number is even or when 0 is not to be
//              avoided; otherwise half a spacing off, so that 0 lies between two points.
// by_range:    without mirror the first and last point are min and max.
// With a lower mirror (at 0) the points behind it are the ghost points; the first point in front of it lies at 0, or at
// half a spacing if 0 is avoided. The last point is max (by_range). An upper mirror is at 0 too.
Layout make_layout(Direction const& direction);

inline double coordinate(Layout const& layout, int i) { return layout.origin + i * layout.spacing; }

} // namespace cartgrid
