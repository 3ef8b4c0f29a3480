// Compares stencil weights with fractions from the literature and tests them with polynomials.
#include "codegen/discretisation/stencil.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include <map>

namespace chemora::discretisation {
namespace {

using Rational = boost::multiprecision::cpp_rational;

/// Applies the stencil with h = 1 to x^power at x = 0, in exact arithmetic.
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

TEST(Stencil, HasKnownWeightsOfFirstDerivatives) {
  EXPECT_EQ(centred_stencil(1, 2).weights, (Weights{"-1/2", "1/2"}));
  EXPECT_EQ(centred_stencil(1, 4).weights, (Weights{"1/12", "-2/3", "2/3", "-1/12"}));
  EXPECT_EQ(centred_stencil(1, 6).weights, (Weights{"-1/60", "3/20", "-3/4", "3/4", "-3/20", "1/60"}));
  EXPECT_EQ(centred_stencil(1, 8).weights,
            (Weights{"1/280", "-4/105", "1/5", "-4/5", "4/5", "-1/5", "4/105", "-1/280"}));
}

TEST(Stencil, HasKnownWeightsOfSecondDerivatives) {
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

/// odd + sign * even, by offset.
std::map<int, Rational> upwind(int order, int sign) {
  UpwindStencil const parts = upwind_stencil(order);
  std::map<int, Rational> weights;
  auto const add = [&](Stencil const& stencil, int factor) {
    for (std::size_t n = 0; n < stencil.offsets.size(); ++n)
      weights[stencil.offsets[n]] += factor * Rational(stencil.weights[n]);
  };
  add(parts.odd, 1);
  add(parts.even, sign);
  std::erase_if(weights, [](auto const& one) { return one.second == 0; });
  return weights;
}

TEST(Stencil, HasKnownUpwindWeightsAndTheirMirrorImage) {
  std::map<int, Rational> const expected{{-3, -5},  {-2, 60}, {-1, -420}, {0, -378}, {1, 1050},
                                         {2, -420}, {3, 140}, {4, -30},   {5, 3}};
  auto const positive = upwind(8, 1), negative = upwind(8, -1); // signs of the wind
  ASSERT_EQ(positive.size(), expected.size());
  for (auto const& [offset, weight] : expected) {
    EXPECT_EQ(positive.at(offset) * 840, weight) << offset;
    EXPECT_EQ(negative.at(-offset) * 840, -weight) << offset;
  }
}

TEST(Stencil, IsExactUpToItsOrderIfUpwindOrOneSided) {
  for (int order = 2; order <= 10; order += 2) {
    UpwindStencil const parts = upwind_stencil(order);
    for (int power = 0; power <= order + 1; ++power)
      for (int sign : {-1, 1}) {
        Rational const sum = applied_to_monomial(parts.odd, power) + sign * applied_to_monomial(parts.even, power);
        Rational const one_sided = applied_to_monomial(one_sided_stencil(order, sign), power);
        if (power <= order) {
          EXPECT_EQ(sum, power == 1 ? 1 : 0) << "upwind " << order << ", x^" << power;
          EXPECT_EQ(one_sided, power == 1 ? 1 : 0) << "one-sided " << order << ", x^" << power;
        } else {
          EXPECT_NE(sum, 0) << "upwind " << order;
          EXPECT_NE(one_sided, 0) << "one-sided " << order;
        }
      }
  }
}

TEST(Stencil, DampsTheShortestWaveButNotPolynomials) {
  EXPECT_EQ(dissipation_stencil(2).weights, (Weights{"-1/16", "1/4", "-3/8", "1/4", "-1/16"}));
  for (int order = 2; order <= 8; order += 2) {
    Stencil const stencil = dissipation_stencil(order);
    EXPECT_EQ(stencil.offsets.back(), order / 2 + 1);
    for (int power = 0; power < order + 2; ++power) EXPECT_EQ(applied_to_monomial(stencil, power), 0) << order;
    EXPECT_NE(applied_to_monomial(stencil, order + 2), 0) << order;
    Rational shortest = 0; // of the wave 1, -1, 1, ...
    for (std::size_t n = 0; n < stencil.offsets.size(); ++n)
      shortest += (stencil.offsets[n] % 2 == 0 ? 1 : -1) * Rational(stencil.weights[n]);
    EXPECT_EQ(shortest, -1) << order;
  }
}

TEST(Stencil, HasWholeNumeratorsOverACommonDenominator) {
  for (int order = 2; order <= 12; order += 2) {
    Stencil const stencil = centred_stencil(1, order);
    ASSERT_EQ(stencil.offsets.size(), static_cast<std::size_t>(order));
    for (std::size_t n = 0; n < stencil.weights.size(); ++n)
      EXPECT_EQ(Rational(stencil.numerators[n]) / Rational(stencil.denominator), Rational(stencil.weights[n]));
  }
}

TEST(Stencil, HasTheClosedFormOfFirstDerivatives) {
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

TEST(Stencil, AcceptsGivenWeights) {
  Stencil const stencil =
      stencil_from_weights({{0, base::integer(-1)}, {1, base::fraction(1, 2)}, {2, base::fraction(1, 3)}}, 1);
  EXPECT_EQ(stencil.denominator, 6);
  EXPECT_EQ(stencil.numerators, (std::vector<double>{-6, 3, 2}));
}

} // namespace
} // namespace chemora::discretisation
