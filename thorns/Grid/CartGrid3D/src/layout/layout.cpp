#include "layout.hpp"

#include <algorithm>
#include <cmath>

namespace cartgrid {
namespace {

/// The coordinate of the first point in units of the spacing, for type by_spacing.
double first_point_by_spacing(Direction const& direction) {
  double const half = direction.avoid_origin ? 0.5 : 0.0;
  if (direction.mirror_lower) return -(direction.n_ghosts - half);
  if (direction.mirror_upper) return -(direction.n_points - 1 - direction.n_ghosts + half);
  int const shifted = direction.avoid_origin && direction.n_points % 2 == 1;
  return -0.5 * (direction.n_points - 1 - shifted);
}

Layout by_range(Direction const& direction) {
  double const half = direction.avoid_origin ? 0.5 : 0.0;
  double const intervals = direction.n_points - direction.n_ghosts - 1 + half; // from a mirror to the other end
  if (direction.mirror_lower) {
    double const spacing = direction.max / intervals;
    return {-(direction.n_ghosts - half) * spacing, spacing, 0, 0};
  }
  if (direction.mirror_upper) return {direction.min, std::abs(direction.min) / intervals, 0, 0};
  return {direction.min, (direction.max - direction.min) / std::max(direction.n_points - 1, 1), 0, 0};
}

} // namespace

Layout make_layout(Direction const& direction) {
  Layout layout = direction.type == Direction::Type::by_range
                      ? by_range(direction)
                      : Layout{first_point_by_spacing(direction) * direction.spacing, direction.spacing, 0, 0};
  bool const lower = direction.mirror_lower || direction.periodic, upper = direction.mirror_upper || direction.periodic;
  layout.first_physical = lower ? direction.n_ghosts : 0;
  layout.last_physical = direction.n_points - 1 - (upper ? direction.n_ghosts : 0);
  return layout;
}

} // namespace cartgrid
