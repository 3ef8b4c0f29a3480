// Compares the zones and blocks of random boxes with their definitions, point by point.
#include "parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace accelerator {
namespace {

using Point = std::array<int, 3>;

LocalBox cube(int n, int ghosts, bool is_outer = false) {
  LocalBox box;
  box.extent = {n, n, n};
  box.ghosts = {ghosts, ghosts, ghosts};
  for (auto& faces : box.is_outer) faces = {is_outer, is_outer};
  for (auto& widths : box.boundary) widths = {ghosts, ghosts};
  return box;
}

LocalBox random_box(std::mt19937& random) {
  LocalBox box;
  for (std::size_t d = 0; d < 3; ++d) {
    box.ghosts[d] = static_cast<int>(random() % 3) + 1;
    for (std::size_t side = 0; side < 2; ++side) {
      box.is_outer[d][side] = random() % 2 == 0;
      box.boundary[d][side] = random() % 4 == 0 ? 1 : box.ghosts[d];
    }
    // Along each axis, a process owns at least as many points as the ghost zones are wide. All of these points may be
    // boundary points.
    bool const is_inside = !box.is_outer[d][0] && !box.is_outer[d][1];
    box.extent[d] = (is_inside ? 3 : 2) * box.ghosts[d] + static_cast<int>(random() % 9);
  }
  return box;
}

void for_each_point(LocalBox const& box, std::function<void(Point const&)> const& act) {
  for (int z = 0; z < box.extent[2]; ++z)
    for (int y = 0; y < box.extent[1]; ++y)
      for (int x = 0; x < box.extent[0]; ++x) act({x, y, z});
}

bool contains(Box const& box, Point const& p) {
  for (std::size_t d = 0; d < 3; ++d)
    if (p[d] < box.lower[d] || p[d] >= box.upper[d]) return false;
  return true;
}

int count(std::vector<Box> const& boxes, Point const& p) {
  return static_cast<int>(std::count_if(boxes.begin(), boxes.end(), [&](Box const& b) { return contains(b, p); }));
}

/// Returns whether the point is in an outer boundary zone (`outer` is true) or in a ghost zone. The zones are widened
/// by `further` points.
bool is_in_zone(LocalBox const& box, Point const& p, bool outer, int further = 0) {
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t side = 0; side < 2; ++side) {
      if (box.is_outer[d][side] != outer) continue;
      int const width = (outer ? box.boundary[d][side] : box.ghosts[d]) + further;
      if (side == 0 ? p[d] < width : p[d] >= box.extent[d] - width) return true;
    }
  return false;
}

TEST(Partition, RegionsMatchPointwiseDefinitions) {
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) {
    LocalBox const box = random_box(random);
    Partition const partition(box);
    auto const interior = partition.boxes(partition.interior()), boundary = partition.boxes(partition.boundary()),
               ghosts = partition.boxes(partition.ghosts()), all = partition.boxes(partition.all());
    EXPECT_EQ(all.size(), 1u);
    for_each_point(box, [&](Point const& p) {
      bool const is_boundary = is_in_zone(box, p, true), is_ghost = is_in_zone(box, p, false) && !is_boundary;
      ASSERT_EQ(count(boundary, p), is_boundary);
      ASSERT_EQ(count(ghosts, p), is_ghost);
      ASSERT_EQ(count(interior, p), !is_boundary && !is_ghost);
    });
  }
}

TEST(Partition, BoxesAreDisjointAndComplete) {
  std::mt19937 random(2);
  for (int i = 0; i < 40; ++i) {
    LocalBox const box = random_box(random);
    Partition const partition(box);
    Parts some;
    for (std::size_t block = 0; block < some.size(); ++block) some.set(block, random() % 3 == 0);
    auto const boxes = partition.boxes(some), rest = partition.boxes(~some);
    std::int64_t n = 0;
    for_each_point(box, [&](Point const& p) {
      ASSERT_EQ(count(boxes, p) + count(rest, p), 1);
      n += count(boxes, p);
    });
    EXPECT_EQ(partition.n_points(some), n);
  }
}

TEST(Partition, CoversBoxesWithAsFewBlocksAsPossible) {
  std::mt19937 random(3);
  for (int i = 0; i < 40; ++i) {
    LocalBox const box = random_box(random);
    Partition const partition(box);
    Box requested;
    for (std::size_t d = 0; d < 3; ++d) {
      requested.lower[d] = static_cast<int>(random()) % box.extent[d];
      if (requested.lower[d] < 0) requested.lower[d] = 0;
      requested.upper[d] = requested.lower[d] + 1 + static_cast<int>(random() % 4);
    }
    Parts const covering = partition.covering(requested);
    auto const boxes = partition.boxes(covering);
    for_each_point(box, [&](Point const& p) {
      if (contains(requested, p)) {
        ASSERT_EQ(count(boxes, p), 1);
      }
    });
    for (std::size_t block = 0; block < covering.size(); ++block) {
      if (!covering[block]) continue;
      Parts one;
      Box const b = partition.boxes(one.set(block)).front();
      for (std::size_t d = 0; d < 3; ++d)
        ASSERT_TRUE(b.lower[d] < requested.upper[d] && requested.lower[d] < b.upper[d]);
    }
  }
}

TEST(Partition, AnExchangeSendsSixSlabsAndFillsSix) {
  constexpr int n = 20, g = 3, owned = n - 2 * g, deep = owned - 2 * g;
  Partition const partition(cube(n, g));
  EXPECT_EQ(partition.n_points(partition.sent()), owned * owned * owned - deep * deep * deep);
  EXPECT_EQ(partition.n_points(partition.ghosts()), n * n * n - owned * owned * owned);
  EXPECT_EQ(partition.boxes(partition.sent()).size(), 6u);
  EXPECT_EQ(partition.boxes(partition.ghosts()).size(), 6u);
  EXPECT_TRUE(partition.boundary().none());
}

TEST(Partition, SentPartsAreOwnedPointsNextToGhostZones) {
  std::mt19937 random(4);
  for (int i = 0; i < 40; ++i) {
    LocalBox const box = random_box(random);
    auto const sent = [&] {
      Partition const partition(box);
      return partition.boxes(partition.sent());
    }();
    for_each_point(box, [&](Point const& p) {
      bool is_ghost = false, is_next = false;
      for (std::size_t d = 0; d < 3; ++d)
        for (std::size_t side = 0; side < 2; ++side) {
          if (box.is_outer[d][side]) continue;
          int const from_face = side == 0 ? p[d] : box.extent[d] - 1 - p[d];
          is_ghost = is_ghost || from_face < box.ghosts[d];
          is_next = is_next || from_face < 2 * box.ghosts[d];
        }
      if (is_next && !is_ghost) {
        ASSERT_EQ(count(sent, p), 1);
      }
      if (is_ghost) {
        ASSERT_EQ(count(sent, p), 0);
      }
    });
  }
}

TEST(Partition, NextToBoundaryHoldsThePointsThatConditionsRead) {
  std::mt19937 random(5);
  for (int i = 0; i < 40; ++i) {
    LocalBox const box = random_box(random);
    Partition const partition(box);
    auto const next = partition.boxes(partition.next_to_boundary());
    for_each_point(box, [&](Point const& p) {
      if (is_in_zone(box, p, true)) {
        ASSERT_EQ(count(next, p), 0);
      }
      bool const is_next = !is_in_zone(box, p, true) && is_in_zone(box, p, true, 2);
      if (is_next) {
        ASSERT_EQ(count(next, p), 1);
      }
    });
  }
}

TEST(Partition, WithinReturnsContainedBlocks) {
  std::mt19937 random(7);
  int n_within = 0;
  for (int i = 0; i < 40; ++i) {
    LocalBox const box = random_box(random);
    Partition const partition(box);
    Box inner;
    for (std::size_t d = 0; d < 3; ++d) {
      inner.lower[d] = static_cast<int>(random() % 3);
      inner.upper[d] = box.extent[d] - static_cast<int>(random() % 3);
    }
    Parts const within = partition.within(inner);
    for (std::size_t block = 0; block < within.size(); ++block) {
      Parts one;
      one.set(block);
      std::int64_t n_outside = 0;
      for (Box const& b : partition.boxes(one)) {
        Box common;
        for (std::size_t d = 0; d < 3; ++d) {
          common.lower[d] = std::max(b.lower[d], inner.lower[d]);
          common.upper[d] = std::min(b.upper[d], inner.upper[d]);
        }
        n_outside += b.n_points() - common.n_points();
      }
      EXPECT_EQ(within[block], n_outside == 0 && partition.n_points(one) > 0);
      n_within += within[block];
    }
  }
  EXPECT_GT(n_within, 100);
}

TEST(Partition, GhostSourcesAreInnerBlocks) {
  LocalBox box = cube(12, 2);
  box.is_outer[0] = {true, true};
  Partition const partition(box);
  Parts filled;
  for (auto const& [block, source] : partition.filled()) {
    filled.set(block);
    Parts one;
    one.set(block);
    bool const is_boundary = (one & partition.boundary()).any();
    EXPECT_TRUE((source & partition.ghosts()).none());
    EXPECT_EQ((source & ~partition.boundary()).none(), is_boundary) << "boundaries come from boundaries";
    EXPECT_TRUE(source.any());
  }
  EXPECT_EQ(filled & partition.ghosts(), partition.ghosts());
  EXPECT_EQ(partition.n_points(filled), 12 * (12 * 12 - 8 * 8));
}

TEST(Partition, ADirectionOfOnePointHasNoBoundary) {
  LocalBox box = cube(10, 2, true);
  box.extent[2] = 1;
  Partition const partition(box);
  EXPECT_EQ(partition.n_points(partition.interior()), 36);
  EXPECT_EQ(partition.n_points(partition.boundary()), 64);
}

TEST(Partition, NamesItsParts) {
  LocalBox box = cube(20, 2);
  box.is_outer[0] = {true, false};
  Partition const partition(box);
  EXPECT_EQ(partition.to_text(partition.all()), "everywhere");
  EXPECT_EQ(partition.to_text({}), "nowhere");
  EXPECT_EQ(partition.to_text(partition.interior()), "interior");
  EXPECT_EQ(partition.to_text(partition.covering({{0, 5, 5}, {1, 6, 6}})), "boundary x-");
  EXPECT_EQ(partition.to_text(partition.sent() & partition.interior()), "part of the interior");
  EXPECT_EQ(partition.to_text(partition.ghosts() | partition.interior()), "interior, ghost zones x+ y- y+ z- z+");
}

TEST(Partition, TreatsFourDimensionsAsOnePart) {
  LocalBox box = cube(6, 2);
  box.is_divided = false;
  Partition const partition(box);
  for (Parts const& part : {partition.interior(), partition.boundary(), partition.ghosts(), partition.sent(),
                            partition.next_to_boundary(), partition.covering({{0, 0, 0}, {1, 1, 1}})}) {
    ASSERT_EQ(partition.boxes(part).size(), 1u);
    EXPECT_EQ(partition.boxes(part).front(), (Box{{0, 0, 0}, {6, 6, 6}}));
    EXPECT_EQ(partition.to_text(part), "everywhere");
  }
  ASSERT_EQ(partition.filled().size(), 1u) << "an exchange sends all points and receives them on one side";
  EXPECT_TRUE(partition.is_everywhere(partition.filled().front().source));
}

} // namespace
} // namespace accelerator
