/// Tests the division of a grid among ranks, and grids with more points than an int can represent.
#include "decomposition.hpp"

namespace pugh {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Shape cube(int extent, int ghosts, bool periodic = false) {
  Shape shape{3, {extent, extent, extent, 1}, {ghosts, ghosts, ghosts, 0}, {}};
  for (int d = 0; d < 3; ++d) shape.periodic[d] = periodic;
  return shape;
}

TEST(Topology, CutsACubeIntoCubes) {
  EXPECT_EQ(choose_topology(cube(40, 1), 8), (Topology{2, 2, 2, 1}));
  EXPECT_EQ(choose_topology(cube(40, 1), 27), (Topology{3, 3, 3, 1}));
}

TEST(Topology, KeepsLinesAlongXWholeAmongEquals) {
  EXPECT_EQ(choose_topology(cube(40, 2), 2), (Topology{1, 1, 2, 1}));
  EXPECT_EQ(choose_topology(cube(40, 2), 6), (Topology{1, 2, 3, 1}));
}

TEST(Topology, CutsTheLongDirection) {
  Shape const rod{3, {100, 10, 10, 1}, {1, 1, 1, 0}, {}};
  EXPECT_EQ(choose_topology(rod, 4), (Topology{4, 1, 1, 1}));
}

TEST(Topology, AvoidsNewSeamsOfPeriodicDirections) {
  Shape shape = cube(40, 2);
  shape.periodic[2] = true; // a cut in z adds two faces to exchange, a cut in y adds one
  EXPECT_EQ(choose_topology(shape, 2), (Topology{1, 2, 1, 1}));
}

TEST(Topology, FollowsARequest) {
  EXPECT_EQ(choose_topology(cube(40, 1), 8, {8, 0, 0, 0}), (Topology{8, 1, 1, 1}));
  EXPECT_EQ(choose_topology(cube(40, 1), 8, {0, 0, 4, 0}), (Topology{1, 2, 4, 1}));
  EXPECT_THAT(
      [] {
        choose_topology(cube(40, 1), 8, {3, 0, 0, 0});
      },
      ThrowsMessage<DecompositionError>(HasSubstr("require the processor topology 3 x 0 x 0")));
}

TEST(Topology, EveryPartOwnsAGhostZone) {
  Shape const line{1, {10, 1, 1, 1}, {3, 0, 0, 0}, {}};
  EXPECT_EQ(max_parts(line, 0), 3);
  EXPECT_THAT([&] { choose_topology(line, 4); },
              ThrowsMessage<DecompositionError>(HasSubstr("at most 3 processes fit")));
  EXPECT_EQ(choose_topology(line, 3), (Topology{3, 1, 1, 1}));
}

TEST(Topology, OneRankTakesAnyGridThatDoesNotWrap) {
  Shape line{1, {3, 1, 1, 1}, {5, 0, 0, 0}, {}};
  EXPECT_EQ(choose_topology(line, 1), (Topology{1, 1, 1, 1}));
  line.periodic[0] = true;
  EXPECT_THROW(choose_topology(line, 1), DecompositionError);
}

TEST(Topology, RejectsMoreRanksThanPoints) {
  EXPECT_THAT([] { choose_topology(cube(2, 0), 16); },
              ThrowsMessage<DecompositionError>(HasSubstr("2 x 2 x 2 points")));
}

TEST(Topology, SmallArraysLeaveRanksEmpty) {
  Shape const five{1, {5, 1, 1, 1}, {0, 0, 0, 0}, {}};
  EXPECT_EQ(choose_small_topology(five, 8), (Topology{5, 1, 1, 1}));
  Shape const two_by_two{2, {2, 2, 1, 1}, {0, 0, 0, 0}, {}};
  EXPECT_EQ(choose_small_topology(two_by_two, 3), (Topology{1, 2, 1, 1}));
  EXPECT_EQ(choose_small_topology(five, 8, {1, 0, 0, 0}), (Topology{1, 1, 1, 1}));
}

TEST(SizeLimits, AcceptDirectionsUpToTheLargestInt) {
  EXPECT_NO_THROW(require_numbered_directions(1, {2147483645}, {1}));
  EXPECT_THAT(
      [] {
        require_numbered_directions(2, {5, 2147483646}, {1, 1});
      },
      ThrowsMessage<DecompositionError>(
          HasSubstr("Direction y has 2147483646 points and ghost zones of 1 points at both ends")));
}

TEST(SizeLimits, AcceptAsManyPointsAsAnIntNumbers) {
  EXPECT_NO_THROW(require_numbered_points(cube(1290, 1), {1290, 1290, 1290, 1}, 8));
  EXPECT_THAT(
      [] {
        require_numbered_points(cube(2097152, 1), {2097152, 2097152, 2097152, 1}, 8);
      },
      ThrowsMessage<DecompositionError>(HasSubstr("9.22e+18 points, which take 64 EiB for each variable")));
}

TEST(SizeLimits, FindTheLargestOfAllLocalExtents) {
  for (bool const is_periodic : {false, true})
    for (int const n_ranks : {1, 3, 8, 27}) {
      Shape const shape = cube(41, 2, is_periodic);
      Decomposition const decomposition(shape, choose_topology(shape, n_ranks));
      Index largest = {1, 1, 1, 1};
      for (int rank = 0; rank < n_ranks; ++rank)
        for (int d = 0; d < 3; ++d) largest[d] = std::max(largest[d], decomposition.local_box(rank).shape[d]);
      EXPECT_EQ(largest_local_extent(decomposition), largest) << n_ranks;
    }
}

TEST(SizeLimits, WriteBytesInTheLargestUnit) {
  EXPECT_EQ(bytes_text(17), "17 bytes");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(8.0 * 1024 * 1024 * 1024), "8 GiB");
}

TEST(LocalBox, HasTheIndicesOfTheGridHierarchy) {
  Decomposition const line({1, {10, 1, 1, 1}, {2, 0, 0, 0}, {}}, {2, 1, 1, 1});
  LocalBox const first = line.local_box(0), second = line.local_box(1);
  EXPECT_EQ(first.lower[0], 0);
  EXPECT_EQ(first.shape[0], 7);
  EXPECT_EQ(first.upper(0), 6);
  EXPECT_EQ(second.lower[0], 3);
  EXPECT_EQ(second.upper(0), 9);
  EXPECT_TRUE(first.is_outer[0] && !first.is_outer[1] && !second.is_outer[0] && second.is_outer[1]);
}

TEST(LocalBox, HasNoOuterBoundaryInAPeriodicDirection) {
  Decomposition const line({1, {10, 1, 1, 1}, {2, 0, 0, 0}, {true}}, {1, 1, 1, 1});
  LocalBox const box = line.local_box(0);
  EXPECT_EQ(box.shape[0], 10);
  EXPECT_EQ(box.owned.lower[0], 2);
  EXPECT_EQ(box.owned.upper[0], 8);
  EXPECT_FALSE(box.is_outer[0] || box.is_outer[1]);
}

TEST(LocalBox, RanksWithoutAPartAreEmpty) {
  Decomposition const line({1, {2, 1, 1, 1}, {0, 0, 0, 0}, {}}, {2, 1, 1, 1});
  EXPECT_EQ(line.local_box(2).n_points(), 0);
  EXPECT_EQ(line.local_box(2).upper(0), -1);
}

TEST(Partition, TakesGivenSizes) {
  Shape const shape{1, {30, 1, 1, 1}, {1, 0, 0, 0}, {}};
  Decomposition const line(shape, {2, 1, 1, 1}, {std::vector<int>{20, 10}});
  EXPECT_EQ(line.local_box(0).shape[0], 21);
  EXPECT_EQ(line.local_box(1).lower[0], 19);
  EXPECT_THROW(Decomposition(shape, {2, 1, 1, 1}, {std::vector<int>{20, 9}}), DecompositionError);
  EXPECT_THROW(Decomposition(shape, {2, 1, 1, 1}, {std::vector<int>{10, 10, 10}}), DecompositionError);
  EXPECT_THROW(Decomposition(shape, {2, 1, 1, 1}, {std::vector<int>{30, 0}}), DecompositionError);
}

} // namespace
} // namespace pugh
