// Direction by direction, part by part, variable by variable, layer by layer from the inside.
#include "layers.hpp"

#include <algorithm>

namespace boundary {
namespace {

constexpr int lines_at_once = 512; // of an array: those of some arrays are less than a second-level cache
constexpr int points_per_line = 8;

void add_layers(std::vector<Layer>& layers, int variable, Zone const& zone) {
  for (int n = 1; n <= zone.n; ++n) {
    Layer layer{variable, 2 * zone.direction + (zone.outward > 0), zone.lower, zone.upper};
    layer.lower[zone.direction] = zone.first_interior + n * zone.outward;
    layer.upper[zone.direction] = layer.lower[zone.direction] + 1;
    layers.push_back(layer);
  }
}

int cut_across(Zone const& zone) { return zone.direction == 2 ? 1 : 2; }

int thickness(Zone const& zone) {
  int const row = zone.upper[0] - zone.lower[0], rows = zone.upper[1] - zone.lower[1];
  int const lines = zone.direction == 0 ? rows : zone.n * (row / points_per_line + 1);
  return std::max(1, lines_at_once / lines);
}

} // namespace

std::vector<Layer> layers_in_turn(std::vector<Zone> const& zones, int n_variables, bool is_whole) {
  std::vector<Layer> layers;
  for (auto first = zones.begin(); first != zones.end();) {
    auto const last =
        std::find_if(first, zones.end(), [&](Zone const& zone) { return zone.direction != first->direction; });
    int const across = cut_across(*first), upper = first->upper[across];
    int const step = is_whole ? upper - first->lower[across] : thickness(*first);
    for (int begin = first->lower[across]; begin < upper; begin += step)
      for (int variable = 0; variable < n_variables; ++variable)
        for (auto zone = first; zone != last; ++zone) {
          Zone part = *zone;
          part.lower[across] = begin;
          part.upper[across] = std::min(begin + step, upper);
          add_layers(layers, variable, part);
        }
    first = last;
  }
  return layers;
}

} // namespace boundary
