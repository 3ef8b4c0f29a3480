/// Reflection of variables at faces of the grid.
#pragma once

#include "cctk.h"

namespace cartgrid {

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
