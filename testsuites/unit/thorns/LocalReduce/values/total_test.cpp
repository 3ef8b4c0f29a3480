// Compares reductions with their formulas, with and without weights.
#include "total.hpp"

#include <cmath>
#include <vector>

namespace localreduce {
namespace {

using enum Operation;

Total total_of(Operation operation, std::vector<Real> const& values, std::vector<Real> weights = {}) {
  Total total;
  weights.resize(values.size(), 1);
  for (std::size_t i = 0; i < values.size(); ++i) total.add(operation, values[i], weights[i]);
  return total;
}

Real reduce(Operation operation, std::vector<Real> const& values, std::vector<Real> const& weights = {}) {
  return result(total_of(operation, values, weights), operation).real();
}

TEST(Total, FollowsTheFormulas) {
  std::vector<Real> const values = {3, -4, 0, 1};
  EXPECT_EQ(reduce(count, values), 4);
  EXPECT_EQ(reduce(minimum, values), -4);
  EXPECT_EQ(reduce(maximum, values), 3);
  EXPECT_EQ(reduce(sum, values), 0);
  EXPECT_EQ(reduce(average, {3, -4}), -0.5L);
  EXPECT_EQ(reduce(norm1, values), 2);
  EXPECT_EQ(reduce(norm2, values), std::sqrt(26.0L / 4));
  EXPECT_EQ(reduce(norm3, values), std::cbrt(92.0L / 4));
  EXPECT_EQ(reduce(norm4, {2, -2}), 2);
  EXPECT_EQ(reduce(norm_inf, values), 4);
}

TEST(Total, WeighsTerms) {
  std::vector<Real> const values = {5, -1, 2}, weights = {0, 1, 3};
  EXPECT_EQ(reduce(count, values, weights), 3);
  EXPECT_EQ(reduce(maximum, values, weights), 2);
  EXPECT_EQ(reduce(minimum, {-5, -1, 2}, weights), -1);
  EXPECT_EQ(reduce(sum, values, weights), 5);
  EXPECT_EQ(reduce(average, values, weights), 1.25L);
  EXPECT_EQ(reduce(norm1, values, weights), 7.0L / 4);
  EXPECT_EQ(reduce(norm_inf, values, weights), 6);
}

TEST(Total, OrdersComplexNumbersByAbsoluteValue) {
  Total largest, all;
  for (Complex const value : {Complex(3, 4), Complex(-4.5, 0), Complex(0, 1)}) {
    largest.add(maximum, value, 1);
    all.add(sum, value, 1);
  }
  EXPECT_EQ(result(largest, maximum), Complex(5));
  EXPECT_EQ(result(all, sum), Complex(-1.5, 5));
}

TEST(Total, SumsIntegersOfEightBytesExactly) {
  EXPECT_EQ(reduce(sum, {9007199254740993.0L, 1, -9007199254740993.0L}), 1);
}

TEST(Total, ReportsAMissingResult) {
  for (Operation operation : {minimum, maximum, norm_inf, average, norm1, norm2, norm3, norm4})
    EXPECT_TRUE(std::isnan(reduce(operation, {}))) << static_cast<int>(operation);
  EXPECT_EQ(reduce(sum, {}), 0);
  EXPECT_TRUE(std::isnan(reduce(maximum, {1, std::nan("")})));
  EXPECT_TRUE(std::isnan(reduce(average, {1, 2}, {1, -1})));
}

TEST(Total, TermsOfIntegerSumsLoseTheirFractions) {
  Total total;
  total.truncates = true;
  total.add(sum, Real{3}, Real{0.5});    // 1.5
  total.add(sum, Real{-5}, Real{0.5});   // -2.5
  total.add(sum, Real{2.75}, Real{1.5}); // 2 * 1.5
  EXPECT_EQ(result(total, sum).real(), 1 - 2 + 3);
}

TEST(Total, PartsOfGlobalReductionsAreNotFinished) {
  EXPECT_EQ(partial_result(total_of(norm2, {3, 4}), norm2).real(), 25);
  EXPECT_EQ(partial_result(total_of(average, {3, 4}), average).real(), 7);
  EXPECT_EQ(partial_result(Total{}, minimum).real(), std::numeric_limits<Real>::infinity());
  EXPECT_EQ(partial_result(Total{}, maximum).real(), -std::numeric_limits<Real>::infinity());
}

} // namespace
} // namespace localreduce
