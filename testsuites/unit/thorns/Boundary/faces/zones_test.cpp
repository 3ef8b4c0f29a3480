/// Tests that zones contain every boundary point once, and that the result of a condition does not depend on the domain
/// decomposition.
#include "zones.hpp"

#include <map>

namespace boundary {
namespace {

/// Applies a flat boundary condition to an array that contains the global indices. Returns the index of the point from
/// which each point is copied.
std::map<Index, int> flat(Box const& box, Faces const& faces) {
  auto const place = [&](int i, int j, int k) { return i + box.ash[0] * (j + box.ash[1] * k); };
  std::vector<int> values(box.ash[0] * box.ash[1] * box.ash[2], -1);
  auto const for_all = [&](auto const& body) {
    for (int k = 0; k < box.lsh[2]; ++k)
      for (int j = 0; j < box.lsh[1]; ++j)
        for (int i = 0; i < box.lsh[0]; ++i)
          body(Index{i + box.lbnd[0], j + box.lbnd[1], k + box.lbnd[2]}, values[place(i, j, k)]);
  };
  for_all([&](Index global, int& value) { value = global[0] + 100 * (global[1] + 100 * global[2]); });
  Zones const zones = find_zones(box, faces);
  EXPECT_EQ(zones.error, "");
  for (Zone const& zone : zones.zones)
    for_each_line(box, zone, [&](std::ptrdiff_t inner, std::ptrdiff_t outward, int n) {
      for (int layer = 1; layer <= n; ++layer) values[inner + layer * outward] = values[inner];
    });
  std::map<Index, int> result;
  for_all([&](Index global, int& value) { result[global] = value; });
  return result;
}

Faces all_faces(std::array<int, 6> width) { return {width, {true, true, true, true, true, true}}; }

int clamp(int i, int low, int high) { return i < low ? low : i > high ? high : i; }

TEST(Zones, CoverTheBoundaryWithEdgesAndCorners) {
  Box const box{3, {9, 8, 7}, {9, 8, 7}, {10, 9, 7}, {0, 0, 0}};
  for (auto const& [global, value] : flat(box, all_faces({1, 2, 3, 1, 2, 2}))) {
    int const x = clamp(global[0], 1, 6), y = clamp(global[1], 3, 6), z = clamp(global[2], 2, 4);
    EXPECT_EQ(value, x + 100 * (y + 100 * z)) << global[0] << " " << global[1] << " " << global[2];
  }
}

TEST(Zones, DoNotDependOnTheDecomposition) {
  Box const whole{3, {12, 11, 10}, {12, 11, 10}, {12, 11, 10}, {0, 0, 0}};
  Faces const faces = all_faces({2, 2, 2, 2, 2, 2});
  auto const expected = flat(whole, faces);
  int n_boxes = 0;
  for (int cut : {2, 3, 6, 9, 10}) // two processes with ghost zones of two points, divided in each direction
    for (int d = 0; d < 3; ++d) {
      if (cut > whole.gsh[d] - 2) continue;
      for (bool upper : {false, true}) {
        Box part = whole;
        part.lbnd[d] = upper ? cut - 2 : 0;
        part.lsh[d] = part.ash[d] = upper ? whole.gsh[d] - cut + 2 : cut + 2;
        for (auto const& [global, value] : flat(part, faces)) EXPECT_EQ(value, expected.at(global));
        ++n_boxes;
      }
    }
  EXPECT_GT(n_boxes, 20);
}

TEST(Zones, ExcludeFacesThatAreNotChosen) {
  Box const box{2, {5, 5, 1}, {5, 5, 1}, {5, 5, 1}, {0, 0, 0}};
  Faces faces = all_faces({1, 1, 1, 1, 0, 0});
  faces.chosen = {false, true, false, false, true, true};
  Zones const zones = find_zones(box, faces);
  ASSERT_EQ(zones.zones.size(), 1u);
  EXPECT_EQ(zones.zones[0].direction, 0);
  EXPECT_EQ(zones.zones[0].outward, 1);
  EXPECT_EQ(zones.zones[0].first_interior, 3);
  EXPECT_EQ(zones.zones[0].n, 1);
}

TEST(Zones, ExcludeDirectionsOfOnePoint) {
  Box const line{3, {9, 1, 1}, {9, 1, 1}, {9, 1, 1}, {0, 0, 0}};
  Zones const zones = find_zones(line, all_faces({1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(zones.error, "");
  EXPECT_EQ(zones.zones.size(), 2u);
}

TEST(Zones, ReportAnInteriorOnAnotherProcess) {
  Box const box{1, {20, 1, 1}, {3, 1, 1}, {3, 1, 1}, {0, 0, 0}};
  EXPECT_THAT(find_zones(box, {{3, 3}, {true, true}}).error, ::testing::HasSubstr("lower x face is 3 points wide"));
  EXPECT_EQ(find_zones(box, {{2, 3}, {true, true}}).error, "");
}

} // namespace
} // namespace boundary
