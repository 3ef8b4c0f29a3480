// The mirrors that the parameters ask for.
#pragma once

#include "cctk.h"

#include <array>

namespace reflection {

struct Mirror {
  bool exists = false;
  bool is_between_points = true; // half a spacing from the nearest grid points; otherwise at a grid point
};

// By face: lower x, upper x, lower y, ...
std::array<Mirror, 6> mirrors();

} // namespace reflection
