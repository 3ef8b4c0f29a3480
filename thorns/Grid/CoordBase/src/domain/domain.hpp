/// One direction of the domain: physical boundary, interior and exterior.
///
///   o   o | *   *   * ...       o: boundary points, *: interior points, |: physical boundary
///
/// The physical boundary is where the boundary condition holds. The interior begins at the first interior point, and
/// the exterior at the outermost boundary point. The exterior is outside of the physical boundary by `width - 1`
/// spacings (0 if the boundary points are inside the domain), plus one half if the boundary is staggered, plus
/// `shiftout`. The interior is `width` spacings inside of the exterior.
#pragma once

namespace coordbase {

/// The boundary points at one face: the parameters boundary_*.
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

/// Compute all three ranges from one of them.
Ranges from_physical(Range physical, double spacing, Face const& lower, Face const& upper);
Ranges from_interior(Range interior, double spacing, Face const& lower, Face const& upper);
Ranges from_exterior(Range exterior, double spacing, Face const& lower, Face const& upper);

/// The parameters of one direction.
struct Specification {
  enum class Size { minmax, extent, spacing } size = Size::minmax;
  bool by_cells = false; ///< the number of cells determines the spacing (minmax and extent)
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
