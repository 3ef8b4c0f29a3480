// Layers are the zones' points, each once for each variable, behind the points that they read.
#include "layers.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

namespace boundary {
namespace {

std::vector<Zone> zones_of(Index const& points) {
  Box box;
  box.gsh = box.lsh = box.ash = points;
  Faces faces;
  faces.width = {2, 1, 3, 2, 1, 2};
  faces.chosen.fill(true);
  return find_zones(box, faces).zones;
}

template <class Body>
void for_each_point(Index const& lower, Index const& upper, Body const& body) {
  for (int k = lower[2]; k < upper[2]; ++k)
    for (int j = lower[1]; j < upper[1]; ++j)
      for (int i = lower[0]; i < upper[0]; ++i) body(Index{i, j, k});
}

using Times = std::map<std::tuple<int, int, Index>, int>; // by variable, face, point

Times times_of(std::vector<Layer> const& layers) {
  Times times;
  for (std::size_t n = 0; n < layers.size(); ++n)
    for_each_point(layers[n].lower, layers[n].upper, [&](Index const& point) {
      EXPECT_TRUE(times.insert({{layers[n].variable, layers[n].face, point}, static_cast<int>(n)}).second) << "twice";
    });
  return times;
}

void expect_right(Index const& points, int n_variables, bool is_whole) {
  auto const zones = zones_of(points);
  ASSERT_EQ(zones.size(), 6u);
  Times const times = times_of(layers_in_turn(zones, n_variables, is_whole));
  std::size_t n_points = 0;
  std::map<std::pair<int, Index>, int> before; // by variable and point: when the last face has set it
  for (Zone const& zone : zones)
    for (int variable = 0; variable < n_variables; ++variable)
      for_each_point(zone.lower, zone.upper, [&](Index const& point) {
        int const face = 2 * zone.direction + (zone.outward > 0);
        auto const found = times.find({variable, face, point});
        ASSERT_NE(found, times.end());
        ++n_points;
        Index inside = point;
        inside[zone.direction] -= zone.outward;
        bool const is_set = inside[zone.direction] != zone.first_interior;
        EXPECT_TRUE(!is_set || times.at({variable, face, inside}) < found->second) << "a layer before the one it reads";
        auto [last, is_first] = before.emplace(std::pair(variable, point), found->second);
        EXPECT_TRUE(is_first || last->second < found->second) << "faces in another order";
        last->second = found->second;
      });
  EXPECT_EQ(times.size(), n_points) << "points outside of the zones";
}

TEST(LayersInTurn, SetEachPointOnceBehindWhatItReads) {
  for (bool const is_whole : {false, true}) {
    expect_right({9, 8, 7}, 3, is_whole);
    expect_right({12, 150, 11}, 2, is_whole); // x faces in parts of three planes
    expect_right({900, 10, 9}, 2, is_whole);  // y faces in single planes, z faces in some rows
    expect_right({6, 1100, 6}, 1, is_whole);  // more rows than lines at once
  }
}

TEST(LayersInTurn, VariablesTakeTurnsUnlessZonesAreWhole) {
  auto const layers = layers_in_turn(zones_of({12, 150, 11}), 2, false);
  EXPECT_EQ(layers.front().upper[2], 512 / 150);
  EXPECT_EQ(layers[3].variable, 1) << "behind two layers of the lower and one of the upper face";
  EXPECT_EQ(layers[6].lower[2], 512 / 150);
  EXPECT_EQ(layers_in_turn(zones_of({12, 150, 11}), 2, true).size(), 2u * 11);
}

TEST(LayersInTurn, AreNoneWithoutZones) { EXPECT_TRUE(layers_in_turn({}, 2, false).empty()); }

} // namespace
} // namespace boundary
