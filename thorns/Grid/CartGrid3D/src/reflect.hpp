// The points behind a mirror, or behind a face that turns about an axis.
#pragma once

#include "cctk.h"

namespace cartgrid {

struct Reflection {
  int face; // x lower, x upper, y lower, ...
  int parity;
  bool avoids_origin;
  int turned; // a direction along the face that is reversed too (a rotation by 180 degrees), or -1
};

// Fills the ghost points behind the face with parity times the value of their image. The mirror, or the axis, goes
// through the first interior point, or half a spacing outside of it if the grid avoids the origin. The image of a
// rotation lies in the whole grid: one process holds all of it.
void reflect(cGH const* cctkGH, int variable, Reflection const& reflection);

// A parameter error for each face of the grid for whose mirror this process holds too few points.
void check_thickness(cGH const* cctkGH);

} // namespace cartgrid
