// The coordinates of the grid points, for conditions that speak of distances.
#pragma once

#include "../target.hpp"

namespace boundary {

struct Coordinates {
  std::array<CCTK_REAL const*, 3> x; // x, y, z
  CCTK_REAL const* r;
  std::array<CCTK_INT, 4> variables; // x, y, z, r
  std::array<double, 3> spacing;
};

// Ends the run, naming the condition, if the variable is not of three dimensions, not real, or there are no
// coordinates.
Coordinates coordinates_for(Target const& target, char const* condition);

} // namespace boundary
