// Tests that spin-weighted harmonics are orthonormal under the numerical quadrature and agree with the explicit
// formulas in textbooks.
#include "harmonics.hpp"

#include "Numerics/ThornTools/src/algorithms/quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace multipole;
using thorntools::sphere_points;
using thorntools::SpherePoint;

namespace {

constexpr double pi = std::numbers::pi;
using Complex = std::complex<double>;

Complex product(int s, int l, int m, int l2, int m2, std::vector<SpherePoint> const& points) {
  Complex sum = 0;
  for (SpherePoint const& p : points)
    sum += p.weight * std::conj(spin_weighted_harmonic(s, l, m, p.theta, p.phi)) *
           spin_weighted_harmonic(s, l2, m2, p.theta, p.phi);
  return sum;
}

TEST(Sphere, HarmonicsAreOrthonormalWithTheStatedPoints) {
  for (int const s : {0, -2, 1}) {
    auto const points = sphere_points(7, 13); // l up to 6: products of l < 14, |m| < 13
    for (int l = std::abs(s); l <= 6; ++l)
      for (int m = -l; m <= l; ++m)
        for (int l2 = std::abs(s); l2 <= 6; ++l2)
          for (int m2 = -l2; m2 <= l2; ++m2)
            EXPECT_NEAR(std::abs(product(s, l, m, l2, m2, points) - Complex(l == l2 && m == m2)), 0, 1e-12)
                << s << " " << l << " " << m << " " << l2 << " " << m2;
  }
}

TEST(Sphere, HarmonicsAreNotOrthonormalWithFewerPoints) {
  EXPECT_GT(std::abs(product(-2, 6, 1, 6, 1, sphere_points(6, 13)) - 1.0), 1e-3);
  EXPECT_GT(std::abs(product(0, 6, 6, 6, -6, sphere_points(7, 12))), 1e-3);
}

TEST(Sphere, HighestModesAreAccurate) {
  auto const points = sphere_points(20, 30);
  EXPECT_NEAR(std::abs(product(-2, 12, 3, 12, 3, points) - 1.0), 0, 1e-9);
}

TEST(Sphere, HarmonicsAgreeWithExplicitFormulas) {
  double const theta = 0.8, phi = 2.1, c = std::cos(theta), s = std::sin(theta);
  auto const expect = [&](int spin, int l, int m, double factor) {
    EXPECT_NEAR(std::abs(spin_weighted_harmonic(spin, l, m, theta, phi) - std::polar(1.0, m * phi) * factor), 0, 1e-14)
        << spin << " " << l << " " << m;
  };
  expect(0, 0, 0, std::sqrt(1 / (4 * pi)));
  expect(0, 1, 0, std::sqrt(3 / (4 * pi)) * c);
  expect(0, 1, 1, -std::sqrt(3 / (8 * pi)) * s);
  expect(0, 1, -1, std::sqrt(3 / (8 * pi)) * s);
  expect(0, 2, 1, -std::sqrt(15 / (8 * pi)) * s * c);
  expect(-2, 2, 2, std::sqrt(5 / (64 * pi)) * (1 + c) * (1 + c));
  expect(-2, 2, 1, std::sqrt(5 / (16 * pi)) * s * (1 + c));
  expect(-2, 2, 0, std::sqrt(15 / (32 * pi)) * s * s);
  expect(-2, 2, -1, std::sqrt(5 / (16 * pi)) * s * (1 - c));
  expect(-2, 2, -2, std::sqrt(5 / (64 * pi)) * (1 - c) * (1 - c));
  expect(-2, 1, 1, 0);
}

// conj(sY_lm) = (-1)^(s + m) -sY_l-m
TEST(Sphere, ConjugatesAreHarmonicsOfOppositeSpin) {
  for (int s = -2; s <= 2; ++s)
    for (int l = 2; l <= 4; ++l)
      for (int m = -l; m <= l; ++m) {
        double const sign = (s + m) % 2 == 0 ? 1 : -1;
        EXPECT_NEAR(std::abs(std::conj(spin_weighted_harmonic(s, l, m, 1.1, 0.4)) -
                             sign * spin_weighted_harmonic(-s, l, -m, 1.1, 0.4)),
                    0, 1e-14);
      }
}

TEST(Sphere, WeightsAddUpToTheSphere) {
  for (int const n : {1, 2, 5, 50}) {
    double sum = 0;
    for (SpherePoint const& p : sphere_points(n, 3)) sum += p.weight;
    EXPECT_NEAR(sum, 4 * pi, 1e-12);
  }
}

} // namespace
