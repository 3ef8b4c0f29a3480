// Which faces of the domain are mirrors, as the parameters say.
#pragma once

#include <array>

namespace cartgrid {

struct DomainSymmetry {
  std::array<bool, 6> mirror{}; // x lower, x upper, y lower, ...
  std::array<bool, 3> avoids_origin{};
  bool any() const {
    for (bool const face : mirror)
      if (face) return true;
    return false;
  }
};

DomainSymmetry domain_symmetry();

} // namespace cartgrid
