// Results in range, and words for all that are not.
#include "framework/base/checked_integer.hpp"

#include <gtest/gtest.h>

#include <limits>

using chemora::base::checked_arithmetic;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

std::int64_t value(char operation, std::int64_t a, std::int64_t b) {
  return std::get<std::int64_t>(checked_arithmetic(operation, a, b));
}
bool fails(char operation, std::int64_t a, std::int64_t b) {
  return std::holds_alternative<std::string>(checked_arithmetic(operation, a, b));
}

} // namespace

TEST(CheckedInteger, CalculatesAsC) {
  EXPECT_EQ(value('-', 2, 5), -3);
  EXPECT_EQ(value('/', -7, 2), -3);
  EXPECT_EQ(value('%', -7, 2), -1);
  EXPECT_EQ(value('%', least, -1), 0);
  EXPECT_EQ(value('^', -2, 63), least);
  EXPECT_EQ(value('^', -1, most), -1);
  EXPECT_EQ(value('^', 0, 0), 1);
  EXPECT_EQ(value('^', 1, most), 1);
}

TEST(CheckedInteger, SaysWhatCannotBeRepresented) {
  EXPECT_TRUE(fails('+', most, 1));
  EXPECT_TRUE(fails('-', 0, least));
  EXPECT_TRUE(fails('*', most, 2));
  EXPECT_TRUE(fails('/', least, -1));
  EXPECT_TRUE(fails('/', 1, 0));
  EXPECT_TRUE(fails('%', 1, 0));
  EXPECT_TRUE(fails('^', 2, 63));
  EXPECT_TRUE(fails('^', 3, most));
  EXPECT_TRUE(fails('^', 2, -1));
}
