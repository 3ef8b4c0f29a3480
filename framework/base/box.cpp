#include "framework/base/box.hpp"

#include <algorithm>
#include <utility>

namespace chemora::base {

bool Box::contains(Index3 const& point) const {
  for (int axis = 0; axis < 3; ++axis)
    if (point[axis] < lower[axis] || point[axis] >= upper[axis]) return false;
  return true;
}

Box intersect(Box const& a, Box const& b) {
  Box common;
  for (int axis = 0; axis < 3; ++axis) {
    common.lower[axis] = std::max(a.lower[axis], b.lower[axis]);
    common.upper[axis] = std::max(common.lower[axis], std::min(a.upper[axis], b.upper[axis]));
  }
  return common;
}

std::vector<Box> subtract(Box const& outer, Box const& inner) {
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

std::vector<Box> subtract_all(Box const& outer, std::vector<Box> const& inner) {
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

std::string to_text(Box const& box) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0) text += " x ";
    text += "[" + std::to_string(box.lower[axis]) + ".." + std::to_string(box.upper[axis]) + ")";
  }
  return text;
}

} // namespace chemora::base
