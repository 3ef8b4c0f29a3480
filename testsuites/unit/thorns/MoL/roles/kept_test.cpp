// What is kept is made anew when its basis changes, and only then.
#include "kept.hpp"

#include <limits>

namespace mol {
namespace {

TEST(Kept, IsMadeAnewWhenItsBasisIsAnotherOne) {
  Kept<double, int> kept;
  int n_made = 0;
  auto const get = [&](double basis) { return kept.get(basis, [&] { return ++n_made; }); };
  EXPECT_EQ(get(0.5), 1);
  EXPECT_EQ(get(0.5), 1);
  EXPECT_EQ(get(0.25), 2);
  EXPECT_EQ(get(0.5), 3); // only the last one is known
}

TEST(Kept, IsMadeAnewWhenItsBasisIsNoNumber) {
  Kept<double, int> kept;
  int n_made = 0;
  for (int call = 0; call < 2; ++call) kept.get(std::numeric_limits<double>::quiet_NaN(), [&] { return ++n_made; });
  EXPECT_EQ(n_made, 2);
}

TEST(Kept, GivesTheSameObject) {
  Kept<int, int> kept;
  kept.get(1, [] { return 0; }) = 7;
  EXPECT_EQ(kept.get(1, [] { return 0; }), 7);
}

} // namespace
} // namespace mol
