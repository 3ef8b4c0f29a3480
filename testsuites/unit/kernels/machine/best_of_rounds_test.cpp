#include "kernels/machine/measured_rates.hpp"

#include <gtest/gtest.h>

namespace chemora::machine {
namespace {

TEST(BestOfRounds, IsTheRateOfTheFastest) {
  constexpr int n_slow_batches = 8; // two rounds of four
  constexpr double slow = 1. / 64, fast = 1. / 256;
  double now = 0;
  int n_batches = 0, n_waits = 0;
  BestOfRounds const best = best_of_rounds(
      100, [&] { now += ++n_batches <= n_slow_batches ? slow : fast; }, [&] { ++n_waits; }, [&] { return now; });
  EXPECT_EQ(best.rate, 100 / fast);
  EXPECT_EQ(best.spread, 0) << "the three fastest rounds have the same rate";
  EXPECT_EQ(n_batches, 2 * 4 + 5 * 13) << "each of the seven rounds has the fewest batches that take 0.05 s";
  EXPECT_EQ(n_waits, 8) << "one wait before each of the seven rounds, and one wait after the last round";
}

/// Each round takes twice as long as the previous round.
TEST(BestOfRounds, ReportsTheSpread) {
  double now = 0, seconds_of_batch = 1. / 32;
  BestOfRounds const best = best_of_rounds(
      1, [&] { now += seconds_of_batch; }, [&] { seconds_of_batch *= 2; }, [&] { return now; });
  EXPECT_EQ(best.rate, 16);
  EXPECT_EQ(best.spread, 0.75) << "the third round takes four times as long as the first";
  EXPECT_TRUE(best.is_disturbed());
}

TEST(BestOfRounds, IsDisturbedByOthers) {
  EXPECT_FALSE((BestOfRounds{.rate = 1, .spread = 0.02, .busy = 2.1, .own = 2}.is_disturbed()));
  EXPECT_TRUE((BestOfRounds{.rate = 1, .spread = 0.02, .busy = 3, .own = 2}.is_disturbed())) << "a processor's worth";
  EXPECT_TRUE((BestOfRounds{.rate = 1, .spread = 0.2, .busy = 2, .own = 2}.is_disturbed()));
  EXPECT_FALSE((BestOfRounds{.rate = 1, .spread = 0.02, .busy = 0, .own = 2}.is_disturbed())) << "unknown";
}

/// Two processes of one run keep one processor each busy. They are not considered as a disturbance of each other.
TEST(BestOfRounds, AreCombined) {
  BestOfRounds const a{.rate = 10, .spread = 0.01, .busy = 2.2, .own = 1},
      b{.rate = 20, .spread = 0.05, .busy = 2.1, .own = 1};
  EXPECT_TRUE(a.is_disturbed());
  BestOfRounds const node = combined_on_one_node(a, b);
  EXPECT_EQ(node.rate, 30);
  EXPECT_EQ(node.spread, 0.05);
  EXPECT_NEAR(node.others(), 0.2, 1e-12);
  EXPECT_FALSE(node.is_disturbed());
  EXPECT_NEAR(combined_on_two_nodes(a, b).others(), 1.2, 1e-12) << "the worse of the two";
  EXPECT_EQ(combined_on_two_nodes(a, b).rate, 30);
}

} // namespace
} // namespace chemora::machine
