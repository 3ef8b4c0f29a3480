// Cuts boxes at ghost zones.
#include "parts.hpp"

#include <algorithm>

namespace boundary {

// The rest direction by direction: the slabs of one lie, in the directions before, where nothing is a ghost.
Split split(Box const& box, Ghosts const& ghosts) {
  Split result{{{0, 0, 0}, box.lsh}, {}};
  Part& deep = result.deep;
  for (int d = 0; d < max_dim; ++d) {
    int const* const widths = ghosts.data() + 2 * d;
    int const lower = std::min(widths[0], box.lsh[d]), upper = std::max(lower, box.lsh[d] - widths[1]);
    Part below = deep, above = deep;
    below.upper[d] = deep.lower[d] = lower;
    above.lower[d] = deep.upper[d] = upper;
    for (Part const& slab : {below, above})
      if (slab.lower[d] < slab.upper[d]) result.rest.push_back(slab);
  }
  return result;
}

bool can_be_split(std::vector<Zone> const& zones, Part const& deep, int inside) {
  return std::all_of(zones.begin(), zones.end(), [&](Zone const& zone) {
    int const d = zone.direction;
    int const furthest = zone.first_interior - zone.outward * (inside - 1);
    int const lower = std::min(zone.lower[d], inside > 0 ? furthest : zone.lower[d]);
    int const upper = std::max(zone.upper[d], inside > 0 ? furthest + 1 : zone.upper[d]);
    return deep.lower[d] <= lower && upper <= deep.upper[d];
  });
}

std::vector<Zone> zones_within(std::vector<Zone> const& zones, Part const& part) {
  std::vector<Zone> found;
  for (Zone zone : zones) {
    bool is_empty = false;
    for (int d = 0; d < max_dim; ++d) {
      zone.lower[d] = std::max(zone.lower[d], part.lower[d]);
      zone.upper[d] = std::min(zone.upper[d], part.upper[d]);
      is_empty = is_empty || zone.lower[d] >= zone.upper[d];
    }
    if (!is_empty) found.push_back(zone);
  }
  return found;
}

} // namespace boundary
