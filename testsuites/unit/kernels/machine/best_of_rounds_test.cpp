// Rounds are counted and timed rightly, and what disturbs them is noticed.
#include "kernels/machine/best_of_rounds.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace chemora::machine {
namespace {

using namespace std::chrono_literals;

void nobody() {}

TEST(BestOfRounds, IsTheRateOfTheFastest) {
  int n_batches = 0;
  auto const start = std::chrono::steady_clock::now();
  BestOfRounds const best = best_of_rounds(
      100,
      [&] {
        // 5 ms each, 20 ms in the first rounds
        std::this_thread::sleep_for(++n_batches <= 6 ? 20ms : 5ms);
      },
      nobody);
  EXPECT_GT(best.rate, 100 / 20e-3) << "the slow rounds do not count";
  EXPECT_LE(best.rate, 100 / 5e-3) << "nobody sleeps for less";
  EXPECT_GE(std::chrono::steady_clock::now() - start, 7 * 50ms);
  EXPECT_GT(n_batches, 6);
}

/// Each round takes twice as long as the one before.
TEST(BestOfRounds, SeesThatRoundsDiffer) {
  int n_waits = 0;
  auto const slower_and_slower = [&] { std::this_thread::sleep_for(std::chrono::milliseconds(30 << n_waits / 2)); };
  BestOfRounds const best = best_of_rounds(1, slower_and_slower, [&] { ++n_waits; });
  EXPECT_GT(best.spread, 0.3);
  EXPECT_TRUE(best.is_disturbed());
  EXPECT_EQ(n_waits, 8) << "before each of seven rounds and after the last";
}

TEST(BestOfRounds, IsDisturbedByOthers) {
  EXPECT_FALSE((BestOfRounds{.rate = 1, .spread = 0.02, .busy = 2.1, .own = 2}.is_disturbed()));
  EXPECT_TRUE((BestOfRounds{.rate = 1, .spread = 0.02, .busy = 3, .own = 2}.is_disturbed())) << "a processor's worth";
  EXPECT_TRUE((BestOfRounds{.rate = 1, .spread = 0.2, .busy = 2, .own = 2}.is_disturbed()));
  EXPECT_FALSE((BestOfRounds{.rate = 1, .spread = 0.02, .busy = 0, .own = 2}.is_disturbed())) << "unknown";
}

/// Two processes that keep a processor each busy do not disturb one another, if both are of the run.
TEST(BestOfRounds, AreJoined) {
  BestOfRounds const a{.rate = 10, .spread = 0.01, .busy = 2.2, .own = 1},
      b{.rate = 20, .spread = 0.05, .busy = 2.1, .own = 1};
  EXPECT_TRUE(a.is_disturbed());
  BestOfRounds const node = joined_on_one_node(a, b);
  EXPECT_EQ(node.rate, 30);
  EXPECT_EQ(node.spread, 0.05);
  EXPECT_NEAR(node.others(), 0.2, 1e-12);
  EXPECT_FALSE(node.is_disturbed());
  EXPECT_NEAR(joined_on_two_nodes(a, b).others(), 1.2, 1e-12) << "the worse of the two";
  EXPECT_EQ(joined_on_two_nodes(a, b).rate, 30);
}

} // namespace
} // namespace chemora::machine
