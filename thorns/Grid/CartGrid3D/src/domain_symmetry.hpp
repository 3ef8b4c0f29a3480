// Which faces of the domain are mirrors or rotate into themselves, as the parameters say.
#pragma once

#include <array>

namespace cartgrid {

struct DomainSymmetry {
  std::array<bool, 6> mirror{}; // x lower, x upper, y lower, ...; of rotations too
  // For a face that is half of a rotation by 180 degrees: the direction along the face that turns round with the one
  // across it; -1 for mirrors proper.
  std::array<int, 6> turned = {-1, -1, -1, -1, -1, -1};
  std::array<bool, 3> avoids_origin{};
  bool any() const {
    for (bool const face : mirror)
      if (face) return true;
    return false;
  }
};

DomainSymmetry domain_symmetry();

} // namespace cartgrid
