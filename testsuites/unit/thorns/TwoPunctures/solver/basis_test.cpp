// Tests that derivatives are exact up to the degree of the basis, and that the coefficients give the interpolating
// function.
#include "spectral_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace twopunctures;

namespace {

double row_times(Matrix const& matrix, int row, std::vector<double> const& values) {
  double sum = 0;
  for (int j = 0; j < matrix.n; ++j) sum += matrix(row, j) * values[j];
  return sum;
}

// Returns the largest errors of the first and second derivative of x^degree.
std::array<double, 2> power_errors(ChebyshevBasis const& basis, Derivatives const& d, int degree) {
  std::vector<double> values;
  for (double const x : basis.points) values.push_back(std::pow(x, degree));
  std::array<double, 2> errors{};
  for (int i = 0; i < basis.size(); ++i) {
    double const x = basis.points[i];
    double const first = degree * std::pow(x, degree - 1), second = degree * (degree - 1) * std::pow(x, degree - 2);
    errors[0] = std::max(errors[0], std::abs(row_times(d.first, i, values) - first));
    errors[1] = std::max(errors[1], std::abs(row_times(d.second, i, values) - second));
  }
  return errors;
}

TEST(ChebyshevBasis, DerivesOnlyPolynomialsOfItsDegreeExactly) {
  ChebyshevBasis const basis(7, -0.5, 1.5);
  Derivatives const d = basis.spectral_derivatives();
  for (int degree = 1; degree <= 6; ++degree) {
    EXPECT_LT(power_errors(basis, d, degree)[0], 1e-12) << degree;
    EXPECT_LT(power_errors(basis, d, degree)[1], 1e-11) << degree;
  }
  EXPECT_GT(power_errors(basis, d, 7)[0], 1e-3);
}

TEST(ChebyshevBasis, DifferencesUseNeighboursAndAreExactForLines) {
  ChebyshevBasis const basis(9, 0, 1);
  Derivatives const d = basis.difference_derivatives();
  EXPECT_LT(power_errors(basis, d, 1)[0], 1e-13);
  EXPECT_LT(power_errors(basis, d, 1)[1], 1e-11);
  EXPECT_GT(power_errors(basis, d, 2)[1], 1e-3);
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j)
      if (std::abs(i - j) > 1) {
        EXPECT_EQ(d.second(i, j), 0);
      }
}

TEST(ChebyshevBasis, CoefficientsReproduceTheValues) {
  ChebyshevBasis const basis(8, -1, 3);
  std::vector<double> values, functions(8);
  for (double const x : basis.points) values.push_back(std::exp(x));
  Matrix const to = basis.to_coefficients();
  for (int i = 0; i < 8; ++i) {
    basis.values_at(basis.points[i], functions);
    double sum = 0;
    for (int k = 0; k < 8; ++k) sum += functions[k] * row_times(to, k, values);
    EXPECT_NEAR(sum, values[i], 1e-13);
  }
}

TEST(FourierBasis, CoefficientsAreThoseOfTheSeries) {
  FourierBasis const basis(6);
  std::vector<double> values;
  for (double const phi : basis.points)
    values.push_back(2 + 3 * std::cos(phi) - std::sin(2 * phi) + 4 * std::cos(3 * phi));
  Matrix const to = basis.to_coefficients(), from = basis.from_coefficients();
  std::vector<double> const expected = {2, 3, 0, 0, -1, 4};
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(row_times(to, k, values), expected[k], 1e-14) << k;
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(row_times(from, i, expected), values[i], 1e-14) << i;
}

} // namespace
