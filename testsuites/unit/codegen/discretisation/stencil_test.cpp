// Stencil weights against known fractions and against polynomials.
#include "codegen/discretisation/stencil.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

namespace chemora::discretisation {
namespace {

using Rational = boost::multiprecision::cpp_rational;

/// The stencil applied to x^power at 0 with h = 1, exactly.
Rational applied_to_monomial(Stencil const& stencil, int power) {
  Rational sum = 0;
  for (std::size_t n = 0; n < stencil.offsets.size(); ++n) {
    Rational value = 1;
    for (int k = 0; k < power; ++k) value *= stencil.offsets[n];
    sum += Rational(stencil.weights[n]) * value;
  }
  return sum;
}

using Weights = std::vector<std::string>;

TEST(Stencil, FirstDerivativesAreTheKnownFractions) {
  EXPECT_EQ(centred_stencil(1, 2).weights, (Weights{"-1/2", "1/2"}));
  EXPECT_EQ(centred_stencil(1, 4).weights, (Weights{"1/12", "-2/3", "2/3", "-1/12"}));
  EXPECT_EQ(centred_stencil(1, 6).weights, (Weights{"-1/60", "3/20", "-3/4", "3/4", "-3/20", "1/60"}));
  EXPECT_EQ(centred_stencil(1, 8).weights,
            (Weights{"1/280", "-4/105", "1/5", "-4/5", "4/5", "-1/5", "4/105", "-1/280"}));
}

TEST(Stencil, SecondDerivativesAreTheKnownFractions) {
  EXPECT_EQ(centred_stencil(2, 2).weights, (Weights{"1", "-2", "1"}));
  EXPECT_EQ(centred_stencil(2, 4).weights, (Weights{"-1/12", "4/3", "-5/2", "4/3", "-1/12"}));
  EXPECT_EQ(centred_stencil(2, 6).weights, (Weights{"1/90", "-3/20", "3/2", "-49/18", "3/2", "-3/20", "1/90"}));
}

TEST(Stencil, IsExactOnPolynomialsUpToItsOrderAndNotBeyond) {
  for (int derivative : {1, 2})
    for (int order = 2; order <= 12; order += 2) {
      Stencil const stencil = centred_stencil(derivative, order);
      int const exact_up_to = order + derivative - 1;
      for (int power = 0; power <= exact_up_to; ++power)
        EXPECT_EQ(applied_to_monomial(stencil, power), power == derivative ? derivative : 0)
            << "derivative " << derivative << ", order " << order << ", x^" << power;
      EXPECT_NE(applied_to_monomial(stencil, order + derivative), 0)
          << "derivative " << derivative << ", order " << order;
    }
}

TEST(Stencil, NumeratorsOverTheDenominatorAreTheWeights) {
  for (int order = 2; order <= 12; order += 2) {
    Stencil const stencil = centred_stencil(1, order);
    ASSERT_EQ(stencil.offsets.size(), static_cast<std::size_t>(order));
    for (std::size_t n = 0; n < stencil.weights.size(); ++n)
      EXPECT_EQ(Rational(stencil.numerators[n]) / Rational(stencil.denominator), Rational(stencil.weights[n]));
  }
}

TEST(Stencil, ClosedFormOfFirstDerivatives) {
  // w_k = (-1)^(k+1) (m!)^2 / (k (m-k)! (m+k)!) with m = order/2
  auto const factorial = [](int n) {
    Rational product = 1;
    for (int k = 2; k <= n; ++k) product *= k;
    return product;
  };
  for (int m = 1; m <= 6; ++m) {
    Stencil const stencil = centred_stencil(1, 2 * m);
    for (std::size_t n = 0; n < stencil.offsets.size(); ++n) {
      int const k = stencil.offsets[n];
      int const size = k < 0 ? -k : k;
      Rational const sign = (size % 2 == 1 ? 1 : -1) * (k < 0 ? -1 : 1);
      EXPECT_EQ(Rational(stencil.weights[n]),
                sign * factorial(m) * factorial(m) / (size * factorial(m - size) * factorial(m + size)));
    }
  }
}

TEST(Stencil, FromGivenWeights) {
  Stencil const stencil =
      stencil_from_weights({{0, tensor::integer(-1)}, {1, tensor::fraction(1, 2)}, {2, tensor::fraction(1, 3)}}, 1);
  EXPECT_EQ(stencil.denominator, 6);
  EXPECT_EQ(stencil.numerators, (std::vector<double>{-6, 3, 2}));
}

} // namespace
} // namespace chemora::discretisation
