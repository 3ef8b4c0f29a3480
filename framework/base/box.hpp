/// Boxes of grid points: half-open index ranges in up to three dimensions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace chemora::base {

using Index3 = std::array<int, 3>;

constexpr std::array<char, 3> axis_names{'x', 'y', 'z'};

/// Points i with lower[d] <= i[d] < upper[d]. Lower-dimensional grids have extent 1 in the unused directions.
struct Box {
  Index3 lower{0, 0, 0};
  Index3 upper{0, 0, 0};

  int extent(int axis) const { return upper[axis] > lower[axis] ? upper[axis] - lower[axis] : 0; }
  std::int64_t n_points() const { return std::int64_t{1} * extent(0) * extent(1) * extent(2); }
  bool is_empty() const { return n_points() == 0; }
  bool contains(Index3 const& point) const {
    for (int axis = 0; axis < 3; ++axis)
      if (point[axis] < lower[axis] || point[axis] >= upper[axis]) return false;
    return true;
  }

  bool operator==(Box const&) const = default;
};

inline Box intersect(Box const& a, Box const& b) {
  Box common;
  for (int axis = 0; axis < 3; ++axis) {
    common.lower[axis] = std::max(a.lower[axis], b.lower[axis]);
    common.upper[axis] = std::max(common.lower[axis], std::min(a.upper[axis], b.upper[axis]));
  }
  return common;
}

/// Returns the points of `outer` that are not in `inner`, as disjoint boxes: the low and high slab of z, then of y,
/// then of x. Empty boxes are omitted.
inline std::vector<Box> subtract(Box const& outer, Box const& inner) {
  Box const hole = intersect(outer, inner);
  if (hole.is_empty()) return outer.is_empty() ? std::vector<Box>{} : std::vector<Box>{outer};
  std::vector<Box> slabs;
  Box remainder = outer;
  for (int axis = 2; axis >= 0; --axis) {
    Box low = remainder, high = remainder;
    low.upper[axis] = hole.lower[axis];
    high.lower[axis] = hole.upper[axis];
    for (Box const& slab : {low, high})
      if (!slab.is_empty()) slabs.push_back(slab);
    remainder.lower[axis] = hole.lower[axis];
    remainder.upper[axis] = hole.upper[axis];
  }
  return slabs;
}

/// Returns the points of `outer` that are in no box of `inner`, as disjoint boxes. The boxes of `inner` may overlap.
inline std::vector<Box> subtract_all(Box const& outer, std::vector<Box> const& inner) {
  std::vector<Box> remainder;
  if (!outer.is_empty()) remainder.push_back(outer);
  for (Box const& hole : inner) {
    std::vector<Box> next;
    for (Box const& part : remainder)
      for (Box const& piece : subtract(part, hole)) next.push_back(piece);
    remainder = std::move(next);
  }
  return remainder;
}

/// `[lower..upper) x ...`
inline std::string to_text(Box const& box) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0) text += " x ";
    text += "[" + std::to_string(box.lower[axis]) + ".." + std::to_string(box.upper[axis]) + ")";
  }
  return text;
}

} // namespace chemora::base
