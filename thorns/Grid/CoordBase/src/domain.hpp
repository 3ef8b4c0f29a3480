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

/// The distance from the physical boundary to the outermost boundary point in spacings.
inline double outwards(Face const& face) {
  return (face.internal ? 0 : face.width - 1) + (face.staggered ? 0.5 : 0.0) + face.shiftout;
}

inline Range widen(Range range, double spacing, double lower, double upper) {
  return {range.min - spacing * lower, range.max + spacing * upper};
}

/// Compute the physical, interior and exterior range from the given range.
inline Ranges from_physical(Range physical, double spacing, Face const& lower, Face const& upper) {
  Range const exterior = widen(physical, spacing, outwards(lower), outwards(upper));
  return {physical, widen(exterior, spacing, -lower.width, -upper.width), exterior};
}

inline Ranges from_interior(Range interior, double spacing, Face const& lower, Face const& upper) {
  Range const exterior = widen(interior, spacing, lower.width, upper.width);
  return {widen(exterior, spacing, -outwards(lower), -outwards(upper)), interior, exterior};
}

inline Ranges from_exterior(Range exterior, double spacing, Face const& lower, Face const& upper) {
  return {widen(exterior, spacing, -outwards(lower), -outwards(upper)),
          widen(exterior, spacing, -lower.width, -upper.width), exterior};
}

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

/// A range of this length that begins at min or is centred on zero.
inline Range range_of_length(Specification const& given, double length) {
  return given.zero_origin ? Range{given.min, given.min + length} : Range{-length / 2, length / 2};
}

inline Direction physical_domain(Specification const& given) {
  using Size = Specification::Size;
  if (given.size == Size::spacing) return {range_of_length(given, given.spacing * given.n_cells), given.spacing};
  Range const physical =
      given.size == Size::minmax ? Range{given.min, given.max} : range_of_length(given, given.extent);
  if (!given.by_cells) return {physical, given.spacing};
  // A spacing of 0 is invalid. CoordBase_CheckParameters() reports its reason.
  return {physical, given.n_cells > 0 ? (physical.max - physical.min) / given.n_cells : 0};
}

} // namespace coordbase
