// Tests of quadrature, derivative and damping at Gauss-Lobatto nodes.
#include "gauss_lobatto.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spectral_euler {
namespace {

class GaussLobattoOfDegree : public testing::TestWithParam<int> {
protected:
  GaussLobatto rule = gauss_lobatto(GetParam());

  double integral(int power) const {
    double sum = 0;
    for (int i = 0; i < rule.n; ++i) sum += rule.weights[i] * std::pow(rule.nodes[i], power);
    return sum;
  }
};

INSTANTIATE_TEST_SUITE_P(AllDegrees, GaussLobattoOfDegree, testing::Range(1, 16), testing::PrintToStringParamName());

TEST_P(GaussLobattoOfDegree, IntegratesPolynomialsOfDegree2NMinus1AndNot2N) {
  int const degree = GetParam();
  for (int power = 0; power < 2 * degree; ++power)
    EXPECT_NEAR(integral(power), power % 2 == 0 ? 2.0 / (power + 1) : 0, 4e-16) << power;
  double const error = integral(2 * degree) - 2.0 / (2 * degree + 1);
  EXPECT_GT(error, 1e-10);
}

TEST_P(GaussLobattoOfDegree, HasSymmetricNodesAtBothEnds) {
  for (int i = 0; i < rule.n; ++i) EXPECT_EQ(rule.nodes[i], -rule.nodes[rule.n - 1 - i]);
  EXPECT_EQ(rule.nodes.front(), -1);
  for (int i = 1; i < rule.n; ++i) EXPECT_LT(rule.nodes[i - 1], rule.nodes[i]);
}

TEST_P(GaussLobattoOfDegree, DifferentiatesPolynomialsOfDegreeN) {
  for (int power = 0; power <= GetParam(); ++power)
    for (int i = 0; i < rule.n; ++i) {
      double sum = 0;
      for (int k = 0; k < rule.n; ++k) sum += rule.derivative[i + rule.n * k] * std::pow(rule.nodes[k], power);
      double const exact = power == 0 ? 0 : power * std::pow(rule.nodes[i], power - 1);
      EXPECT_NEAR(sum, exact, 2e-14 * rule.n * rule.n) << power;
    }
}

/// Summation by parts: w_i D_ik + w_k D_ki is 1 and -1 at both ends, and 0 otherwise. Conservation follows from it.
TEST_P(GaussLobattoOfDegree, SumsByParts) {
  int const n = rule.n;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      double const sum = rule.weights[i] * rule.derivative[i + n * k] + rule.weights[k] * rule.derivative[k + n * i];
      double const end = i == 0 ? -1 : i == n - 1 ? 1 : 0;
      EXPECT_NEAR(sum, i == k ? end : 0, 1e-14);
    }
}

TEST_P(GaussLobattoOfDegree, DampingMultipliesEachLegendreMode) {
  int const n = rule.n, degree = n - 1;
  auto const matrix = modal_damping(rule, 4);
  for (int mode = 0; mode <= degree; ++mode) {
    double const expected = std::pow(static_cast<double>(mode) / degree, 4);
    double mean = 0;
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += matrix[i + n * k] * std::legendre(mode, rule.nodes[k]);
      EXPECT_NEAR(sum, expected * std::legendre(mode, rule.nodes[i]), 1e-14) << mode;
      mean += rule.weights[i] * sum;
    }
    EXPECT_NEAR(mean, 0, 1e-14) << mode;
  }
}

TEST(GaussLobatto, HasTheNodesOfDegreeThree) {
  auto const rule = gauss_lobatto(3);
  EXPECT_DOUBLE_EQ(rule.nodes[2], 1 / std::sqrt(5.0));
  EXPECT_DOUBLE_EQ(rule.weights[0], 1.0 / 6);
  EXPECT_DOUBLE_EQ(rule.weights[1], 5.0 / 6);
}

} // namespace
} // namespace spectral_euler
