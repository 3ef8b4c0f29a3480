/// Provides the range and the symmetries of the domain from the parameters of this thorn, and reflects variables at
/// its faces.
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

/// The reflection of a variable at a face of the grid.
struct Reflection {
  int face; ///< x lower, x upper, y lower, ...
  int parity;
  bool avoids_origin;
  int turned; ///< a direction along the face that is also reversed (a rotation by 180 degrees), or -1
};

/// Sets the ghost points of the face to parity times the value of their image. The mirror, or the axis of rotation, is
/// at the first interior point, or half a spacing outside of it if the grid avoids the origin. A rotation requires that
/// this process has the whole grid.
void reflect(cGH const* cctkGH, int variable, Reflection const& reflection);

/// Reports a parameter error for each mirror for which this process has too few points.
void check_thickness(cGH const* cctkGH);

} // namespace cartgrid
