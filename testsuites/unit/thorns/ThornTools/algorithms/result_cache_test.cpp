/// Tests that a result is computed again only if its arguments are not among the most recently used arguments.
#include "result_cache.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace thorntools {
namespace {

TEST(ResultCache, ComputesAgainForNewArguments) {
  ResultCache<double, int> cache;
  int n_computed = 0;
  auto const get = [&](double argument) { return cache.get(argument, [&] { return ++n_computed; }); };
  EXPECT_EQ(get(0.5), 1);
  EXPECT_EQ(get(0.5), 1);
  EXPECT_EQ(get(0.25), 2);
  EXPECT_EQ(get(0.5), 3) << "the default capacity is one result";
}

TEST(ResultCache, ReplacesTheOldestResult) {
  ResultCache<int, int> cache(2);
  int n_computed = 0;
  auto const get = [&](int argument) { return cache.get(argument, [&] { return ++n_computed; }); };
  for (int const argument : {1, 2, 1, 2}) get(argument);
  EXPECT_EQ(n_computed, 2);
  get(3);
  EXPECT_EQ(get(2), 2);
  EXPECT_EQ(get(1), 4);
  cache.clear();
  EXPECT_EQ(get(1), 5);
}

TEST(ResultCache, ComputesAlwaysForNaN) {
  ResultCache<double, int> cache;
  int n_computed = 0;
  for (int call = 0; call < 2; ++call)
    cache.get(std::numeric_limits<double>::quiet_NaN(), [&] { return ++n_computed; });
  EXPECT_EQ(n_computed, 2);
}

TEST(ResultCache, ReturnsTheSameObject) {
  ResultCache<int, int> cache;
  cache.get(1, [] { return 0; }) = 7;
  EXPECT_EQ(cache.get(1, [] { return 0; }), 7);
}

struct Name {
  explicit Name(char const* characters) : text(characters) {}
  bool operator==(char const* characters) const { return text == characters; }
  std::string text;
};

TEST(ResultCache, ComparesArgumentsWithoutConversion) {
  ResultCache<Name, int> cache;
  EXPECT_EQ(cache.get("a", [] { return 1; }), 1);
  EXPECT_EQ(cache.get("a", [] { return 2; }), 1);
}

} // namespace
} // namespace thorntools
