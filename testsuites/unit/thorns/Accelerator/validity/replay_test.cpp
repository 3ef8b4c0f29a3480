// Lists that come again, in the same and in another order, and what is made anew.
#include "replay.hpp"

#include <gtest/gtest.h>

#include <random>

namespace accelerator {
namespace {

using Numbers = std::vector<int>;

/// Asks for the sum of lists, and counts how often it was made.
struct Asker {
  Replay<int, int> sums;
  int n_made = 0;

  int ask(Numbers const& a, Numbers const& b, std::uint64_t revision = 0) {
    return *sums.get({a, b, {}, {}, {}, {}}, revision, [&] {
      ++n_made;
      int sum = 0;
      for (auto const* const list : {&a, &b})
        for (int const number : *list) sum += number;
      return sum;
    });
  }
};

TEST(Replay, MakesOnceWhatComesAgainInAnyOrder) {
  Asker asker;
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(asker.ask({1, 2}, {3}), 6);
    EXPECT_EQ(asker.ask({1}, {2, 4}), 7);
    EXPECT_EQ(asker.ask({}, {}), 0);
  }
  EXPECT_EQ(asker.ask({}, {}), 0);
  EXPECT_EQ(asker.ask({1, 2}, {3}), 6);
  EXPECT_EQ(asker.n_made, 3);
}

TEST(Replay, ListsDifferByWhereTheyEnd) {
  Asker asker;
  asker.ask({1, 2}, {3});
  asker.ask({1}, {2, 3});
  asker.ask({1, 2, 3}, {});
  EXPECT_EQ(asker.n_made, 3);
}

TEST(Replay, AnotherRevisionIsMadeAnew) {
  Asker asker;
  asker.ask({1}, {});
  asker.ask({1}, {}, 1);
  asker.ask({1}, {}, 1);
  EXPECT_EQ(asker.n_made, 2);
  EXPECT_EQ(asker.sums.size(), 1U) << "in the place of the old one";
}

TEST(Replay, WhatIsMadeMayAskItself) {
  Replay<int, int> values;
  Numbers const outer{1}, inner{2};
  auto const lists = [](Numbers const& list) { return Replay<int, int>::Lists{list}; };
  auto const made = values.get(lists(outer), 0, [&] {
    for (int n = 0; n < static_cast<int>(Replay<int, int>::most); ++n) { // until all is forgotten
      Numbers const other{n, n};
      values.get(lists(other), 0, [&] { return n; });
    }
    return 10 + *values.get(lists(inner), 0, [] { return 2; });
  });
  EXPECT_EQ(*made, 12);
  EXPECT_EQ(*values.get(lists(outer), 0, [] { return -1; }), 12);
}

TEST(Replay, ForgetsListsThatNeverComeAgain) {
  Asker asker;
  for (int n = 0; n < 5000; ++n) EXPECT_EQ(asker.ask({n}, {1}), n + 1);
  EXPECT_LE(asker.sums.size(), (Replay<int, int>::most));
}

TEST(Replay, RandomListsGiveWhatTheyWouldMade) {
  std::mt19937 random(7);
  Asker asker;
  for (int n = 0; n < 3000; ++n) {
    Numbers a(random() % 3), b(random() % 3);
    for (auto* const list : {&a, &b})
      for (int& number : *list) number = static_cast<int>(random() % 4);
    int sum = 0;
    for (auto* const list : {&a, &b})
      for (int const number : *list) sum += number;
    EXPECT_EQ(asker.ask(a, b), sum);
  }
  EXPECT_LT(asker.n_made, 500) << "there are 441 different ones";
}

} // namespace
} // namespace accelerator
