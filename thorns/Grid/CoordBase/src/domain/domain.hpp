// One direction of the domain: physical boundary, interior and exterior.
//
//   exterior             interior                          physical: where the boundary condition holds
//   o   o | *   *   * ...                                  o: boundary points, *: interior points, |: physical boundary
//
// interior: the first interior point; exterior: the outermost boundary point. From the physical boundary one goes out
// by `width - 1` spacings (none if the boundary points lie inside the domain), by one half if the boundary is
// staggered, and by `shiftout`; this is the exterior. The interior lies `width` spacings inside of it.
#pragma once

namespace coordbase {

struct Face {
  int width = 1;
  bool internal = false;
  bool staggered = false;
  int shiftout = 0;
};

struct Range {
  double min, max;
};

struct Ranges {
  Range physical, interior, exterior;
};

Ranges from_physical(Range physical, double spacing, Face const& lower, Face const& upper);
Ranges from_interior(Range interior, double spacing, Face const& lower, Face const& upper);
Ranges from_exterior(Range exterior, double spacing, Face const& lower, Face const& upper);

// How one direction is given in the parameter file.
struct Specification {
  enum class Size { minmax, extent, spacing } size = Size::minmax;
  bool by_cells = false; // the spacing follows from the number of cells (minmax and extent)
  bool zero_origin = false;
  double min = 0, max = 1, extent = 1, spacing = 1;
  int n_cells = 1;
};

struct Direction {
  Range physical;
  double spacing;
};

Direction physical_domain(Specification const& specification);

} // namespace coordbase
