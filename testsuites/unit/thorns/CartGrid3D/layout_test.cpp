/// Tests the origin and spacing for each type of grid.
#include "layout.hpp"

namespace cartgrid {
namespace {

using Type = Direction::Type;

TEST(Layout, BySpacingIsCentredOnTheOrigin) {
  Direction direction{.type = Type::by_spacing, .n_points = 10, .n_ghosts = 2, .spacing = 0.5};
  EXPECT_DOUBLE_EQ(make_layout(direction).origin, -2.25); // even: 0 is between points 4 and 5
  direction.n_points = 11;
  EXPECT_DOUBLE_EQ(make_layout(direction).origin, -2.25); // odd: one more point above
  direction.avoid_origin = false;
  EXPECT_DOUBLE_EQ(make_layout(direction).origin, -2.5);
  EXPECT_EQ(coordinate(make_layout(direction), 5), 0);
}

TEST(Layout, ByRangeStartsAndEndsAtTheRange) {
  Layout const layout = make_layout({.type = Type::by_range, .n_points = 9, .min = -1, .max = 3});
  EXPECT_EQ(coordinate(layout, 0), -1);
  EXPECT_DOUBLE_EQ(coordinate(layout, 8), 3);
  EXPECT_DOUBLE_EQ(layout.spacing, 0.5);
}

TEST(Layout, PlacesTheOnlyPointOfADirectionAtZero) {
  for (Type type : {Type::by_spacing, Type::by_range}) {
    Direction direction{.type = type, .n_points = 1, .n_ghosts = 2, .mirror_lower = true, .periodic = true, .min = -1};
    Layout const layout = make_layout(direction);
    EXPECT_EQ(layout.origin, 0);
    EXPECT_EQ(layout.spacing, type == Type::by_range ? 2 : 1);
    EXPECT_EQ(layout.first_physical, 0);
    EXPECT_EQ(layout.last_physical, 0);
    direction.only_point = 3;
    EXPECT_EQ(make_layout(direction).origin, 3);
  }
}

TEST(Layout, MirrorsAreAtZero) {
  for (Type type : {Type::by_spacing, Type::by_range})
    for (bool avoid : {false, true}) {
      Direction direction{.type = type,
                          .n_points = 12,
                          .n_ghosts = 3,
                          .mirror_lower = true,
                          .avoid_origin = avoid,
                          .min = -4,
                          .max = 4,
                          .spacing = 0.5};
      Layout const lower = make_layout(direction);
      double const first = avoid ? 0.5 * lower.spacing : 0; // the first interior point
      EXPECT_NEAR(coordinate(lower, 3), first, 1e-15);
      EXPECT_NEAR(coordinate(lower, 2), avoid ? -first : -lower.spacing, 1e-15);
      EXPECT_EQ(lower.first_physical, 3);
      EXPECT_EQ(lower.last_physical, 11);
      if (type == Type::by_range) {
        EXPECT_DOUBLE_EQ(coordinate(lower, 11), 4);
      }

      direction.mirror_lower = false, direction.mirror_upper = true;
      Layout const upper = make_layout(direction);
      EXPECT_NEAR(coordinate(upper, 8), avoid ? -0.5 * upper.spacing : 0, 1e-15);
      EXPECT_EQ(upper.last_physical, 8);
      if (type == Type::by_range) {
        EXPECT_EQ(coordinate(upper, 0), -4);
      }
    }
}

TEST(Layout, PeriodicCopiesAreNotPhysical) {
  Layout const layout = make_layout({.type = Type::by_spacing, .n_points = 14, .n_ghosts = 2, .periodic = true});
  EXPECT_EQ(layout.first_physical, 2);
  EXPECT_EQ(layout.last_physical, 11);
}

} // namespace
} // namespace cartgrid
