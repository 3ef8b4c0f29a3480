#include "framework/base/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace chemora::base {
namespace {

TEST(Number, RecoversTheFractionThatADoubleWasRoundedFrom) {
  for (int denominator = 1; denominator <= 1000; denominator += denominator < 100 ? 1 : 37)
    for (int numerator = -200; numerator <= 200; ++numerator) {
      Number const expected = fraction(numerator, denominator);
      EXPECT_EQ(recovered_fraction(expected.value), expected) << numerator << "/" << denominator;
    }
  EXPECT_EQ(recovered_fraction(1e-8), fraction(1, 100000000));
  EXPECT_EQ(recovered_fraction(0.0005), fraction(1, 2000));
  EXPECT_EQ(recovered_fraction(0x1p52 + 1), integer((std::int64_t{1} << 52) + 1));
  EXPECT_EQ(recovered_fraction(-0.0), integer(0));
}

TEST(Number, RecoversFractionsOfFloats) {
  for (int denominator = 1; denominator <= 840; ++denominator) {
    auto const rounded = static_cast<double>(static_cast<float>(1.0 / denominator));
    EXPECT_EQ(recovered_fraction(rounded, 24), fraction(1, denominator));
  }
  EXPECT_FALSE(recovered_fraction(static_cast<double>(1.0f / 3), 53).is_exact());
}

TEST(Number, LeavesOtherDoublesInexact) {
  for (double value :
       {std::numbers::pi, std::sqrt(2.0), std::nextafter(1.0 / 3, 1.0), 1e300, -1e300, 5e-324, 1e-17, 0x1p53 * 1.5})
    EXPECT_EQ(recovered_fraction(value), real(value)) << value;
  EXPECT_FALSE(recovered_fraction(std::numeric_limits<double>::infinity()).is_exact());
  EXPECT_FALSE(recovered_fraction(std::nan("")).is_exact());
}

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

std::int64_t value(char operation, std::int64_t a, std::int64_t b) {
  return std::get<std::int64_t>(checked_arithmetic(operation, a, b));
}
bool fails(char operation, std::int64_t a, std::int64_t b) {
  return std::holds_alternative<std::string>(checked_arithmetic(operation, a, b));
}

TEST(CheckedInteger, CalculatesAsC) {
  EXPECT_EQ(value('-', 2, 5), -3);
  EXPECT_EQ(value('/', -7, 2), -3);
  EXPECT_EQ(value('%', -7, 2), -1);
  EXPECT_EQ(value('%', smallest, -1), 0);
  EXPECT_EQ(value('^', -2, 63), smallest);
  EXPECT_EQ(value('^', -1, largest), -1);
  EXPECT_EQ(value('^', 0, 0), 1);
  EXPECT_EQ(value('^', 1, largest), 1);
}

TEST(CheckedInteger, ReportsResultsThatCannotBeRepresented) {
  EXPECT_TRUE(fails('+', largest, 1));
  EXPECT_TRUE(fails('-', 0, smallest));
  EXPECT_TRUE(fails('*', largest, 2));
  EXPECT_TRUE(fails('/', smallest, -1));
  EXPECT_TRUE(fails('/', 1, 0));
  EXPECT_TRUE(fails('%', 1, 0));
  EXPECT_TRUE(fails('^', 2, 63));
  EXPECT_TRUE(fails('^', 3, largest));
  EXPECT_TRUE(fails('^', 2, -1));
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(SameBits, DistinguishesZerosAndMatchesNan) {
  EXPECT_TRUE(same_bits(0.1, 0.1));
  EXPECT_FALSE(same_bits(0.1, 0.2));
  EXPECT_TRUE(same_bits(nan, nan));
  EXPECT_FALSE(same_bits(0.0, -0.0));
}

TEST(SameBits, ComparesArraysAndNamedNumbers) {
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
