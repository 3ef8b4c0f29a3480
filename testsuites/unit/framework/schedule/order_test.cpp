#include "framework/schedule/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace chemora::schedule;

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Order order_of(std::size_t n, Pairs const& pairs) {
  Precedence precedence(n);
  for (auto const& [before, after] : pairs) precedence.add(before, after);
  return order_of(precedence);
}

bool respects(std::vector<std::size_t> const& order, Pairs const& pairs) {
  auto const place = [&](std::size_t index) { return std::find(order.begin(), order.end(), index) - order.begin(); };
  return std::all_of(pairs.begin(), pairs.end(),
                     [&](auto const& pair) { return place(pair.first) < place(pair.second); });
}

/// Returns whether any permutation satisfies all order constraints, by trying all permutations.
bool can_be_ordered(std::size_t n, Pairs const& pairs) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  do
    if (respects(order, pairs)) return true;
  while (std::next_permutation(order.begin(), order.end()));
  return false;
}

} // namespace

TEST(Order, KeepsTheDeclaredOrderWithoutPairs) {
  EXPECT_EQ(order_of(3, {}).indices, (std::vector<std::size_t>{0, 1, 2}));
}

/// The expected orders are those that Cactus 4 (Einstein Toolkit 2022-05) computes for the same constraints.
TEST(Order, ResolvesTiesAsCactus) {
  struct Case {
    std::size_t n;
    Pairs pairs;
    std::vector<std::size_t> order;
  };
  for (auto const& [n, pairs, order] : std::vector<Case>{
           {4, {{1, 0}, {1, 2}, {1, 3}, {3, 0}}, {1, 3, 2, 0}},
           {6, {{1, 0}, {1, 2}, {2, 3}, {2, 4}, {3, 0}}, {1, 2, 3, 0, 4, 5}},
           {5, {{0, 2}, {1, 2}, {3, 2}, {4, 0}, {4, 1}, {4, 2}}, {4, 1, 3, 0, 2}},
           {5, {{0, 2}, {0, 4}, {3, 1}, {3, 2}}, {0, 3, 2, 1, 4}},
           {6, {{1, 3}, {2, 5}, {3, 5}}, {0, 1, 2, 3, 4, 5}},
           {5, {{0, 2}, {1, 2}, {3, 0}, {4, 2}}, {3, 1, 0, 4, 2}},
       })
    EXPECT_EQ(order_of(n, pairs).indices, order);
}

TEST(Order, RespectsRandomPairsOrReportsACycle) {
  std::mt19937 random(7);
  int n_cycles = 0;
  for (int round = 0; round < 300; ++round) {
    std::size_t const n = 1 + random() % 6;
    Pairs pairs;
    for (std::size_t k = random() % 8; k > 0; --k) {
      std::size_t const a = random() % n, b = random() % n;
      if (a != b) pairs.emplace_back(a, b);
    }
    Order const order = order_of(n, pairs);
    if (!can_be_ordered(n, pairs)) {
      ++n_cycles;
      ASSERT_GE(order.cycle.size(), 2u);
      for (std::size_t i = 0; i < order.cycle.size(); ++i) {
        std::pair const step{order.cycle[i], order.cycle[(i + 1) % order.cycle.size()]};
        EXPECT_NE(std::find(pairs.begin(), pairs.end(), step), pairs.end());
      }
    } else {
      std::vector<std::size_t> all(n);
      std::iota(all.begin(), all.end(), 0);
      EXPECT_TRUE(std::is_permutation(order.indices.begin(), order.indices.end(), all.begin(), all.end()));
      EXPECT_TRUE(respects(order.indices, pairs));
    }
  }
  EXPECT_GT(n_cycles, 10);
}
