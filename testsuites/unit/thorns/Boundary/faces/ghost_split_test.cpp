/// Tests the split of a boundary condition into two steps. Both steps together give the same values as one step, and
/// the first step reads no ghost point.
#include "zones.hpp"

#include <gtest/gtest.h>
#include <random>

namespace boundary {
namespace {

constexpr int ghost = -1000000;

std::size_t place(Box const& box, Index const& i) {
  return static_cast<std::size_t>(i[0] + box.ash[0] * (i[1] + box.ash[1] * i[2]));
}

template <class Body>
void for_each_point(Index const& lower, Index const& upper, Body const& body) {
  for (int k = lower[2]; k < upper[2]; ++k)
    for (int j = lower[1]; j < upper[1]; ++j)
      for (int i = lower[0]; i < upper[0]; ++i) body(Index{i, j, k});
}

/// Applies a boundary condition that reads `inside` points along the normal. The formula differs between faces.
void apply(Box const& box, std::vector<Zone> const& zones, int inside, std::vector<int>& values) {
  for (Zone const& zone : zones)
    for_each_line(box, zone, [&](std::ptrdiff_t inner, std::ptrdiff_t outward, int n) {
      for (int layer = 1; layer <= n; ++layer) {
        int sum = 7 * (zone.direction + 3 * zone.outward);
        for (int i = 1; i <= inside; ++i)
          sum += i * values[static_cast<std::size_t>(inner + (layer - i) * outward)] % 1009;
        values[static_cast<std::size_t>(inner + layer * outward)] = sum;
      }
    });
}

bool is_ghost(Box const& box, Ghosts const& ghosts, Index const& i) {
  for (int d = 0; d < 3; ++d)
    if (i[d] < ghosts[2 * d] || i[d] >= box.lsh[d] - ghosts[2 * d + 1]) return true;
  return false;
}

struct Case {
  Box box;
  Ghosts ghosts{};
  std::vector<Zone> zones;
};

/// Returns the local box of a process at a random position in a grid, with ghost zones at the faces where the process
/// has neighbours.
Case random_case(std::mt19937& random) {
  Case c;
  Faces faces;
  int const n_ghosts = 1 + static_cast<int>(random() % 2);
  for (int d = 0; d < 3; ++d) {
    bool const is_first = random() % 2 == 0, is_last = random() % 2 == 0;
    c.box.lsh[d] = 7 + static_cast<int>(random() % 3);
    c.box.ash[d] = c.box.lsh[d] + static_cast<int>(random() % 2);
    c.box.lbnd[d] = is_first ? 0 : 9;
    c.box.gsh[d] = c.box.lbnd[d] + c.box.lsh[d] + (is_last ? 0 : 9);
    c.ghosts[2 * d] = is_first ? 0 : n_ghosts;
    c.ghosts[2 * d + 1] = is_last ? 0 : n_ghosts;
    for (int side = 0; side < 2; ++side) {
      faces.width[2 * d + side] = 1 + static_cast<int>(random() % 2);
      faces.chosen[2 * d + side] = random() % 4 != 0;
    }
  }
  c.zones = find_zones(c.box, faces).zones;
  return c;
}

TEST(GhostSplit, TwoStepsSetTheValuesOfOne) {
  std::mt19937 random(3);
  int n_later = 0;
  for (int run = 0; run < 200; ++run) {
    Case const c = random_case(random);
    int const inside = 1 + static_cast<int>(random() % 2);
    auto const parts = split_ghosts(c.box, c.ghosts);
    ASSERT_TRUE(can_be_split(c.zones, parts.owned, inside));
    auto const n = static_cast<std::size_t>(c.box.ash[0] * c.box.ash[1] * c.box.ash[2]);
    std::vector<int> arrived(n), expected, values;
    for (std::size_t i = 0; i < n; ++i) arrived[i] = static_cast<int>(random() % 1000);
    expected = values = arrived;
    apply(c.box, c.zones, inside, expected);
    for_each_point({0, 0, 0}, c.box.lsh, [&](Index const& i) { // no ghost point has arrived
      if (is_ghost(c.box, c.ghosts, i)) values[place(c.box, i)] = ghost;
    });
    apply(c.box, zones_within(c.zones, parts.owned), inside, values);
    for_each_point({0, 0, 0}, c.box.lsh, [&](Index const& i) {
      int& value = values[place(c.box, i)];
      if (!is_ghost(c.box, c.ghosts, i)) {
        EXPECT_EQ(value, expected[place(c.box, i)]);
      } else {
        EXPECT_EQ(value, ghost) << "a ghost point is set before it has arrived";
        value = arrived[place(c.box, i)];
      }
    });
    for (Region const& part : parts.ghosts) {
      auto const zones = zones_within(c.zones, part);
      n_later += static_cast<int>(zones.size());
      apply(c.box, zones, inside, values);
    }
    EXPECT_EQ(values, expected);
  }
  EXPECT_GT(n_later, 200);
}

TEST(GhostSplit, ContainsEveryPointOnce) {
  std::mt19937 random(4);
  for (int run = 0; run < 50; ++run) {
    Case const c = random_case(random);
    auto const parts = split_ghosts(c.box, c.ghosts);
    std::vector<int> n(static_cast<std::size_t>(c.box.ash[0] * c.box.ash[1] * c.box.ash[2]));
    auto const count = [&](Index const& i) { ++n[place(c.box, i)]; };
    for_each_point(parts.owned.lower, parts.owned.upper, [&](Index const& i) {
      EXPECT_FALSE(is_ghost(c.box, c.ghosts, i));
      count(i);
    });
    for (Region const& part : parts.ghosts) for_each_point(part.lower, part.upper, count);
    for_each_point({0, 0, 0}, c.box.lsh, [&](Index const& i) { EXPECT_EQ(n[place(c.box, i)], 1); });
  }
}

TEST(GhostSplit, IsImpossibleIfTheBoundaryReachesGhostZones) {
  Box const box{3, {20, 9, 9}, {9, 9, 9}, {9, 9, 9}, {0, 0, 0}};
  Faces const faces{{6, 0, 0, 0, 0, 0}, {true, false, false, false, false, false}};
  auto const parts = split_ghosts(box, {0, 2, 0, 0, 0, 0});
  auto const zones = find_zones(box, faces).zones;
  EXPECT_TRUE(can_be_split(zones, parts.owned, 1));
  EXPECT_FALSE(can_be_split(zones, parts.owned, 2)) << "the condition reads the first ghost point";
  EXPECT_FALSE(can_be_split(find_zones(box, {{8}, {true}}).zones, parts.owned, 0));
}

} // namespace
} // namespace boundary
