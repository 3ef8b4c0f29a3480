// What floating-point equality gets wrong for keys.
#include "framework/base/same_bits.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace chemora::base {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(SameBits, ofNumbers) {
  EXPECT_TRUE(same_bits(0.1, 0.1));
  EXPECT_FALSE(same_bits(0.1, 0.2));
  EXPECT_TRUE(same_bits(nan, nan));
  EXPECT_FALSE(same_bits(0.0, -0.0));
}

TEST(SameBits, ofArraysAndNamedNumbers) {
  using Array = std::array<double, 2>;
  EXPECT_TRUE(same_bits(Array{1, nan}, Array{1, nan}));
  EXPECT_FALSE(same_bits(Array{1, 0.0}, Array{1, -0.0}));
  using Named = std::map<std::string, double>;
  EXPECT_TRUE(same_bits(Named{{"a", nan}, {"b", 2}}, Named{{"a", nan}, {"b", 2}}));
  EXPECT_FALSE(same_bits(Named{{"a", 0.0}}, Named{{"a", -0.0}}));
  EXPECT_FALSE(same_bits(Named{{"a", 1}}, Named{{"b", 1}}));
  EXPECT_FALSE(same_bits(Named{{"a", 1}}, Named{{"a", 1}, {"b", 1}}));
}

} // namespace
} // namespace chemora::base
