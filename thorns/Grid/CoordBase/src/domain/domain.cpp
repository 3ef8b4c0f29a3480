// One direction of the domain: physical boundary, interior and exterior.
#include "domain.hpp"

namespace coordbase {
namespace {

// Number of spacings from the physical boundary out to the outermost boundary point.
double outwards(Face const& face) {
  return (face.internal ? 0 : face.width - 1) + (face.staggered ? 0.5 : 0.0) + face.shiftout;
}

Range widened(Range range, double spacing, double lower, double upper) {
  return {range.min - spacing * lower, range.max + spacing * upper};
}

// The length `length` from min, or centred on zero.
Range placed(Specification const& given, double length) {
  return given.zero_origin ? Range{given.min, given.min + length} : Range{-length / 2, length / 2};
}

} // namespace

Ranges from_physical(Range physical, double spacing, Face const& lower, Face const& upper) {
  Range const exterior = widened(physical, spacing, outwards(lower), outwards(upper));
  return {physical, widened(exterior, spacing, -lower.width, -upper.width), exterior};
}

Ranges from_interior(Range interior, double spacing, Face const& lower, Face const& upper) {
  Range const exterior = widened(interior, spacing, lower.width, upper.width);
  return {widened(exterior, spacing, -outwards(lower), -outwards(upper)), interior, exterior};
}

Ranges from_exterior(Range exterior, double spacing, Face const& lower, Face const& upper) {
  return {widened(exterior, spacing, -outwards(lower), -outwards(upper)),
          widened(exterior, spacing, -lower.width, -upper.width), exterior};
}

Direction physical_domain(Specification const& given) {
  using Size = Specification::Size;
  if (given.size == Size::spacing) return {placed(given, given.spacing * given.n_cells), given.spacing};
  Range const physical = given.size == Size::minmax ? Range{given.min, given.max} : placed(given, given.extent);
  return {physical, given.by_cells ? (physical.max - physical.min) / given.n_cells : given.spacing};
}

} // namespace coordbase
