// Tests that Lagrange coefficients are exact for polynomials, and that interpolation molecules contain only points that
// the options permit.
#include "molecule.hpp"

#include <cmath>
#include <limits>

namespace localinterp {
namespace {

double interpolate(int order, double position, int power) {
  Coefficients const coefficients = lagrange_coefficients(order, position);
  double sum = 0;
  for (int m = 0; m <= order; ++m) sum += coefficients[m] * std::pow(m, power);
  return sum;
}

TEST(Molecule, IsExactUpToTheOrderAndNotBeyond) {
  for (int order = 0; order <= max_order; ++order)
    for (double position : {0.0, 0.3, 0.5 * order, order - 0.25}) {
      for (int power = 0; power <= order; ++power)
        EXPECT_NEAR(interpolate(order, position, power), std::pow(position, power), 1e-10 * std::pow(10.0, power))
            << order << ' ' << position << ' ' << power;
      if (position != std::floor(position)) {
        // The interpolation error of x^(order + 1) is the product of the distances to all points of the molecule.
        double product = 1;
        for (int m = 0; m <= order; ++m) product *= position - m;
        EXPECT_NEAR(std::pow(position, order + 1) - interpolate(order, position, order + 1), product,
                    1e-6 * std::pow(10.0, order));
        EXPECT_NE(product, 0);
      }
    }
}

TEST(Molecule, DerivativesAreExactUpToTheOrder) {
  for (int order = 2; order <= max_order; ++order)
    for (double position : {0.0, 0.3, 0.5 * order, order - 0.25})
      for (int power = 0; power <= order; ++power) {
        double first = 0, second = 0;
        Coefficients const one = lagrange_coefficients(order, position, 1),
                           two = lagrange_coefficients(order, position, 2);
        for (int m = 0; m <= order; ++m) first += one[m] * std::pow(m, power), second += two[m] * std::pow(m, power);
        EXPECT_NEAR(first, power > 0 ? power * std::pow(position, power - 1) : 0, 1e-10 * std::pow(10.0, power));
        EXPECT_NEAR(second, power > 1 ? power * (power - 1) * std::pow(position, power - 2) : 0,
                    1e-10 * std::pow(10.0, power));
      }
}

TEST(Molecule, CoefficientsAreThoseOfTheFormula) {
  Coefficients const cubic = lagrange_coefficients(3, 1.5);
  EXPECT_EQ(cubic[0], -1.0 / 16);
  EXPECT_EQ(cubic[1], 9.0 / 16);
  EXPECT_EQ(cubic[2], 9.0 / 16);
  EXPECT_EQ(cubic[3], -1.0 / 16);
  Coefficients const slope = lagrange_coefficients(2, 1, 1);
  EXPECT_EQ(slope[0], -0.5);
  EXPECT_EQ(slope[1], 0);
  EXPECT_EQ(slope[2], 0.5);
}

TEST(Molecule, IsCentredInside) {
  EXPECT_EQ(place_molecule(1, 4.25, 10, {}).first, 4);
  EXPECT_EQ(place_molecule(2, 4.25, 10, {}).first, 3);
  EXPECT_EQ(place_molecule(2, 4.75, 10, {}).first, 4);
  EXPECT_EQ(place_molecule(3, 4.25, 10, {}).first, 3);
  EXPECT_EQ(place_molecule(3, 4.25, 10, {}).position, 1.25);
}

TEST(Molecule, MovesInwardAtTheEnds) {
  EXPECT_EQ(place_molecule(3, 0.25, 10, {}).first, 0);
  EXPECT_EQ(place_molecule(3, 9, 10, {}).first, 6);
  EXPECT_EQ(place_molecule(1, 9, 10, {}).first, 8);
  Edges const strict{.off_centring_tolerance = {0, 0}, .extrapolation_tolerance = {0, 0}};
  EXPECT_FALSE(place_molecule(3, 0.25, 10, strict).is_possible);
  EXPECT_FALSE(place_molecule(3, 8.25, 10, strict).is_possible);
  EXPECT_TRUE(place_molecule(3, 1, 10, strict).is_possible);
  EXPECT_TRUE(place_molecule(1, 9, 10, strict).is_possible);
  Edges const half{.off_centring_tolerance = {0.5, 0}};
  EXPECT_TRUE(place_molecule(3, 0.5, 10, half).is_possible);
  EXPECT_FALSE(place_molecule(3, 0.4, 10, half).is_possible);
}

TEST(Molecule, RefusesPointsOutside) {
  EXPECT_TRUE(place_molecule(1, -1e-11, 10, {}).is_possible);
  EXPECT_FALSE(place_molecule(1, -1e-9, 10, {}).is_possible);
  EXPECT_FALSE(place_molecule(1, 9 + 1e-9, 10, {}).is_possible);
  EXPECT_TRUE(place_molecule(1, -0.5, 10, {.extrapolation_tolerance = {0.5, 0}}).is_possible);
  EXPECT_FALSE(place_molecule(1, 0.5, 10, {.points_to_omit = {1, 0}}).is_possible);
  EXPECT_FALSE(place_molecule(3, 1, 3, {}).is_possible);
  EXPECT_FALSE(place_molecule(1, std::nan(""), 10, {}).is_possible);
  EXPECT_FALSE(place_molecule(1, std::numeric_limits<double>::infinity(), 10, {}).is_possible);
}

} // namespace
} // namespace localinterp
