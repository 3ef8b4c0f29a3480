/// Tests the boundary points of a domain for all boundary parameters.
#include "domain.hpp"

namespace coordbase {
namespace {

void expect_range(Range const& range, double min, double max) {
  EXPECT_DOUBLE_EQ(range.min, min);
  EXPECT_DOUBLE_EQ(range.max, max);
}

TEST(Domain, PlacesBoundaryPointsOutsideByDefault) { // one boundary point, which is on the physical boundary
  Ranges const ranges = from_physical({0, 1}, 0.25, {}, {});
  expect_range(ranges.exterior, 0, 1);
  expect_range(ranges.interior, 0.25, 0.75);
  expect_range(from_physical({0, 1}, 0.25, {.width = 3}, {.width = 2}).exterior, -0.5, 1.25);
}

TEST(Domain, StaggersAndShifts) {
  Face const staggered{.width = 2, .staggered = true};
  Ranges const ranges = from_physical({0, 1}, 0.25, staggered, staggered);
  expect_range(ranges.exterior, -0.375, 1.375); // points at -3/2 and -1/2 spacings
  expect_range(ranges.interior, 0.125, 0.875);
  expect_range(from_physical({0, 1}, 0.25, {.width = 1, .shiftout = 1}, {.width = 1}).interior, 0, 0.75);
}

TEST(Domain, PlacesBoundaryPointsInside) {
  Face const internal{.width = 2, .internal = true};
  Ranges const ranges = from_physical({0, 1}, 0.125, internal, internal);
  expect_range(ranges.exterior, 0, 1);
  expect_range(ranges.interior, 0.25, 0.75);
}

TEST(Domain, ConvertsBackAndForth) {
  for (int width : {0, 1, 3})
    for (bool internal : {false, true})
      for (bool staggered : {false, true})
        for (int shiftout : {-1, 0, 2}) {
          Face const lower{width, internal, staggered, shiftout}, upper{width + 1, !internal, staggered, -shiftout};
          Ranges const ranges = from_physical({-2, 3}, 0.5, lower, upper);
          for (Ranges const& back :
               {from_interior(ranges.interior, 0.5, lower, upper), from_exterior(ranges.exterior, 0.5, lower, upper)}) {
            expect_range(back.physical, -2, 3);
            expect_range(back.interior, ranges.interior.min, ranges.interior.max);
            expect_range(back.exterior, ranges.exterior.min, ranges.exterior.max);
          }
        }
}

TEST(Domain, IsGivenInThreeWays) {
  using Size = Specification::Size;
  Direction const minmax = physical_domain({.size = Size::minmax, .by_cells = true, .min = -1, .max = 2, .n_cells = 6});
  expect_range(minmax.physical, -1, 2);
  EXPECT_DOUBLE_EQ(minmax.spacing, 0.5);
  expect_range(physical_domain({.size = Size::extent, .extent = 3}).physical, -1.5, 1.5);
  expect_range(physical_domain({.size = Size::extent, .zero_origin = true, .min = 1, .extent = 3}).physical, 1, 4);
  Direction const spacing = physical_domain({.size = Size::spacing, .spacing = 0.25, .n_cells = 8});
  expect_range(spacing.physical, -1, 1);
  EXPECT_DOUBLE_EQ(spacing.spacing, 0.25);
}

} // namespace
} // namespace coordbase
