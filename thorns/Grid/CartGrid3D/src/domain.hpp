/// The range and the symmetries of the domain, from the parameters of this thorn.
#pragma once

#include "cctk.h"

#include <array>
#include <string>

namespace cartgrid {

/// One end of the range of grid::type = "byrange".
struct End {
  std::string parameter; ///< the parameter that specifies it, such as "grid::xmin"
  CCTK_REAL value;
};

struct Range {
  End lower, upper;
};

/// The range of a direction. xyzmin and xyzmax, if set, take precedence over the parameters of the direction.
Range range_of(int direction);

struct DomainSymmetry {
  std::array<bool, 6> mirror{}; ///< x lower, x upper, y lower, ...: the face has a reflection or rotation symmetry
  /// For a rotation by 180 degrees: the direction along the face that is reversed together with the normal; -1 for a
  /// reflection.
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
