// The size of a distributed array: global extent, ghost zones and periodicity in each direction.
#pragma once

#include <array>

namespace pugh {

inline constexpr int max_dimension = 4;
using Index = std::array<int, max_dimension>;

// Directions beyond `dimension` have extent 1, no ghost zones, and are not periodic.
// In a periodic direction the extent includes the ghost zones at both ends: the period is extent - 2 * ghosts.
struct Shape {
  int dimension = 0;
  Index extent = {1, 1, 1, 1};
  Index ghosts = {0, 0, 0, 0};
  std::array<bool, max_dimension> periodic = {};
  bool operator==(Shape const&) const = default;

  // A direction of one point is never exchanged, whatever its ghost zones: a run of lower dimension.
  bool is_exchanged(int direction) const { return extent[direction] > 1 && ghosts[direction] > 0; }
  bool wraps(int direction) const { return periodic[direction] && extent[direction] > 1; }
  // First point, and one past the last, that some rank owns; the others are images of these.
  int first_owned(int direction) const { return wraps(direction) ? ghosts[direction] : 0; }
  int end_owned(int direction) const { return extent[direction] - first_owned(direction); }
  int owned(int direction) const { return end_owned(direction) - first_owned(direction); }
};

// Half-open box of points, in local or global indices.
struct Range {
  Index lower = {0, 0, 0, 0};
  Index upper = {1, 1, 1, 1};
  bool operator==(Range const&) const = default;

  int extent(int direction) const {
    return upper[direction] > lower[direction] ? upper[direction] - lower[direction] : 0;
  }
  long n_points() const {
    long n = 1;
    for (int d = 0; d < max_dimension; ++d) n *= extent(d);
    return n;
  }
};

} // namespace pugh
