#include "framework/schedule/order.hpp"

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

/// The lexicographically smallest permutation that respects the pairs, by trying them in order; empty if none does.
std::vector<std::size_t> brute_force(std::size_t n, Pairs const& pairs) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  do
    if (respects(order, pairs)) return order;
  while (std::next_permutation(order.begin(), order.end()));
  return {};
}

} // namespace

TEST(Order, keeps_the_declared_order_without_pairs) {
  EXPECT_EQ(order_of(3, {}).indices, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Order, equals_brute_force_on_random_pairs) {
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
    auto const expected = brute_force(n, pairs);
    if (expected.empty()) {
      ++n_cycles;
      ASSERT_GE(order.cycle.size(), 2u);
      for (std::size_t i = 0; i < order.cycle.size(); ++i) {
        std::pair const step{order.cycle[i], order.cycle[(i + 1) % order.cycle.size()]};
        EXPECT_NE(std::find(pairs.begin(), pairs.end(), step), pairs.end());
      }
    } else {
      EXPECT_EQ(order.indices, expected);
    }
  }
  EXPECT_GT(n_cycles, 10);
}
