// Tests the cache with repeated argument lists in the same and in another order, and the recomputation after a change
// of the revision.
#include "argument_cache.hpp"

#include <gtest/gtest.h>

#include <random>

namespace accelerator {
namespace {

using Numbers = std::vector<int>;

/// A cache of the sums of argument lists that counts how often a sum is computed.
struct CountingCache {
  ArgumentCache<int, int> sums;
  int n_computed = 0;

  int request(Numbers const& a, Numbers const& b, std::uint64_t revision = 0) {
    return *sums.get({a, b, {}, {}, {}, {}}, revision, [&] {
      ++n_computed;
      int sum = 0;
      for (auto const* const list : {&a, &b})
        for (int const number : *list) sum += number;
      return sum;
    });
  }
};

TEST(ArgumentCache, ComputesRepeatedListsOnceInAnyOrder) {
  CountingCache cache;
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(cache.request({1, 2}, {3}), 6);
    EXPECT_EQ(cache.request({1}, {2, 4}), 7);
    EXPECT_EQ(cache.request({}, {}), 0);
  }
  EXPECT_EQ(cache.request({}, {}), 0);
  EXPECT_EQ(cache.request({1, 2}, {3}), 6);
  EXPECT_EQ(cache.n_computed, 3);
}

TEST(ArgumentCache, DistinguishesListsByTheirLengths) {
  CountingCache cache;
  cache.request({1, 2}, {3});
  cache.request({1}, {2, 3});
  cache.request({1, 2, 3}, {});
  EXPECT_EQ(cache.n_computed, 3);
}

TEST(ArgumentCache, RecomputesAfterARevision) {
  CountingCache cache;
  cache.request({1}, {});
  cache.request({1}, {}, 1);
  cache.request({1}, {}, 1);
  EXPECT_EQ(cache.n_computed, 2);
  EXPECT_EQ(cache.sums.size(), 1U) << "the new entry replaces the old entry";
}

TEST(ArgumentCache, AllowsNestedRequests) {
  ArgumentCache<int, int> values;
  Numbers const outer{1}, inner{2};
  auto const lists = [](Numbers const& list) { return ArgumentCache<int, int>::Lists{list}; };
  auto const made = values.get(lists(outer), 0, [&] {
    for (int n = 0; n < static_cast<int>(ArgumentCache<int, int>::max_size); ++n) { // until the cache is emptied
      Numbers const other{n, n};
      values.get(lists(other), 0, [&] { return n; });
    }
    return 10 + *values.get(lists(inner), 0, [] { return 2; });
  });
  EXPECT_EQ(*made, 12);
  EXPECT_EQ(*values.get(lists(outer), 0, [] { return -1; }), 12);
}

TEST(ArgumentCache, LimitsItsSize) {
  CountingCache cache;
  for (int n = 0; n < 5000; ++n) EXPECT_EQ(cache.request({n}, {1}), n + 1);
  EXPECT_LE(cache.sums.size(), (ArgumentCache<int, int>::max_size));
}

TEST(ArgumentCache, ReturnsComputedValuesForRandomLists) {
  std::mt19937 random(7);
  CountingCache cache;
  for (int n = 0; n < 3000; ++n) {
    Numbers a(random() % 3), b(random() % 3);
    for (auto* const list : {&a, &b})
      for (int& number : *list) number = static_cast<int>(random() % 4);
    int sum = 0;
    for (auto* const list : {&a, &b})
      for (int const number : *list) sum += number;
    EXPECT_EQ(cache.request(a, b), sum);
  }
  EXPECT_LT(cache.n_computed, 500) << "there are 441 different keys";
}

} // namespace
} // namespace accelerator
