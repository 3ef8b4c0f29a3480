// Each thing that lists of updates follow from gives another number when it changes, and nothing else does.
#include "changes.hpp"

#include <map>

namespace mol {
namespace {

constexpr int u = 10, v = 11, u_rhs = 20, elsewhere = 30; // variables; their tens are their groups

class ChangesTest : public testing::Test {
protected:
  ChangesTest() { roles.add_evolved({u, u_rhs}); }

  std::uint64_t number() {
    return changes.number(
        roles, [](int variable) { return variable / 10; }, [&](int variable) { return extents[variable / 10]; });
  }
  // Whether a change is seen, and seen once.
  template <class Change>
  bool is_seen(Change const& change) {
    auto const before = number();
    change();
    auto const after = number();
    EXPECT_EQ(number(), after);
    return after != before;
  }

  Registry roles;
  std::map<int, Extent> extents{{1, {2, 1000}}, {2, {1, 1000}}, {3, {1, 1000}}};
  Changes changes;
};

TEST_F(ChangesTest, NothingGivesTheSameNumber) {
  EXPECT_FALSE(is_seen([] {}));
  EXPECT_FALSE(is_seen([&] { roles.add_evolved({u, u_rhs}); })); // it is evolved already
  EXPECT_FALSE(is_seen([&] { extents[3] = {0, 5}; }));           // nobody evolves that
}

TEST_F(ChangesTest, RegistrationsCount) {
  EXPECT_TRUE(is_seen([&] { roles.add_evolved({v, u_rhs}); }));
  EXPECT_TRUE(is_seen([&] { roles.change_to_evolved({u, u_rhs, true}); })); // slow from now on
  EXPECT_TRUE(is_seen([&] { roles.change_to_constrained(u); }));
  EXPECT_TRUE(is_seen([&] { roles.remove(v); }));
  EXPECT_TRUE(is_seen([&] { roles.add_saved(v); }));
}

TEST_F(ChangesTest, TimeLevelsAndPointsCount) {
  EXPECT_TRUE(is_seen([&] { extents[1].n_levels = 1; }));
  EXPECT_TRUE(is_seen([&] { extents[1].n_levels = 0; })); // storage switched off
  EXPECT_TRUE(is_seen([&] { extents[1].n_levels = 2; })); // and on
  EXPECT_TRUE(is_seen([&] { extents[2].n_levels = 3; })); // a method may keep past right-hand sides
  EXPECT_TRUE(is_seen([&] { extents[1].n_points = extents[2].n_points = 1200; }));
}

TEST_F(ChangesTest, GroupsOfLaterRegistrationsCount) {
  roles.change_to_evolved({elsewhere, u_rhs});
  EXPECT_TRUE(is_seen([&] { extents[3].n_levels = 2; }));
}

TEST_F(ChangesTest, ArraysGiveAnotherNumberEachTime) {
  extents[1].is_on_grid = extents[2].is_on_grid = false;
  auto const first = number();
  EXPECT_NE(number(), first);
}

} // namespace
} // namespace mol
