// Compares derivatives, projections and expansions of surfaces with exact formulas.
#include "horizon.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace apparent_horizon;

namespace {

std::vector<double> at_directions(HarmonicSurface const& surface, auto const& function) {
  std::vector<double> values;
  for (Direction const& d : surface.directions()) values.push_back(function(d.n));
  return values;
}

TEST(HarmonicSurface, ProjectionsReproduceTheCoefficients) {
  HarmonicSurface const surface(7, 8, 15);
  Coefficients coefficients;
  for (int i = 0; i < 64; ++i) coefficients.push_back(std::sin(3.7 * i));
  std::vector<double> values;
  for (Shape const& s : surface.shapes(coefficients)) values.push_back(s.h);
  Coefficients const again = surface.coefficients(values);
  for (int i = 0; i < 64; ++i) EXPECT_NEAR(again[i], coefficients[i], 1e-13) << i;
}

TEST(HarmonicSurface, SpheresHaveTheirRadius) {
  HarmonicSurface const surface(4, 5, 9);
  for (Shape const& s : surface.shapes(surface.sphere(2.5))) {
    EXPECT_NEAR(s.h, 2.5, 1e-14);
    EXPECT_NEAR(std::fabs(s.d1) + std::fabs(s.d2) + std::fabs(s.d11) + std::fabs(s.d12) + std::fabs(s.d22), 0, 1e-12);
  }
}

// f = A_ij n^i n^j: gradient 2 A_ij n^i e^j, second derivatives 2 A_ij e^i e^j - 2 f delta
TEST(HarmonicSurface, DerivativesAreCovariantOnTheSphere) {
  double const a[3][3] = {{0.3, -0.2, 0.5}, {-0.2, 0.1, 0.4}, {0.5, 0.4, -0.7}};
  auto const product = [&](Vector const& u, Vector const& v) {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) sum += a[i][j] * u[i] * v[j];
    return sum;
  };
  HarmonicSurface const surface(5, 9, 14);
  auto const shapes =
      surface.shapes(surface.coefficients(at_directions(surface, [&](Vector const& n) { return product(n, n); })));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Direction const& d = surface.directions()[i];
    double const f = product(d.n, d.n);
    EXPECT_NEAR(shapes[i].h, f, 1e-14);
    EXPECT_NEAR(shapes[i].d1, 2 * product(d.n, d.e1), 1e-13);
    EXPECT_NEAR(shapes[i].d2, 2 * product(d.n, d.e2), 1e-13);
    EXPECT_NEAR(shapes[i].d11, 2 * product(d.e1, d.e1) - 2 * f, 1e-12);
    EXPECT_NEAR(shapes[i].d12, 2 * product(d.e1, d.e2), 1e-12);
    EXPECT_NEAR(shapes[i].d22, 2 * product(d.e2, d.e2) - 2 * f, 1e-12);
  }
}

// A sphere of radius R whose centre is not the origin has expansion 2/R everywhere and area 4 pi R^2; with K_ij = k
// delta_ij the expansion is 2/R - 2 k.
TEST(Expansion, IsExactForDisplacedSpheresInFlatSpace) {
  Vector const c = {0.1, -0.25, 0.2};
  double const radius = 1.3, k = 0.2;
  HarmonicSurface const surface(24, 40, 80);
  auto const shapes = surface.shapes(surface.coefficients(at_directions(surface, [&](Vector const& n) {
    double const along = c[0] * n[0] + c[1] * n[1] + c[2] * n[2];
    double const square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    return along + std::sqrt(along * along - square + radius * radius);
  })));
  Geometry const flat{.g = {1, 0, 0, 1, 0, 1}, .k = {k, 0, 0, k, 0, k}, .dg = {}};
  double area = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Expansion const e = expansion(surface.directions()[i], shapes[i], flat);
    EXPECT_NEAR(e.theta, 2 / radius - 2 * k, 1e-11);
    area += surface.directions()[i].weight * e.area;
  }
  EXPECT_NEAR(area, 4 * std::numbers::pi * radius * radius, 1e-11);
}

TEST(Expansion, IsNanIfTheMetricIsNotPositive) {
  HarmonicSurface const surface(0, 1, 1);
  auto const shapes = surface.shapes(surface.sphere(1));
  Geometry const bad{.g = {-1, 0, 0, -1, 0, -1}, .k = {}, .dg = {}};
  EXPECT_TRUE(std::isnan(expansion(surface.directions()[0], shapes[0], bad).theta));
}

} // namespace
