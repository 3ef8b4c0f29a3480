// Conversion between the types of grid variables.
#include "convert.hpp"

#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

namespace pughslab {
namespace {

template <typename To, typename From>
std::vector<To> converted(Number from_type, std::vector<From> const& from, std::ptrdiff_t stride, std::size_t n,
                          Number to_type) {
  std::vector<To> to(n);
  convert(from_type, from.data(), stride, n, to_type, to.data());
  return to;
}

TEST(Convert, TakesEveryNthValue) {
  std::vector<double> const from = {0.5, 1.5, 2.5, 3.5, 4.5};
  EXPECT_EQ(converted<float>(Number::real64, from, 2, 3, Number::real32), (std::vector<float>{0.5F, 2.5F, 4.5F}));
}

TEST(Convert, RealsToIntegersDropTheFractionAndSaturate) {
  double const infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const from = {1.9, -1.9, 3e9, -infinity, std::numeric_limits<double>::quiet_NaN()};
  using Int = std::int32_t;
  EXPECT_EQ(converted<Int>(Number::real64, from, 1, 5, Number::int32),
            (std::vector<Int>{1, -1, std::numeric_limits<Int>::max(), std::numeric_limits<Int>::min(), 0}));
  EXPECT_EQ(
      converted<std::int64_t>(Number::real64, std::vector<double>{9.3e18, -9.3e18}, 1, 2, Number::int64),
      (std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}));
}

TEST(Convert, IntegersSaturate) {
  EXPECT_EQ(converted<std::int8_t>(Number::int32, std::vector<std::int32_t>{5, 300, -300}, 1, 3, Number::int8),
            (std::vector<std::int8_t>{5, 127, -128}));
  EXPECT_EQ(converted<std::uint8_t>(Number::int32, std::vector<std::int32_t>{-1, 256}, 1, 2, Number::byte),
            (std::vector<std::uint8_t>{0, 255}));
}

TEST(Convert, ComplexNumbersStayComplex) {
  EXPECT_FALSE(is_convertible(Number::complex128, Number::real64));
  EXPECT_FALSE(is_convertible(Number::real64, Number::complex128));
  EXPECT_TRUE(is_convertible(Number::int8, Number::real64));
  EXPECT_EQ(converted<std::complex<float>>(Number::complex128, std::vector<std::complex<double>>{{1, 2}}, 1, 1,
                                           Number::complex64),
            (std::vector<std::complex<float>>{{1, 2}}));
}

TEST(Convert, KnowsSizes) {
  EXPECT_EQ(size_of(Number::byte), 1u);
  EXPECT_EQ(size_of(Number::complex128), 16u);
}

} // namespace
} // namespace pughslab
