#include "domain.hpp"

namespace coordbase {
namespace {

/// The distance from the physical boundary to the outermost boundary point in spacings.
double outwards(Face const& face) {
  return (face.internal ? 0 : face.width - 1) + (face.staggered ? 0.5 : 0.0) + face.shiftout;
}

Range widen(Range range, double spacing, double lower, double upper) {
  return {range.min - spacing * lower, range.max + spacing * upper};
}

/// A range of this length that begins at min or is centred on zero.
Range range_of_length(Specification const& given, double length) {
  return given.zero_origin ? Range{given.min, given.min + length} : Range{-length / 2, length / 2};
}

} // namespace

Ranges from_physical(Range physical, double spacing, Face const& lower, Face const& upper) {
  Range const exterior = widen(physical, spacing, outwards(lower), outwards(upper));
  return {physical, widen(exterior, spacing, -lower.width, -upper.width), exterior};
}

Ranges from_interior(Range interior, double spacing, Face const& lower, Face const& upper) {
  Range const exterior = widen(interior, spacing, lower.width, upper.width);
  return {widen(exterior, spacing, -outwards(lower), -outwards(upper)), interior, exterior};
}

Ranges from_exterior(Range exterior, double spacing, Face const& lower, Face const& upper) {
  return {widen(exterior, spacing, -outwards(lower), -outwards(upper)),
          widen(exterior, spacing, -lower.width, -upper.width), exterior};
}

Direction physical_domain(Specification const& given) {
  using Size = Specification::Size;
  if (given.size == Size::spacing) return {range_of_length(given, given.spacing * given.n_cells), given.spacing};
  Range const physical =
      given.size == Size::minmax ? Range{given.min, given.max} : range_of_length(given, given.extent);
  return {physical, given.by_cells ? (physical.max - physical.min) / given.n_cells : given.spacing};
}

} // namespace coordbase
