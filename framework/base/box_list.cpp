// One box after the other.
#include "framework/base/box_list.hpp"

#include <utility>

namespace chemora::base {

std::vector<Box> subtract_all(Box const& outer, std::vector<Box> const& inner) {
  std::vector<Box> left;
  if (!outer.is_empty()) left.push_back(outer);
  for (Box const& taken : inner) {
    std::vector<Box> next;
    for (Box const& part : left)
      for (Box const& piece : subtract(part, taken)) next.push_back(piece);
    left = std::move(next);
  }
  return left;
}

} // namespace chemora::base
