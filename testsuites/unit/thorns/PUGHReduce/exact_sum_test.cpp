/// Compares the exact sum with integer arithmetic of arbitrary width, and tests that the sum does not depend on order
/// and grouping.
#include "exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace pughreduce {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Limits = std::numeric_limits<double>;

double sum(std::vector<double> const& terms) {
  ExactSum sum;
  for (double term : terms) sum.add(term);
  return sum.value();
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

// Returns the value in units of 2^-1074, in which every double is an integer.
Integer exactly(double x) {
  int exponent = 0;
  auto const mantissa = static_cast<long long>(std::ldexp(std::frexp(x, &exponent), 53));
  int const shift = exponent - 53 + 1074;
  return shift >= 0 ? Integer(mantissa) << shift : Integer(mantissa >> -shift);
}

void expect_nearest(Integer const& exact, double value) {
  Integer const error = abs(exact - exactly(value));
  for (double other : {std::nextafter(value, -Limits::infinity()), std::nextafter(value, Limits::infinity())}) {
    if (std::isinf(other)) continue;
    Integer const other_error = abs(exact - exactly(other));
    EXPECT_LE(error, other_error);
    bool const is_tie = error == other_error;
    EXPECT_TRUE(!is_tie || bits(value) % 2 == 0) << "a tie goes to the even number";
  }
}

// Returns random doubles of both signs with exponents from `lowest` to `highest`.
std::vector<double> random_terms(std::mt19937_64& random, int n, int lowest, int highest) {
  std::vector<double> terms(n);
  for (double& term : terms) {
    int const exponent = std::uniform_int_distribution(lowest, highest)(random);
    term = std::ldexp(std::uniform_real_distribution(-1.0, 1.0)(random), exponent);
  }
  return terms;
}

TEST(ExactSum, IsTheNearestDoubleToTheExactSum) {
  std::mt19937_64 random(1);
  for (auto [lowest, highest] :
       {std::pair(-1074, 1000), std::pair(-1074, -1000), std::pair(-60, 60), std::pair(900, 1000)})
    for (int n : {1, 2, 3, 10, 1000}) {
      auto const terms = random_terms(random, n, lowest, highest);
      Integer exact = 0;
      for (double term : terms) exact += exactly(term);
      expect_nearest(exact, sum(terms));
    }
}

TEST(ExactSum, DoesNotDependOnTheOrder) {
  std::mt19937_64 random(2);
  auto terms = random_terms(random, 2000, -300, 300);
  auto const expected = bits(sum(terms));
  for (int i = 0; i < 20; ++i) {
    std::shuffle(terms.begin(), terms.end(), random);
    EXPECT_EQ(bits(sum(terms)), expected);
  }
  EXPECT_NE(bits(std::accumulate(terms.begin(), terms.end(), 0.0)), expected)
      << "the test cannot fail with these terms";
}

TEST(ExactSum, DoesNotDependOnTheGrouping) {
  std::mt19937_64 random(3);
  auto const terms = random_terms(random, 1000, -200, 200);
  for (int parts : {2, 3, 8, 64}) {
    std::vector<ExactSum> partial(parts);
    for (std::size_t i = 0; i < terms.size(); ++i) partial[i * i % parts].add(terms[i]);
    ExactSum merged;
    ExactSum::State travelled{};
    for (ExactSum& part : partial) {
      merged.add(part);
      for (int i = 0; i < ExactSum::n_integers; ++i) travelled[i] += part.normalised_state()[i];
    }
    ExactSum received;
    received.set_state(travelled);
    EXPECT_EQ(bits(merged.value()), bits(sum(terms)));
    EXPECT_EQ(bits(received.value()), bits(sum(terms)));
  }
}

TEST(ExactSum, CancelsExactly) {
  EXPECT_EQ(sum({1e300, 1.0, -1e300}), 1.0);
  EXPECT_EQ(sum({Limits::max(), Limits::max(), -Limits::max(), -Limits::max(), Limits::denorm_min()}),
            Limits::denorm_min());
  EXPECT_EQ(bits(sum({-3.5, 3.5})), bits(0.0));
  EXPECT_EQ(bits(sum({-0.0, -0.0})), bits(0.0));
  EXPECT_EQ(bits(sum({})), bits(0.0));
}

TEST(ExactSum, RoundsTiesToEven) {
  double const ulp = Limits::epsilon();
  EXPECT_EQ(sum({1.0, ulp / 2}), 1.0);
  EXPECT_EQ(sum({1.0 + ulp, ulp / 2}), 1.0 + 2 * ulp);
  EXPECT_EQ(sum({1.0, ulp / 2, Limits::denorm_min()}), 1.0 + ulp);
  EXPECT_EQ(sum({-1.0, -ulp / 2, -Limits::denorm_min()}), -1.0 - ulp);
}

TEST(ExactSum, KeepsSubnormalNumbers) {
  EXPECT_EQ(sum({Limits::denorm_min(), Limits::denorm_min()}), 2 * Limits::denorm_min());
  EXPECT_EQ(sum({Limits::min(), -Limits::denorm_min()}), Limits::min() - Limits::denorm_min());
}

TEST(ExactSum, Overflows) {
  EXPECT_EQ(sum({Limits::max(), Limits::max()}), Limits::infinity());
  EXPECT_EQ(sum({-Limits::max(), -Limits::max()}), -Limits::infinity());
  EXPECT_EQ(sum({Limits::max(), std::ldexp(1.0, 970)}), Limits::infinity());
  EXPECT_EQ(sum({Limits::max(), std::ldexp(1.0, 969)}), Limits::max());
}

TEST(ExactSum, SumsSpecialValuesAsIeeeDoes) {
  double const infinity = Limits::infinity(), nan = Limits::quiet_NaN();
  EXPECT_EQ(sum({1.0, infinity, 2.0}), infinity);
  EXPECT_EQ(sum({1.0, -infinity}), -infinity);
  EXPECT_TRUE(std::isnan(sum({infinity, -infinity})));
  EXPECT_TRUE(std::isnan(sum({1.0, nan})));
}

} // namespace
} // namespace pughreduce
