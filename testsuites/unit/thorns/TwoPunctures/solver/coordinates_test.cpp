// Tests the maps between points of space and points of the spectral cube, also near the axis and the punctures.
#include "spectral_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace twopunctures;

namespace {

TEST(Coordinates, AreInvertible) {
  double const b = 1.3;
  for (double const A : {1e-4, 0.01, 0.3, 0.9, 0.999})
    for (double const B : {-0.999, -0.5, 1e-9, 0.7, 0.9999})
      for (double const phi : {-3.0, -0.2, 1.0, 2.5}) {
        SpectralPoint const back = to_spectral(to_cartesian({A, B, phi}, b), b);
        EXPECT_NEAR(back.A, A, 1e-12);
        EXPECT_NEAR(back.B, B, 1e-12);
        EXPECT_NEAR(back.phi, phi, 1e-13);
      }
}

TEST(Coordinates, MapPuncturesAndAxisToFaces) {
  SpectralPoint const plus = to_spectral({2, 0, 0}, 2), minus = to_spectral({-2, 0, 0}, 2);
  EXPECT_EQ(plus.A, 0);
  EXPECT_EQ(plus.B, -1);
  EXPECT_EQ(minus.A, 0);
  EXPECT_EQ(minus.B, 1);
  EXPECT_EQ(to_spectral({0.4, 0, 0}, 2).A, 0);         // between the punctures
  EXPECT_EQ(to_spectral({7, 0, 0}, 2).B, -1);          // beyond a puncture
  EXPECT_NEAR(to_spectral({0, 1e9, 0}, 2).A, 1, 1e-8); // far away
}

// Very near the line between the punctures A is proportional to the distance from the line, without round-off.
TEST(Coordinates, ResolveSmallDistancesFromTheAxis) {
  double const A = to_spectral({0.5, 1e-12, 0}, 1).A;
  EXPECT_NEAR(A / (1e-12 / (2 * std::sqrt(0.75))), 1, 1e-9); // rho = b 2 A sin eta, cos eta = 1/2
}

TEST(Coordinates, ProductOfDistances) {
  double const b = 0.8;
  for (SpectralPoint const at : {SpectralPoint{0.2, 0.3, 1}, {0.95, -0.9, 2}, {0.01, 0.99, 3}}) {
    Point const x = to_cartesian(at, b);
    double const direct = std::hypot(x[0] - b, x[1], x[2]) * std::hypot(x[0] + b, x[1], x[2]);
    EXPECT_NEAR(product_of_distances(at, b) / direct, 1, 1e-12);
  }
}

} // namespace
