// Which of its local points a process owns, from what any driver tells about a group.
#pragma once

#include "cctk.h"

namespace thorntools {

// Sets begin[d] <= local index < end[d] for d < data.dim: the points that this process owns and no other does. A face
// that is no outer boundary has ghost zones behind it, unless the direction has one point.
inline void owned_points(cGroupDynamicData const& data, int* begin, int* end) {
  for (int d = 0; d < data.dim; ++d) {
    bool const is_exchanged = data.gsh[d] > 1;
    begin[d] = is_exchanged && !data.bbox[2 * d] ? data.nghostzones[d] : 0;
    end[d] = data.lsh[d] - (is_exchanged && !data.bbox[2 * d + 1] ? data.nghostzones[d] : 0);
    if (end[d] < begin[d]) end[d] = begin[d] = 0;
  }
}

} // namespace thorntools
