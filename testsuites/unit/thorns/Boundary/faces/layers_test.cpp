/// Tests the order in which layers of the boundary zones are set. Every point is set once for each variable, and after
/// the points from which its value is computed.
#include "zones.hpp"

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

using Times =
    std::map<std::tuple<int, int, Index>, int>; // the step in which a point is set, by variable, face and point

Times times_of(std::vector<Layer> const& layers) {
  Times times;
  for (std::size_t n = 0; n < layers.size(); ++n)
    for_each_point(layers[n].points.lower, layers[n].points.upper, [&](Index const& point) {
      EXPECT_TRUE(times.insert({{layers[n].variable, layers[n].face, point}, static_cast<int>(n)}).second)
          << "a point is set twice";
    });
  return times;
}

void expect_valid_order(Index const& points, int n_variables, bool use_whole_zones) {
  auto const zones = zones_of(points);
  ASSERT_EQ(zones.size(), 6u);
  Times const times = times_of(layers_in_order(zones, n_variables, use_whole_zones));
  std::size_t n_points = 0;
  std::map<std::pair<int, Index>, int> before; // the last step in which a point was set, by variable and point
  for (Zone const& zone : zones)
    for (int variable = 0; variable < n_variables; ++variable)
      for_each_point(zone.points.lower, zone.points.upper, [&](Index const& point) {
        int const face = zone.face();
        auto const found = times.find({variable, face, point});
        ASSERT_NE(found, times.end());
        ++n_points;
        Index inside = point;
        inside[zone.direction] -= zone.outward;
        bool const is_boundary_point = inside[zone.direction] != zone.first_interior;
        EXPECT_TRUE(!is_boundary_point || times.at({variable, face, inside}) < found->second)
            << "a layer is set before the layer it reads";
        auto [last, is_first] = before.emplace(std::pair(variable, point), found->second);
        EXPECT_TRUE(is_first || last->second < found->second) << "faces have the wrong order";
        last->second = found->second;
      });
  EXPECT_EQ(times.size(), n_points) << "points outside of the zones";
}

TEST(LayersInOrder, SetEachPointOnceAfterItsInputs) {
  for (bool const use_whole_zones : {false, true}) {
    expect_valid_order({9, 8, 7}, 3, use_whole_zones);
    expect_valid_order({12, 150, 11}, 2, use_whole_zones); // layers at x faces are divided into parts of three planes
    expect_valid_order(
        {900, 10, 9}, 2,
        use_whole_zones); // layers at y faces are single planes, and layers at z faces are divided into groups of rows
    expect_valid_order({6, 1100, 6}, 1, use_whole_zones); // there are more rows than one part can contain
  }
}

TEST(LayersInOrder, AlternateVariablesUnlessZonesAreWhole) {
  auto const layers = layers_in_order(zones_of({12, 150, 11}), 2, false);
  EXPECT_EQ(layers.front().points.upper[2], 512 / 150);
  EXPECT_EQ(layers[3].variable, 1) << "the first variable has two layers at the lower and one at the upper face";
  EXPECT_EQ(layers[6].points.lower[2], 512 / 150);
  EXPECT_EQ(layers_in_order(zones_of({12, 150, 11}), 2, true).size(), 2u * 11);
}

TEST(LayersInOrder, AreEmptyWithoutZones) { EXPECT_TRUE(layers_in_order({}, 2, false).empty()); }

} // namespace
} // namespace boundary
