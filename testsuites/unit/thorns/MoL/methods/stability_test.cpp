/// Compares the stability limits of integration methods with those in textbooks.
#include "tables.hpp"

#include <cmath>

namespace mol {
namespace {

constexpr double resolution = 0.03; // of the search

StabilityLimits limits_of(Method<Ratio> const& table) {
  return stability_limits(convert<double>(table, [](Ratio r) { return static_cast<double>(r); }));
}

StabilityLimits limits_of(std::string const& name) {
  for (auto const& table : method_tables())
    if (table.name == name) return limits_of(table);
  throw std::invalid_argument(name);
}

// |1 + iy + ... | = 1 at sqrt(3) for order 3 and at sqrt(8) for order 4; |1 + iy| grows by 1% at 0.142.
TEST(Stability, OfWavesIsTheLimitOnTheImaginaryAxis) {
  EXPECT_NEAR(limits_of("Euler").imaginary, std::sqrt(1.01 * 1.01 - 1), resolution);
  EXPECT_NEAR(limits_of("RK3").imaginary, std::sqrt(3), resolution);
  EXPECT_NEAR(limits_of("RK4").imaginary, std::sqrt(8), resolution);
  EXPECT_NEAR(limits_of(iterated_crank_nicholson(3)).imaginary, 2, resolution);
}

// The stability region of Euler's method is the disc of radius 1 around -1. The region of order 2, |1 + (1 + z)^2| <=
// 2, has its highest point at -1 + sqrt(3) i.
TEST(Stability, OfAnyStencilBoundsTheHeightOfTheStableRegion) {
  EXPECT_GE(limits_of("Euler").any, 1);
  EXPECT_LE(limits_of("Euler").any, 1.05);
  EXPECT_GE(limits_of("RK2").any, std::sqrt(3));
  EXPECT_LE(limits_of("RK2").any, std::sqrt(3) + 0.05);
  EXPECT_GE(limits_of("RK4").any, std::sqrt(8));
  EXPECT_NEAR(limits_of("RK4").any, 2.95, 0.05);
  for (auto const& table : method_tables()) {
    auto const [imaginary, any] = limits_of(table);
    EXPECT_GT(any, 0) << table.name;
    EXPECT_LE(any, table.substeps.size() + 1.05) << table.name;
  }
}

TEST(Stability, OfMultistepMethodsIsUnknown) { EXPECT_TRUE(std::isinf(limits_of(adams_bashforth(2)).any)); }

// The largest wave numbers of centred derivatives of orders 2, 4 and 6. For increasing order they tend to pi.
TEST(Stability, OfWideStencilsUsesTheLargestModifiedWaveNumber) {
  EXPECT_EQ(max_modified_wave_number(0), 0);
  EXPECT_NEAR(max_modified_wave_number(1), 1, 1e-3);
  EXPECT_NEAR(max_modified_wave_number(2), 1.372, 1e-3);
  EXPECT_NEAR(max_modified_wave_number(3), 1.586, 1e-3);
  EXPECT_LT(max_modified_wave_number(50), std::acos(-1));
}

} // namespace
} // namespace mol
