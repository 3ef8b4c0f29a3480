// One direction at a time; lines and planes ask for each direction they do not span.
#include "slice_centre.hpp"

#include <algorithm>
#include <cmath>

namespace iotools {
namespace {

constexpr double slack = 1e-6;

int first_at_or_above(double coordinate, Axis const& axis) {
  return static_cast<int>(std::lround(std::ceil((coordinate - axis.lower) / axis.delta - slack)));
}

} // namespace

bool is_on(Position const& position, Axis const& axis) {
  if (position.index >= 0) return position.index < axis.points;
  double const upper = axis.lower + (axis.points - 1) * axis.delta;
  return position.coordinate >= axis.lower - slack * axis.delta && position.coordinate <= upper + slack * axis.delta;
}

int slice_index(Position const& position, Axis const& axis) {
  int const last = axis.points - 1;
  if (is_on(position, axis))
    return std::clamp(position.index >= 0 ? position.index : first_at_or_above(position.coordinate, axis), 0, last);
  if (position.index >= 0) return last;
  return position.index == -1 ? 0 : axis.points / 2;
}

} // namespace iotools
