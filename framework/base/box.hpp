/// Boxes of grid points: half-open index ranges in up to three dimensions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace chemora::base {

using Index3 = std::array<int, 3>;

/// Points i with lower[d] <= i[d] < upper[d]. Lower-dimensional grids have extent 1 in the unused directions.
struct Box {
  Index3 lower{0, 0, 0};
  Index3 upper{0, 0, 0};

  int extent(int axis) const { return upper[axis] > lower[axis] ? upper[axis] - lower[axis] : 0; }
  std::int64_t n_points() const { return std::int64_t{1} * extent(0) * extent(1) * extent(2); }
  bool is_empty() const { return n_points() == 0; }
  bool contains(Index3 const& point) const;

  bool operator==(Box const&) const = default;
};

Box intersect(Box const& a, Box const& b);

/// `outer` without `inner` as disjoint boxes: the low and high slab of z, then of y, then of x. Empty boxes are
/// omitted.
std::vector<Box> subtract(Box const& outer, Box const& inner);

/// `outer` without all boxes of `inner`, which may overlap, as disjoint boxes.
std::vector<Box> subtract_all(Box const& outer, std::vector<Box> const& inner);

/// `[lower..upper) x ...`
std::string to_text(Box const& box);

} // namespace chemora::base
