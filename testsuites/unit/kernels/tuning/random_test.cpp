#include "kernels/tuning/evolution.hpp"
#include "testsuites/unit/kernels/tuning/distributions.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora::tuning;

// The C++ standard specifies the generator. These numbers must not change on any platform.
TEST(Random, GivesTheSameNumbersEverywhere) {
  Random random(42);
  EXPECT_EQ(random.below(1000), 13930160852258120406u % 1000);
  EXPECT_EQ(random.unit(), static_cast<double>(11788048577503494824u >> 11) * 0x1p-53);
  EXPECT_TRUE(random.coin()); // 13874630024467741450
}

TEST(Random, IsUniform) {
  Random random(3);
  std::vector<double> samples, counts(7, 0);
  for (int n = 0; n < 20000; ++n) samples.push_back((random.uniform(-2, 3) + 2) / 5);
  EXPECT_LT(kolmogorov_smirnov(samples), max_kolmogorov_smirnov);
  for (int n = 0; n < 70000; ++n) ++counts[random.below(7)];
  EXPECT_LT(chi_squared_of_counts(counts, std::vector<double>(7, 1.0 / 7)), 22.46); // 6 degrees of freedom, 0.001
}

TEST(Random, BelowHasNoBiasForLargeRanges) {
  Random random(5);
  std::uint64_t const n = 3 * (std::uint64_t{1} << 62);
  int n_below_third = 0;
  for (int k = 0; k < 30000; ++k) n_below_third += random.below(n) < n / 3 ? 1 : 0; // a remainder gives a half
  EXPECT_NEAR(n_below_third, 10000, 300);
}

} // namespace
