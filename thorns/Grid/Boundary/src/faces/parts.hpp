// A box in two steps: what lies away from ghost zones that have not arrived, and the rest.
//
// The conditions of this thorn set a point from points beside it along the normals of the outer faces in whose zones it
// lies. In a direction in which it is a ghost, all of these are ghosts with the same index: what is away from ghost
// zones needs none of them, and the rest can be set later, with the same values.
#pragma once

#include "zones.hpp"

namespace boundary {

// Local indices, upper ones excluded.
struct Part {
  Index lower{0, 0, 0}, upper{0, 0, 0};
};

struct Split {
  Part deep;
  std::vector<Part> rest; // disjoint
};

// Widths of ghost zones that have neighbours, in the order x lower, x upper, y lower, ...; 0 at outer faces.
using Ghosts = std::array<int, 2 * max_dim>;
Split split(Box const& box, Ghosts const& ghosts);

// Whether every zone, and `inside` points beside it, lie along its normal where nothing is a ghost.
bool can_be_split(std::vector<Zone> const& zones, Part const& deep, int inside);

// What of zones lies in a part; zones lie wholly inside or outside along their normals.
std::vector<Zone> zones_within(std::vector<Zone> const& zones, Part const& part);

} // namespace boundary
