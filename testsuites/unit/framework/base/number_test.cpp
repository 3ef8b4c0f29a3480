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

} // namespace
} // namespace chemora::base
