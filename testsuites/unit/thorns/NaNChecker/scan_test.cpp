/// Tests that the search finds the selected kinds of values (NaN, infinity) at the points of the mask.
#include "check.hpp"

#include <limits>

namespace nanchecker {
namespace {

template <typename Real>
std::vector<std::size_t> find(SearchedValues searched, double const* mask = nullptr, int numbers_per_point = 1) {
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> const numbers = {
      0, Limits::quiet_NaN(), Limits::max(), -Limits::infinity(), Limits::denorm_min(), Limits::infinity()};
  return find_bad(numbers.data(), numbers.size() / numbers_per_point, numbers_per_point, searched, mask);
}

using Indices = std::vector<std::size_t>;

TEST(Scan, FindsNaNAndInfinityOfEachType) {
  EXPECT_EQ(find<float>({}), (Indices{1, 3, 5}));
  EXPECT_EQ(find<double>({.nan = true, .infinity = false}), (Indices{1}));
  EXPECT_EQ(find<long double>({.nan = false, .infinity = true}), (Indices{3, 5}));
}

TEST(Scan, IgnoresPointsOutsideOfTheMask) {
  double const real[] = {1, 0, 1, 1, 1, -1}, complex[] = {0, 1, 1};
  EXPECT_EQ(find<double>({}, real), (Indices{3}));
  EXPECT_EQ(find<double>({}, complex, 2), (Indices{3, 5}));
}

TEST(Scan, ParsesTheParameterValues) {
  EXPECT_FALSE(parse_searched_values("nan")->infinity);
  EXPECT_FALSE(parse_searched_values("Inf")->nan);
  EXPECT_TRUE(parse_searched_values("BOTH")->nan && parse_searched_values("both")->infinity);
  EXPECT_FALSE(parse_searched_values("neither"));
}

} // namespace
} // namespace nanchecker
