// Compares the found horizons with those of analytic black holes. Searches that find no horizon return the reason.
#include "horizon.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace apparent_horizon;

namespace {

constexpr double pi = std::numbers::pi;
constexpr int ii[6] = {0, 0, 0, 1, 1, 2}, jj[6] = {0, 1, 2, 1, 2, 2};

// Central differences of fourth order: errors of 1e-10.
template <typename Function>
auto derivatives(Vector const& x, Function const& f) {
  std::array<decltype(f(x)), 3> result{};
  double const d = 1e-3;
  auto const at = [&](int i, double distance) {
    Vector y = x;
    y[i] += distance;
    return f(y);
  };
  for (int i = 0; i < 3; ++i) {
    auto const m2 = at(i, -2 * d), m1 = at(i, -d), p1 = at(i, d), p2 = at(i, 2 * d);
    for (std::size_t n = 0; n < m2.size(); ++n) result[i][n] = (8 * (p1[n] - m1[n]) - (p2[n] - m2[n])) / (12 * d);
  }
  return result;
}

using Metric = std::array<double, 6>;

// Black holes at rest on the z axis, with the conformal factor psi = 1 + sum of m/(2 r).
struct BrillLindquist {
  std::vector<std::pair<double, double>> holes; // mass and z

  Metric metric(Vector const& x) const {
    double psi = 1;
    for (auto const& [m, z] : holes) psi += m / (2 * std::hypot(x[0], x[1], x[2] - z));
    double const p = std::pow(psi, 4);
    return {p, 0, 0, p, 0, p};
  }
  Geometry operator()(Vector const& x) const {
    return {.g = metric(x), .k = {}, .dg = derivatives(x, [&](Vector const& y) { return metric(y); }), .lapse = 0.5};
  }
};

// g_ij = delta_ij + 2 H l_i l_j, shift_i = 2 H l_i; K_ij = (D_i shift_j + D_j shift_i)/(2 alpha). M = 1.
struct KerrSchild {
  double a;

  std::array<double, 4> height_and_l(Vector const& x) const {
    double const excess = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - a * a;
    double const square = (excess + std::sqrt(excess * excess + 4 * a * a * x[2] * x[2])) / 2, r = std::sqrt(square);
    double const q = square + a * a;
    return {r * square / (square * square + a * a * x[2] * x[2]), (r * x[0] + a * x[1]) / q, (r * x[1] - a * x[0]) / q,
            x[2] / r};
  }
  Metric metric(Vector const& x) const {
    auto const h = height_and_l(x);
    Metric g;
    for (int n = 0; n < 6; ++n) g[n] = (ii[n] == jj[n]) + 2 * h[0] * h[1 + ii[n]] * h[1 + jj[n]];
    return g;
  }
  Vector shift(Vector const& x) const {
    auto const h = height_and_l(x);
    return {2 * h[0] * h[1], 2 * h[0] * h[2], 2 * h[0] * h[3]};
  }
  Geometry operator()(Vector const& x) const {
    Geometry result{.g = metric(x), .k = {}, .dg = derivatives(x, [&](Vector const& y) { return metric(y); })};
    auto const ds = derivatives(x, [&](Vector const& y) { return shift(y); });
    auto const h = height_and_l(x);
    auto const dg = [&](int k, int i, int j) {
      return result.dg[k][i <= j ? 3 * i + j - i * (i + 1) / 2 : 3 * j + i - j * (j + 1) / 2];
    };
    Vector raised; // shift^i: l^i = l_i, so that g^ij shift_j = shift_i/(1 + 2 H)
    for (int i = 0; i < 3; ++i) raised[i] = 2 * h[0] * h[1 + i] / (1 + 2 * h[0]);
    for (int n = 0; n < 6; ++n) {
      int const i = ii[n], j = jj[n];
      double sum = ds[i][j] + ds[j][i];
      for (int k = 0; k < 3; ++k) sum -= raised[k] * (dg(i, k, j) + dg(j, k, i) - dg(k, i, j));
      result.k[n] = std::sqrt(1 + 2 * h[0]) * sum / 2;
    }
    return result;
  }
};

// Returns the geometry with the origin shifted to `centre`. The geometry is undefined at points farther than `edge`
// from the old origin.
template <typename Hole>
GeometryAt around(Hole const& hole, Vector const& centre, double edge = 1e9) {
  return [=](std::vector<Vector> const& points) -> std::optional<std::vector<Geometry>> {
    std::vector<Geometry> result;
    for (Vector const& p : points) {
      Vector const x = {centre[0] + p[0], centre[1] + p[1], centre[2] + p[2]};
      if (std::hypot(x[0], x[1], x[2]) > edge) return {};
      result.push_back(hole(x));
    }
    return result;
  };
}

template <typename Hole>
SearchResult find(Hole const& hole, double radius, Vector const& centre = {}, int l_max = 10,
                  Search const& search = {}) {
  HarmonicSurface const surface(l_max, 2 * l_max, 4 * l_max);
  SearchResult const found = find_horizon(surface, surface.sphere(radius), around(hole, centre), search);
  if (found.horizon)
    std::printf("area/(16 pi) %.10f, radii %.6f to %.6f, residual %.1e, %d iterations\n",
                found.horizon->area / (16 * pi), found.horizon->min_radius, found.horizon->max_radius,
                found.horizon->residual, found.horizon->n_iterations);
  else
    std::printf("%s\n", found.reason.c_str());
  return found;
}

TEST(FastFlow, FindsSchwarzschildFromInsideAndFromFarAway) {
  for (double const radius : {0.3, 0.6, 2.0, 1e5}) {
    auto const found = find(BrillLindquist{{{1, 0}}}, radius).horizon;
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->area, 16 * pi, 1e-8);
    EXPECT_NEAR(found->mean_radius, 0.5, 1e-8);
    EXPECT_NEAR(found->mean_lapse, 0.5, 1e-14);
    EXPECT_LT(found->residual, 1e-8);
    EXPECT_LT(found->n_iterations, 60);
  }
}

TEST(FastFlow, FindsHorizonsOffCentre) {
  auto const found = find(BrillLindquist{{{1, 0.1}}}, 1, {0.1, -0.05, 0}, 16).horizon;
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->area, 16 * pi, 1e-6);
  EXPECT_NEAR(found->max_radius, 0.65, 1e-3);
  EXPECT_NEAR(found->min_radius, 0.35, 1e-3);
}

// Area 8 pi M r_+; the horizon is the ellipsoid (x^2 + y^2)/(r_+^2 + a^2) + z^2/r_+^2 = 1.
TEST(FastFlow, FindsTheEllipsoidOfKerrSchild) {
  for (double const a : {0.0, 0.5, 0.9}) {
    double const outer = 1 + std::sqrt(1 - a * a);
    auto const found = find(KerrSchild{a}, 2.5, {}, 16).horizon;
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->area, 8 * pi * outer, 1e-5);
    EXPECT_NEAR(found->max_radius, std::sqrt(outer * outer + a * a), 0.01);
    EXPECT_NEAR(found->min_radius, outer, 0.01);
    EXPECT_LT(found->residual, 1e-3);
  }
}

// The error of the horizon of a spinning black hole falls exponentially with the number of harmonics.
TEST(FastFlow, ConvergesWithHarmonics) {
  double last = 1;
  for (int const l_max : {2, 4, 8}) {
    auto const found = find(KerrSchild{0.9}, 2.5, {}, l_max).horizon;
    ASSERT_TRUE(found);
    double const error = std::fabs(found->area / (8 * pi * (1 + std::sqrt(1 - 0.81))) - 1);
    EXPECT_LT(error, last / 5);
    last = error;
  }
}

// Two holes with psi = 1 + 1/(2 r_1) + 1/(2 r_2): there is a common horizon if the distance is below 1.532 (Gundlach
// 1998; Alcubierre et al., Classical and Quantum Gravity 17 (2000) 2159, give 1.53).
TEST(FastFlow, FindsACommonHorizonUpToTheCriticalDistance) {
  auto const pair = [](double distance) { return BrillLindquist{{{1, distance / 2}, {1, -distance / 2}}}; };
  Search const search{.tolerance = 1e-7, .max_iterations = 500, .min_radius = 0.05};
  for (double const distance : {1.0, 1.5, 1.53})
    EXPECT_TRUE(find(pair(distance), 3, {}, 12, search).horizon) << distance;
  for (double const distance : {1.535, 1.6, 2.5})
    EXPECT_FALSE(find(pair(distance), 3, {}, 12, search).horizon) << distance;
}

TEST(FastFlow, FindsTheHorizonOfOneOfTwoHoles) {
  for (double const centre : {0.75, 0.7}) {
    auto const found = find(BrillLindquist{{{1, 0.75}, {1, -0.75}}}, 0.5, {0, 0, centre}).horizon;
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->area / (16 * pi), 1.777763657, 1e-8);
  }
}

// Interpolates the geometry from a grid whose points are at odd multiples of half the spacing. The polynomials use the
// nearest five points in each direction, like the thorn LocalInterp with order 4.
template <bool is_conformal>
struct OnGrid {
  BrillLindquist exact;
  double spacing;

  struct Molecule {
    int first;
    std::array<double, 5> value, slope; // weights
  };
  Molecule molecule(double x) const {
    double const at = x / spacing - 0.5;
    Molecule result{static_cast<int>(std::lround(at)) - 2, {}, {}};
    for (int i = 0; i < 5; ++i) {
      double product = 1, sum = 0;
      for (int j = 0; j < 5; ++j) {
        if (j == i) continue;
        double const factor = (at - result.first - j) / (i - j);
        sum = sum * factor + product / (i - j);
        product *= factor;
      }
      result.value[i] = product;
      result.slope[i] = sum / spacing;
    }
    return result;
  }
  // Returns g_xx or W, and its derivatives.
  double at_point(int i, int j, int k) const {
    Metric const g = exact.metric({(i + 0.5) * spacing, (j + 0.5) * spacing, (k + 0.5) * spacing});
    return is_conformal ? conformal(g, {}).w : g[0];
  }
  Geometry operator()(Vector const& x) const {
    std::array<Molecule, 3> const m{molecule(x[0]), molecule(x[1]), molecule(x[2])};
    std::array<double, 4> f{};
    for (int k = 0; k < 5; ++k)
      for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) {
          double const here = at_point(m[0].first + i, m[1].first + j, m[2].first + k);
          f[0] += here * m[0].value[i] * m[1].value[j] * m[2].value[k];
          f[1] += here * m[0].slope[i] * m[1].value[j] * m[2].value[k];
          f[2] += here * m[0].value[i] * m[1].slope[j] * m[2].value[k];
          f[3] += here * m[0].value[i] * m[1].value[j] * m[2].slope[k];
        }
    Metric const flat{1, 0, 0, 1, 0, 1};
    if (is_conformal) return physical({.w = f[0], .g = flat, .k = {}}, {f[1], f[2], f[3]}, {}, 0.5);
    Geometry result{.g = {f[0], 0, 0, f[0], 0, f[0]}, .k = {}, .dg = {}, .lapse = 0.5};
    for (int d = 0; d < 3; ++d)
      for (int n : {0, 3, 5}) result.dg[d][n] = f[1 + d];
    return result;
  }
};

// Black holes as in the initial data of params/relativity/qc0.par, but at rest. Each horizon has a radius of two grid
// spacings, and the metric changes by a factor of ten between neighbouring points.
TEST(FastFlow, FindsHorizonsOfTwoGridSpacings) {
  double const place = 1.168642873;
  BrillLindquist const exact{{{0.453, place}, {0.453, -place}}};
  auto const seek = [&](auto const& holes, double spacing) {
    HarmonicSurface const surface(8, 18, 36);
    return find_horizon(surface, surface.sphere(0.6), around(holes, {0, 0, place}),
                        {.tolerance = 1e-6, .min_radius = spacing});
  };
  auto const right = seek(exact, 0.1).horizon;
  ASSERT_TRUE(right);
  EXPECT_NEAR(right->mean_radius, 0.206, 1e-3);
  double last = 1;
  for (double const spacing : {0.1, 0.05}) {
    auto const found = seek(OnGrid<true>{exact, spacing}, spacing).horizon;
    ASSERT_TRUE(found) << spacing;
    double const error = std::fabs(found->area / right->area - 1);
    EXPECT_LT(error, last / 10) << spacing;
    last = std::min(error, 0.02);
  }
  std::string const reason = seek(OnGrid<false>{exact, 0.1}, 0.1).reason;
  EXPECT_EQ(reason.find("after 4 iterations the metric is not positive at the radius 0.1"), 0u) << reason;
  EXPECT_NE(reason.find(" grid spacings: the grid is too coarse there"), std::string::npos) << reason;
}

TEST(Conformal, SplitsAndCombines) {
  Metric const g{2.5, 0.3, -0.2, 1.75, 0.4, 3}, k{0.1, -0.2, 0.3, 0.05, 0.7, -1};
  Conformal const parts = conformal(g, k);
  Geometry const whole = physical(parts, {}, {}, 0.25);
  for (int n = 0; n < 6; ++n) {
    EXPECT_NEAR(whole.g[n], g[n], 1e-14);
    EXPECT_NEAR(whole.k[n], k[n], 1e-14);
  }
  EXPECT_NEAR(std::pow(conformal(parts.g, k).w, -6), 1, 1e-14) << "the determinant of the conformal metric";
  EXPECT_EQ(whole.lapse, 0.25);
  for (Metric const& wrong :
       {Metric{-1, 0, 0, -1, 0, 1}, Metric{1, 2, 0, 1, 0, 1}, Metric{1, 0, 0, 1, 0, std::nan("")}}) {
    EXPECT_FALSE(is_positive(wrong));
    EXPECT_TRUE(std::isnan(conformal(wrong, k).w));
  }
}

// Compares derivatives of the metric that are computed by the chain rule with finite differences of the metric.
TEST(Conformal, CombinesDerivatives) {
  KerrSchild const hole{0.6};
  Vector const x{1.5, 0.8, -0.7};
  auto const factor = [&](Vector const& y) { return std::array<double, 1>{conformal(hole.metric(y), {}).w}; };
  auto const dw = derivatives(x, factor);
  auto const dg = derivatives(x, [&](Vector const& y) { return conformal(hole.metric(y), {}).g; });
  Geometry const found = physical(conformal(hole.metric(x), {}), {dw[0][0], dw[1][0], dw[2][0]}, dg, 1),
                 right = hole(x);
  for (int d = 0; d < 3; ++d)
    for (int n = 0; n < 6; ++n) EXPECT_NEAR(found.dg[d][n], right.dg[d][n], 1e-9);
}

// The derivatives of the metric jump at the horizon, so that no surface is exactly a horizon. Surfaces outside of the
// jump shrink, and surfaces inside grow. The search accepts small jumps only.
TEST(FastFlow, AcceptsSmallJumpsAndReportsLargeOnes) {
  auto const jumping = [](double jump) {
    return [=](Vector const& x) {
      Geometry result = BrillLindquist{{{1, 0}}}(x);
      for (auto& row : result.dg)
        for (double& d : row) d *= std::hypot(x[0], x[1], x[2]) > 0.5 ? 1 - jump : 1 + jump;
      return result;
    };
  };
  auto const small = find(jumping(1e-4), 1, {}, 4).horizon;
  ASSERT_TRUE(small);
  EXPECT_NEAR(small->area / (16 * pi), 1, 1e-6);
  EXPECT_GT(small->residual, 1e-5);
  EXPECT_LT(small->n_iterations, 60);
  EXPECT_GT(small->change, Search{}.tolerance);
  EXPECT_LT(small->change, Search{}.acceptable_jumps);
  EXPECT_FALSE(find(jumping(1e-4), 1, {}, 4, {.acceptable_jumps = small->change}).horizon);
  EXPECT_NE(find(jumping(0.1), 1, {}, 4).reason.find("the surface oscillates by 0."), std::string::npos);
}

TEST(FastFlow, ReportsWhyThereIsNoHorizon) {
  BrillLindquist const flat{{}}, hole{{{1, 0}}};
  Search const search{.min_radius = 0.1};
  EXPECT_NE(find(flat, 1, {}, 4, search).reason.find("the surface shrank to a radius of"), std::string::npos);
  EXPECT_NE(find(hole, 2, {}, 4, {.max_iterations = 2}).reason.find("the surface still moves after 2"),
            std::string::npos);
  HarmonicSurface const surface(4, 8, 16);
  EXPECT_NE(find_horizon(surface, surface.sphere(3), around(hole, {}, 2), search).reason.find("left the grid after 0"),
            std::string::npos);
  EXPECT_NE(
      find(BrillLindquist{{{std::nan(""), 0}}}, 2, {}, 4).reason.find("the metric is not positive at the radius 2"),
      std::string::npos);
  auto const without_curvature = [&](Vector const& x) {
    Geometry result = hole(x);
    result.k[0] = std::nan("");
    return result;
  };
  EXPECT_NE(find(without_curvature, 2, {}, 4).reason.find("the expansion is not finite after 0"), std::string::npos);
}

} // namespace
