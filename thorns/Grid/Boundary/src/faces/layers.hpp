// Zones as layers, in the order in which kernels that do one layer at a time set them for several variables.
//
// A point reads nothing of its variable beside its normal. So zones may be set in parts, cut across another direction:
// variables take turns part by part, and what all of them read stays near the processor; so do both faces of a
// direction, as the end of a row and the beginning of the next may lie in one cache line.
#pragma once

#include "zones.hpp"

namespace boundary {

struct Layer {
  int variable;       // number
  int face;           // x lower, x upper, y lower, ...
  Index lower, upper; // local indices, upper ones excluded
};

// `zones` as find_zones gives them; `is_whole`: in one part.
std::vector<Layer> layers_in_turn(std::vector<Zone> const& zones, int n_variables, bool is_whole);

} // namespace boundary
