// How a grid is cut among ranks.
#include "topology.hpp"

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
  shape.periodic[2] = true; // a cut in z brings two faces to exchange, one in y brings one
  EXPECT_EQ(choose_topology(shape, 2), (Topology{1, 2, 1, 1}));
}

TEST(Topology, ObeysARequest) {
  EXPECT_EQ(choose_topology(cube(40, 1), 8, {8, 0, 0, 0}), (Topology{8, 1, 1, 1}));
  EXPECT_EQ(choose_topology(cube(40, 1), 8, {0, 0, 4, 0}), (Topology{1, 2, 4, 1}));
  EXPECT_THAT(
      [] {
        choose_topology(cube(40, 1), 8, {3, 0, 0, 0});
      },
      ThrowsMessage<DecompositionError>(HasSubstr("asks for 3 x 0 x 0")));
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

TEST(Topology, MoreRanksThanPoints) {
  EXPECT_THAT([] { choose_topology(cube(2, 0), 16); },
              ThrowsMessage<DecompositionError>(HasSubstr("2 x 2 x 2 points")));
}

TEST(Topology, SmallArraysLeaveRanksEmpty) {
  Shape const five{1, {5, 1, 1, 1}, {0, 0, 0, 0}, {}};
  EXPECT_EQ(choose_small_topology(five, 8), (Topology{5, 1, 1, 1}));
  Shape const two_by_two{2, {2, 2, 1, 1}, {0, 0, 0, 0}, {}};
  EXPECT_EQ(choose_small_topology(two_by_two, 3), (Topology{1, 2, 1, 1}));
}

} // namespace
} // namespace pugh
