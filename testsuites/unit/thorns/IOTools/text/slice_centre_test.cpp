// Where lines and planes cut the grid.
#include "slice_centre.hpp"

namespace iotools {
namespace {

constexpr Axis axis{.lower = -0.5, .delta = 0.1, .points = 11};

TEST(SliceCentre, ACoordinateOnAPointIsThatPoint) {
  for (int i = 0; i < 11; ++i) EXPECT_EQ(slice_index({.coordinate = -0.5 + i * 0.1}, axis), i);
}

TEST(SliceCentre, BetweenPointsTheUpperOneIsTaken) {
  EXPECT_EQ(slice_index({.coordinate = 0.01}, axis), 6);
  EXPECT_EQ(slice_index({.coordinate = 0.0}, Axis{.lower = -0.5, .delta = 1. / 19, .points = 20}), 10);
}

TEST(SliceCentre, AnIndexComesBeforeTheCoordinate) { EXPECT_EQ(slice_index({.index = 3, .coordinate = 0.4}, axis), 3); }

TEST(SliceCentre, OffTheGridItIsTheMiddleOrTheFirstPoint) {
  EXPECT_FALSE(is_on({.coordinate = 7}, axis));
  EXPECT_EQ(slice_index({.index = -2, .coordinate = 7}, axis), 5);
  EXPECT_EQ(slice_index({.index = -1, .coordinate = 7}, axis), 0);
  EXPECT_FALSE(is_on({.index = 11}, axis));
  EXPECT_EQ(slice_index({.index = 11}, axis), 10);
}

} // namespace
} // namespace iotools
