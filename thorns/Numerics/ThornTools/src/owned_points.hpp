/// The local points that a process owns.
#pragma once

#include "cctk.h"

namespace thorntools {

/// Sets begin[d] and end[d] for d < data.dim. Points with begin[d] <= local index < end[d] are owned by this process
/// and by no other. Faces without outer boundary have ghost zones, unless the direction has one point.
inline void owned_points(cGroupDynamicData const& data, int* begin, int* end) {
  for (int d = 0; d < data.dim; ++d) {
    bool const is_exchanged = data.gsh[d] > 1;
    begin[d] = is_exchanged && !data.bbox[2 * d] ? data.nghostzones[d] : 0;
    end[d] = data.lsh[d] - (is_exchanged && !data.bbox[2 * d + 1] ? data.nghostzones[d] : 0);
    if (end[d] < begin[d]) end[d] = begin[d] = 0;
  }
}

} // namespace thorntools
