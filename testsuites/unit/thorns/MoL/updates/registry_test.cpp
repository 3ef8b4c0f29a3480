/// Tests the roles of variables. Each variable has only one role. The role `evolved` takes precedence over
/// `constrained`, and `constrained` over `saved`.
#include "registry.hpp"

#include <map>
#include <utility>

namespace mol {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Registry, GivesEachVariableItsStrongestRole) {
  Registry registry;
  EXPECT_TRUE(registry.add_saved(1));
  EXPECT_TRUE(registry.add_constrained(1));
  EXPECT_THAT(registry.saved(), IsEmpty());
  EXPECT_TRUE(registry.add_evolved({1, 11}));
  EXPECT_THAT(registry.constrained(), IsEmpty());
  EXPECT_FALSE(registry.add_constrained(1));
  EXPECT_FALSE(registry.add_saved(1));
  EXPECT_EQ(registry.rhs_of(1), 11);
}

TEST(Registry, KeepsTheFirstRightHandSide) {
  Registry registry;
  EXPECT_TRUE(registry.add_evolved({1, 11}));
  EXPECT_FALSE(registry.add_evolved({1, 12}));
  EXPECT_EQ(registry.rhs_of(1), 11);
  EXPECT_EQ(registry.evolved().size(), 1u);
}

TEST(Registry, ChangesRolesInAnyDirection) {
  Registry registry;
  registry.add_evolved({1, 11});
  registry.add_evolved({2, 12});
  registry.change_to_saved(1);
  EXPECT_THAT(registry.saved(), ElementsAre(1));
  EXPECT_EQ(registry.rhs_of(1), -1);
  registry.change_to_constrained(1);
  EXPECT_THAT(registry.saved(), IsEmpty());
  EXPECT_THAT(registry.constrained(), ElementsAre(1));
  registry.change_to_evolved({1, 13});
  EXPECT_EQ(registry.rhs_of(1), 13);
  registry.remove(2);
  EXPECT_EQ(registry.rhs_of(2), -1);
  EXPECT_EQ(registry.evolved().size(), 1u);
}

TEST(Registry, IncreasesTheRevisionWithEachChangeOnly) {
  Registry registry;
  auto last = registry.revision();
  auto const has_changed = [&] { return std::exchange(last, registry.revision()) != registry.revision(); };
  registry.add_evolved({1, 11});
  EXPECT_TRUE(has_changed());
  EXPECT_FALSE(registry.add_evolved({1, 12}));
  EXPECT_FALSE(registry.add_constrained(1));
  EXPECT_FALSE(has_changed());
  registry.change_to_evolved({1, 13});
  EXPECT_TRUE(has_changed());
  registry.change_to_constrained(1);
  EXPECT_TRUE(has_changed());
  registry.change_to_saved(1);
  EXPECT_TRUE(has_changed());
  registry.remove(1);
  EXPECT_TRUE(has_changed());
}

constexpr int u = 10, v = 11, u_rhs = 20, w = 30; // variables; their group is variable / 10

/// The revision increases when something changes from which lists of updates are made, and otherwise not.
class UpdateListRevisionTest : public testing::Test {
protected:
  UpdateListRevisionTest() { roles.add_evolved({u, u_rhs}); }

  std::uint64_t current() {
    return revision.update(
        roles, [](int variable) { return variable / 10; }, [&](int variable) { return extents[variable / 10]; });
  }
  /// Returns whether a change increases the revision. A second update without a change must not increase it.
  template <class Change>
  bool increases(Change const& change) {
    auto const before = current();
    change();
    auto const after = current();
    EXPECT_EQ(current(), after);
    return after != before;
  }

  Registry roles;
  std::map<int, Extent> extents{{1, {2, 1000}}, {2, {1, 1000}}, {3, {1, 1000}}};
  UpdateListRevision revision;
};

TEST_F(UpdateListRevisionTest, IsConstantWithoutChanges) {
  EXPECT_FALSE(increases([] {}));
  EXPECT_FALSE(increases([&] { roles.add_evolved({u, u_rhs}); })); // the variable is already evolved
  EXPECT_FALSE(increases([&] { extents[3] = {0, 5}; }));           // variable 3 is not evolved
}

TEST_F(UpdateListRevisionTest, IncreasesWithRegistrations) {
  EXPECT_TRUE(increases([&] { roles.add_evolved({v, u_rhs}); }));
  EXPECT_TRUE(increases([&] { roles.change_to_evolved({u, u_rhs, true}); })); // becomes slow
  EXPECT_TRUE(increases([&] { roles.change_to_constrained(u); }));
  EXPECT_TRUE(increases([&] { roles.remove(v); }));
  EXPECT_TRUE(increases([&] { roles.add_saved(v); }));
}

TEST_F(UpdateListRevisionTest, IncreasesWithTimeLevelsAndPoints) {
  EXPECT_TRUE(increases([&] { extents[1].n_levels = 1; }));
  EXPECT_TRUE(increases([&] { extents[1].n_levels = 0; })); // the storage of an evolved variable is released
  EXPECT_TRUE(increases([&] { extents[1].n_levels = 2; })); // the storage is allocated again
  EXPECT_TRUE(increases([&] { extents[2].n_levels = 3; })); // the number of time levels of a right-hand side changes
  EXPECT_TRUE(increases([&] { extents[1].n_points = extents[2].n_points = 1200; }));
}

TEST_F(UpdateListRevisionTest, IncludesGroupsOfLaterRegistrations) {
  roles.change_to_evolved({w, u_rhs});
  EXPECT_TRUE(increases([&] { extents[3].n_levels = 2; }));
}

TEST_F(UpdateListRevisionTest, IncreasesOnEveryCallForGridArrays) {
  extents[1].is_on_grid = extents[2].is_on_grid = false;
  auto const first = current();
  EXPECT_NE(current(), first);
}

} // namespace
} // namespace mol
