/// Each variable has one role; evolved takes precedence over constrained, and constrained over saved.
#include "registry.hpp"

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

} // namespace
} // namespace mol
