// The range of grid::type = "byrange".
#pragma once

#include "cctk.h"

#include <string>

namespace cartgrid {

struct End {
  std::string parameter; // that gives it: "grid::xmin"
  CCTK_REAL value;
};

struct Range {
  End lower, upper;
};

// As the parameters give it: xyzmin and xyzmax, where they are set, go before those of the direction.
Range range_of(int direction);

} // namespace cartgrid
