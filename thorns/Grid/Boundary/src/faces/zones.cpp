#include "zones.hpp"

#include <algorithm>

namespace boundary {
namespace {

char const* const face_names[] = {"lower x", "upper x", "lower y", "upper y", "lower z", "upper z"};

/// The zone of a face; n = 0 if the box contains no point of it.
Zone make_zone(Box const& box, int face, int width) {
  int const d = face / 2;
  bool const is_lower = face % 2 == 0;
  int const first_interior = (is_lower ? width : box.gsh[d] - width - 1) - box.lbnd[d];
  int const n = is_lower ? first_interior : box.lsh[d] - 1 - first_interior;
  Zone zone{d, is_lower ? -1 : 1, first_interior, n > 0 ? n : 0, {{0, 0, 0}, box.lsh}};
  (is_lower ? zone.points.upper : zone.points.lower)[d] = is_lower ? first_interior : first_interior + 1;
  return zone;
}

} // namespace

Zones find_zones(Box const& box, Faces const& faces) {
  Zones result;
  for (int face = 0; face < 2 * box.dim; ++face) {
    int const d = face / 2, width = faces.width[face];
    if (!faces.chosen[face] || width == 0 || box.gsh[d] <= width) continue;
    Zone const zone = make_zone(box, face, width);
    if (zone.n == 0) continue;
    if (zone.first_interior >= 0 && zone.first_interior < box.lsh[d])
      result.zones.push_back(zone);
    else
      result.error = "the boundary at the " + std::string(face_names[face]) + " face is " + std::to_string(width) +
                     " points wide, but the process at this face has no interior points (" +
                     std::to_string(box.lsh[d]) + " points of " + std::to_string(box.gsh[d]) +
                     "). Use fewer processes in this direction, or more grid points";
  }
  return result;
}

std::vector<Zone> zones_within(std::vector<Zone> const& zones, Region const& region) {
  std::vector<Zone> result;
  for (Zone zone : zones) {
    bool is_empty = false;
    for (int d = 0; d < max_dim; ++d) {
      zone.points.lower[d] = std::max(zone.points.lower[d], region.lower[d]);
      zone.points.upper[d] = std::min(zone.points.upper[d], region.upper[d]);
      is_empty = is_empty || zone.points.lower[d] >= zone.points.upper[d];
    }
    if (!is_empty) result.push_back(zone);
  }
  return result;
}

int min_interior_points(Box const& box, std::vector<Zone> const& zones) {
  int smallest = std::max({box.gsh[0], box.gsh[1], box.gsh[2]});
  for (Zone const& zone : zones)
    smallest =
        std::min(smallest, zone.outward < 0 ? box.lsh[zone.direction] - zone.first_interior : zone.first_interior + 1);
  return smallest;
}

/// The ghost regions of one direction exclude the ghosts of the directions before it.
GhostSplit split_ghosts(Box const& box, Ghosts const& ghosts) {
  GhostSplit result{{{0, 0, 0}, box.lsh}, {}};
  Region& owned = result.owned;
  for (int d = 0; d < max_dim; ++d) {
    int const lower = std::min(ghosts[2 * d], box.lsh[d]), upper = std::max(lower, box.lsh[d] - ghosts[2 * d + 1]);
    Region below = owned, above = owned;
    below.upper[d] = owned.lower[d] = lower;
    above.lower[d] = owned.upper[d] = upper;
    for (Region const& slab : {below, above})
      if (slab.lower[d] < slab.upper[d]) result.ghosts.push_back(slab);
  }
  return result;
}

bool can_be_split(std::vector<Zone> const& zones, Region const& owned, int depth) {
  return std::all_of(zones.begin(), zones.end(), [&](Zone const& zone) {
    int const d = zone.direction;
    int lower = zone.points.lower[d], upper = zone.points.upper[d];
    if (depth > 0) {
      int const deepest = zone.first_interior - zone.outward * (depth - 1);
      lower = std::min(lower, deepest);
      upper = std::max(upper, deepest + 1);
    }
    return owned.lower[d] <= lower && upper <= owned.upper[d];
  });
}

namespace {

void add_layers(std::vector<Layer>& layers, int variable, Zone const& zone) {
  for (int n = 1; n <= zone.n; ++n) {
    Layer layer{variable, zone.face(), zone.points};
    layer.points.lower[zone.direction] = zone.first_interior + n * zone.outward;
    layer.points.upper[zone.direction] = layer.points.lower[zone.direction] + 1;
    layers.push_back(layer);
  }
}

/// The direction along which a zone is divided.
int divided_direction(Zone const& zone) { return zone.direction == 2 ? 1 : 2; }

/// The number of planes in a part of a zone. With this number, the cache lines of several arrays fit into a
/// second-level cache.
int planes_per_part(Zone const& zone) {
  constexpr int max_lines = 512; // cache lines of one array
  constexpr int points_per_line = 8;
  Index const &lower = zone.points.lower, &upper = zone.points.upper;
  int const lines_per_row = (upper[0] - lower[0]) / points_per_line + 1, rows = upper[1] - lower[1];
  return std::max(1, max_lines / (zone.direction == 0 ? rows : zone.n * lines_per_row));
}

} // namespace

std::vector<Layer> layers_in_order(std::vector<Zone> const& zones, int n_variables, bool use_whole_zones) {
  std::vector<Layer> layers;
  for (auto first = zones.begin(); first != zones.end();) {
    auto const last =
        std::find_if(first, zones.end(), [&](Zone const& zone) { return zone.direction != first->direction; });
    int const d = divided_direction(*first), begin = first->points.lower[d], end = first->points.upper[d];
    int const step = use_whole_zones ? end - begin : planes_per_part(*first);
    for (int lower = begin; lower < end; lower += step)
      for (int variable = 0; variable < n_variables; ++variable)
        for (auto zone = first; zone != last; ++zone) {
          Zone part = *zone;
          part.points.lower[d] = lower;
          part.points.upper[d] = std::min(lower + step, end);
          add_layers(layers, variable, part);
        }
    first = last;
  }
  return layers;
}

} // namespace boundary
