// Tests connected components of points.
#include "components.hpp"

#include <gtest/gtest.h>

namespace analysis {
namespace {

using Numbers = std::vector<long>;

/// Returns for each point the number of the first point of its component; -1 for points outside.
Numbers numbers_of(std::vector<char> const& is_inside, long const (&extents)[3]) {
  Numbers numbers(is_inside.size(), -1);
  for (Run const& run : components(is_inside, extents))
    for (std::size_t n = run.first; n < run.end; ++n) numbers[n] = static_cast<long>(run.component);
  return numbers;
}

TEST(Components, HaveTheNumberOfTheirFirstPoint) {
  // The spiral in the plane is one component, which its first points alone do not connect.
  std::vector<char> const plane{1, 0, 1, 1, //
                                1, 0, 0, 1, //
                                1, 1, 1, 1, //
                                0, 0, 0, 0, //
                                1, 0, 1, 0};
  long const extents[] = {4, 5, 1};
  Numbers const expected{0, -1, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, -1, -1, -1, -1, 16, -1, 18, -1};
  EXPECT_EQ(numbers_of(plane, extents), expected);
}

TEST(Components, AreConnectedAlongEachAxisAndNotAlongDiagonals) {
  long const extents[] = {2, 2, 2};
  EXPECT_EQ(numbers_of({1, 0, 0, 0, 1, 0, 0, 0}, extents), (Numbers{0, -1, -1, -1, 0, -1, -1, -1}));
  EXPECT_EQ(numbers_of({1, 0, 0, 1, 0, 0, 0, 0}, extents), (Numbers{0, -1, -1, 3, -1, -1, -1, -1}));
  EXPECT_EQ(numbers_of({1, 0, 0, 0, 0, 0, 0, 1}, extents), (Numbers{0, -1, -1, -1, -1, -1, -1, 7}));
  EXPECT_EQ(numbers_of({}, {0, 3, 3}), Numbers{});
}

TEST(Components, RunsEndWithTheirRow) {
  long const extents[] = {3, 2, 1};
  std::vector<analysis::Run> const expected{{1, 3, 1}, {3, 4, 3}, {5, 6, 1}};
  EXPECT_EQ(components({0, 1, 1, 1, 0, 1}, extents), expected);
}

TEST(DisjointSets, RepresentativeIsTheSmallestNumber) {
  DisjointSets sets(6);
  sets.unite(5, 3);
  sets.unite(4, 5);
  sets.unite(3, 1);
  EXPECT_EQ(sets.representative(4), 1U);
  EXPECT_EQ(sets.representative(2), 2U);
}

} // namespace
} // namespace analysis
