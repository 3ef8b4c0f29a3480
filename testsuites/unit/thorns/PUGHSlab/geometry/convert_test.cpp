/// Tests conversions between the types of grid variables.
#include "convert.hpp"

#include "cctk.h"

#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

namespace pughslab {
namespace {

template <typename To, typename From>
std::vector<To> converted(int from_type, std::vector<From> const& from, std::ptrdiff_t stride, std::size_t n,
                          int to_type) {
  std::vector<To> to(n);
  convert(from_type, from.data(), stride, n, to_type, to.data());
  return to;
}

TEST(Convert, TakesEveryNthValue) {
  std::vector<double> const from = {0.5, 1.5, 2.5, 3.5, 4.5};
  EXPECT_EQ(converted<float>(CCTK_VARIABLE_REAL8, from, 2, 3, CCTK_VARIABLE_REAL4),
            (std::vector<float>{0.5F, 2.5F, 4.5F}));
}

TEST(Convert, TruncatesAndSaturatesRealsToIntegers) {
  double const infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const from = {1.9, -1.9, 3e9, -infinity, std::numeric_limits<double>::quiet_NaN()};
  using Int = std::int32_t;
  EXPECT_EQ(converted<Int>(CCTK_VARIABLE_REAL8, from, 1, 5, CCTK_VARIABLE_INT4),
            (std::vector<Int>{1, -1, std::numeric_limits<Int>::max(), std::numeric_limits<Int>::min(), 0}));
  EXPECT_EQ(
      converted<std::int64_t>(CCTK_VARIABLE_REAL8, std::vector<double>{9.3e18, -9.3e18}, 1, 2, CCTK_VARIABLE_INT8),
      (std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}));
}

TEST(Convert, SaturatesIntegers) {
  EXPECT_EQ(
      converted<std::int8_t>(CCTK_VARIABLE_INT4, std::vector<std::int32_t>{5, 300, -300}, 1, 3, CCTK_VARIABLE_INT1),
      (std::vector<std::int8_t>{5, 127, -128}));
  EXPECT_EQ(converted<std::uint8_t>(CCTK_VARIABLE_INT4, std::vector<std::int32_t>{-1, 256}, 1, 2, CCTK_VARIABLE_BYTE),
            (std::vector<std::uint8_t>{0, 255}));
}

TEST(Convert, KeepsComplexNumbersComplex) {
  EXPECT_FALSE(is_convertible(CCTK_VARIABLE_COMPLEX16, CCTK_VARIABLE_REAL8));
  EXPECT_FALSE(is_convertible(CCTK_VARIABLE_REAL8, CCTK_VARIABLE_COMPLEX16));
  EXPECT_TRUE(is_convertible(CCTK_VARIABLE_INT1, CCTK_VARIABLE_REAL8));
  EXPECT_EQ(converted<std::complex<float>>(CCTK_VARIABLE_COMPLEX16, std::vector<std::complex<double>>{{1, 2}}, 1, 1,
                                           CCTK_VARIABLE_COMPLEX8),
            (std::vector<std::complex<float>>{{1, 2}}));
}

TEST(Convert, SupportsTheWidestReals) {
  EXPECT_TRUE(is_convertible(CCTK_VARIABLE_REAL16, CCTK_VARIABLE_REAL));
  EXPECT_EQ(converted<double>(CCTK_VARIABLE_REAL16, std::vector<CCTK_REAL16>{2.5L}, 1, 1, CCTK_VARIABLE_REAL),
            std::vector<double>{2.5});
  EXPECT_FALSE(is_convertible(CCTK_VARIABLE_STRING, CCTK_VARIABLE_REAL));
}

} // namespace
} // namespace pughslab
