#include "codegen/polyhedral/eliminate.hpp"
#include "codegen/polyhedral/integer_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace chemora::polyhedral {
namespace {

constexpr long bound = 4; ///< all variables are from -bound to bound

/// Returns a random set of three variables.
IntegerSet random_set(unsigned seed) {
  std::mt19937 random(seed);
  auto const between = [&](long low, long high) {
    return low + static_cast<long>(random() % static_cast<unsigned long>(high - low + 1));
  };
  IntegerSet set(3);
  for (std::size_t n = 1; n <= 3; ++n) {
    Row row(4, 0);
    row[0] = bound;
    row[n] = 1;
    set.add_at_least_0(row);
    row[n] = -1;
    set.add_at_least_0(row);
  }
  for (long n = between(1, 4); n > 0; --n) {
    Row row{between(-6, 6), between(-3, 3), between(-3, 3), between(-3, 3)};
    set.add(row, between(0, 2) == 0);
  }
  return set;
}

bool obeys(RowConstraint const& constraint, std::vector<long> const& point) {
  long sum = constraint.row[0];
  for (std::size_t n = 0; n + 1 < constraint.row.size(); ++n) sum += constraint.row[n + 1] * point[n];
  return constraint.is_equality ? sum == 0 : sum >= 0;
}

std::vector<std::vector<long>> points_of(IntegerSet const& set) {
  std::vector<std::vector<long>> result;
  auto const constraints = set.constraints();
  for (long x = -bound; x <= bound; ++x)
    for (long y = -bound; y <= bound; ++y)
      for (long z = -bound; z <= bound; ++z) {
        std::vector<long> const point{x, y, z};
        if (std::all_of(constraints.begin(), constraints.end(),
                        [&](RowConstraint const& constraint) { return obeys(constraint, point); }))
          result.push_back(point);
      }
  return result;
}

TEST(IntegerSet, IsEmptyIfItHasNoPoints) {
  int n_empty = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    IntegerSet const set = random_set(seed);
    bool const expected = points_of(set).empty();
    EXPECT_EQ(set.is_empty(), expected) << seed;
    EXPECT_EQ(set.sample().has_value(), !expected) << seed;
    n_empty += expected;
  }
  EXPECT_GT(n_empty, 200);
  EXPECT_LT(n_empty, 1300);
}

TEST(IntegerSet, KeepsItsPointsWhenEqualitiesAreSubstituted) {
  // The constraints are compared with those before substitution.
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::vector<RowConstraint> original;
    IntegerSet set(3);
    for (int n = 0; n < 4; ++n) {
      RowConstraint constraint{Row(4, 0), random() % 2 == 0};
      for (long& entry : constraint.row) entry = static_cast<long>(random() % 7) - 3;
      original.push_back(constraint);
      set.add(constraint);
    }
    auto const points = points_of(set);
    std::size_t n_points = 0;
    for (long x = -bound; x <= bound; ++x)
      for (long y = -bound; y <= bound; ++y)
        for (long z = -bound; z <= bound; ++z)
          n_points += std::all_of(original.begin(), original.end(), [&](RowConstraint const& constraint) {
            return obeys(constraint, {x, y, z});
          });
    EXPECT_EQ(points.size(), n_points) << seed;
  }
}

TEST(IntegerSet, SamplesOneOfItsPoints) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    IntegerSet const set = random_set(seed);
    auto const points = points_of(set);
    auto const sample = set.sample();
    if (!sample) continue;
    EXPECT_NE(std::find(points.begin(), points.end(), *sample), points.end()) << seed;
  }
}

TEST(IntegerSet, ImpliesWhatAllPointsObey) {
  int n_implied = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    IntegerSet const set = random_set(seed);
    std::mt19937 random(seed);
    RowConstraint constraint{Row(4, 0), random() % 4 == 0};
    for (long& entry : constraint.row) entry = static_cast<long>(random() % 7) - 2;
    auto const points = points_of(set);
    bool const expected = std::all_of(points.begin(), points.end(),
                                      [&](std::vector<long> const& point) { return obeys(constraint, point); });
    EXPECT_EQ(set.implies(constraint), expected) << seed;
    n_implied += expected;
  }
  EXPECT_GT(n_implied, 50);
}

TEST(IntegerSet, ProjectsToConstraintsThatAllPointsObey) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    IntegerSet const set = random_set(seed);
    auto const points = points_of(set);
    for (RowConstraint const& constraint : set.projected({true, false, true})) {
      EXPECT_EQ(constraint.row[2], 0);
      for (std::vector<long> const& point : points) EXPECT_TRUE(obeys(constraint, point)) << seed;
    }
  }
}

TEST(IntegerSet, ComparesProjections) {
  IntegerSet const set = random_set(3);
  EXPECT_TRUE(IntegerSet::have_equal_projections(set, set, {true, true, false}));
  IntegerSet triangle(2), box(2); // 0 <= y <= x <= 3, and 0 <= x <= 3
  for (IntegerSet* each : {&triangle, &box}) {
    each->add_at_least_0({0, 1, 0});
    each->add_at_least_0({3, -1, 0});
    each->add_at_least_0({0, 0, 1});
  }
  triangle.add_at_least_0({0, 1, -1});
  box.add_at_least_0({3, 0, -1});
  EXPECT_TRUE(IntegerSet::have_equal_projections(triangle, box, {true, false}));
  EXPECT_FALSE(IntegerSet::have_equal_projections(triangle, box, {true, true}));
  EXPECT_TRUE(IntegerSet::cover({triangle}, box, {true, false}));
  EXPECT_FALSE(IntegerSet::cover({triangle}, box, {true, true}));
}

TEST(Elimination, LeavesStridesToIsl) {
  // 2 x == 3 y + 1 has solutions, but no variable has the factor 1.
  EXPECT_FALSE(is_empty_by_elimination({{-1, 2, -3}}, {}, 2).has_value());
  IntegerSet set(2);
  set.add_equal_0({-1, 2, -3});
  EXPECT_FALSE(set.is_empty());
  set.add_equal_0({0, 1, -1}); // x == y == -1
  EXPECT_EQ(set.sample(), (std::vector<long>{-1, -1}));
  set.add_at_least_0({0, 1, 0});
  EXPECT_TRUE(set.is_empty());
}

} // namespace
} // namespace chemora::polyhedral
