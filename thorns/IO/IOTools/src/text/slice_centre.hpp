// Where lines and planes cut the grid.
#pragma once

namespace iotools {

/// The points of one direction of the grid: coordinate = lower + index * delta. In a periodic direction the first and
/// the last `images` points repeat others and are not written.
struct Axis {
  double lower = 0;
  double delta = 1;
  int points = 1;
  int images = 0;

  int points_to_write() const { return points - 2 * images; }
  double first_to_write() const { return lower + images * delta; }
};

/// A position as parameters give it: an index, or (when negative) a coordinate; -1 and -2 choose what to take when the
/// coordinate is off the grid, the first point or the middle.
struct Position {
  int index = -2;
  double coordinate = 0;
};

/// The index of the first point at or above the position (to 1e-6 of a spacing, so that rounding does not matter).
int slice_index(Position const& position, Axis const& axis);

/// False when the position is an index or a coordinate that the axis does not have.
bool is_on(Position const& position, Axis const& axis);

} // namespace iotools
