#include "framework/base/box.hpp"

#include <gtest/gtest.h>

using namespace chemora::base;

TEST(Box, DifferenceCoversEachPointOnce) {
  Box const outer{{0, -1, 2}, {7, 5, 9}};
  for (Box const inner : {Box{{1, 0, 3}, {6, 4, 8}}, Box{{-3, 1, 2}, {3, 2, 20}}, Box{{9, 9, 9}, {10, 10, 10}}}) {
    auto const remainder = subtract(outer, inner);
    for (int k = 2; k < 9; ++k)
      for (int j = -1; j < 5; ++j)
        for (int i = 0; i < 7; ++i) {
          int times = inner.contains({i, j, k});
          for (Box const& part : remainder) times += part.contains({i, j, k});
          EXPECT_EQ(times, 1) << i << " " << j << " " << k;
        }
  }
}

TEST(Box, DifferenceOfEqualBoxesIsEmpty) {
  Box const box{{0, 0, 0}, {2, 2, 2}};
  EXPECT_TRUE(subtract(box, box).empty());
}

TEST(Box, DifferenceWithOverlappingBoxesCoversTheRemainderOnce) {
  Box const outer{{0, 0, 0}, {6, 5, 4}};
  std::vector<Box> const inner{
      {{1, 1, 1}, {4, 4, 3}}, {{3, 2, 0}, {9, 3, 9}}, {{7, 7, 7}, {8, 8, 8}}, {{0, 0, 0}, {6, 5, 0}}};
  auto const remainder = subtract_all(outer, inner);
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 6; ++i) {
        bool is_in_a_hole = false;
        for (Box const& box : inner) is_in_a_hole = is_in_a_hole || box.contains({i, j, k});
        int times = 0;
        for (Box const& part : remainder) times += part.contains({i, j, k});
        EXPECT_EQ(times, is_in_a_hole ? 0 : 1) << i << " " << j << " " << k;
      }
  EXPECT_EQ(subtract_all(outer, {}), std::vector<Box>{outer});
  EXPECT_TRUE(subtract_all({}, inner).empty());
}

TEST(Box, IntersectionOfDisjointBoxesIsEmpty) {
  EXPECT_TRUE(intersect({{0, 0, 0}, {2, 2, 2}}, {{2, 0, 0}, {4, 2, 2}}).is_empty());
}
