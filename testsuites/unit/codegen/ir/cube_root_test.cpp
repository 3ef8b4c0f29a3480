// Compares cube roots with those of the C library in extended precision.
#include "codegen/ir/operation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace chemora;

/// Returns the distance of cube_root(x) from the exact cube root, in units in the last place of the result.
double error(double x) {
  double const root = ir::cube_root(x);
  int exponent = 0;
  std::frexp(root, &exponent);
  return static_cast<double>(std::ldexp(std::fabs(root - std::cbrt(static_cast<long double>(x))), 53 - exponent));
}

TEST(CubeRoot, IsWithin501ThousandthsOfAUnitInTheLastPlace) {
  std::mt19937_64 random(7);
  double worst = 0;
  for (int n = 0; n < 300'000; ++n) {
    std::uint64_t const bits = random();
    auto const anywhere = std::bit_cast<double>(bits), near_one = std::ldexp(static_cast<double>(bits >> 11), -51);
    if (std::isfinite(anywhere)) worst = std::max(worst, error(anywhere));
    worst = std::max({worst, error(near_one), error(std::bit_cast<double>(bits >> 12))});
  }
  EXPECT_LT(worst, 0.501);
}

TEST(CubeRoot, IsExactIfTheRootIsRepresentable) {
  for (int n = 1; n <= 200'000; n += 7) {
    double const x = static_cast<double>(n) * n * n;
    ASSERT_EQ(ir::cube_root(x), n);
    ASSERT_EQ(ir::cube_root(-x * 0x1p-300), -n * 0x1p-100);
  }
  EXPECT_EQ(ir::cube_root(std::numeric_limits<double>::denorm_min()), 0x1p-358);
  EXPECT_EQ(ir::cube_root(0x1p1023), 0x1p341);
}

TEST(CubeRoot, KeepsZerosInfinitiesAndNaNs) {
  double const infinity = std::numeric_limits<double>::infinity();
  for (double x : {0.0, -0.0, infinity, -infinity})
    EXPECT_EQ(std::bit_cast<std::uint64_t>(ir::cube_root(x)), std::bit_cast<std::uint64_t>(x));
  EXPECT_TRUE(std::isnan(ir::cube_root(std::nan(""))));
}

TEST(CubeRoot, OfSinglePrecisionIsRoundedCorrectly) {
  auto const of_single = [](double x) {
    return ir::evaluate(ir::Op::cbrt, ir::Type::real32, ir::Type::real32, std::vector{x});
  };
  std::mt19937 random(3);
  for (int n = 0; n < 100'000; ++n) {
    auto const x = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(x)) continue;
    ASSERT_EQ(of_single(x), static_cast<double>(static_cast<float>(std::cbrt(static_cast<long double>(x))))) << x;
  }
}

} // namespace
