// Solves a nonlinear elliptic equation in all of space, with an analytic solution. Errors must fall exponentially with
// the number of points, and the number of iterations must not grow.
#include "elliptic.hpp"
#include "spectral_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace twopunctures;

namespace {

// The exact solution is the sum of the potentials of two softened charges that are not on the axis: u = c/sqrt(d^2 +
// a^2), Laplace(u) = -3 a^2 c (d^2 + a^2)^(-5/2).
struct Body {
  Point place;
  double softness, charge;
};
constexpr std::array<Body, 2> bodies = {Body{{0.4, 0.3, -0.2}, 1.5, 1}, Body{{-0.7, -0.2, 0.1}, 1.2, -0.4}};

double square_of_distance(Body const& body, Point const& at) {
  return std::pow(at[0] - body.place[0], 2) + std::pow(at[1] - body.place[1], 2) + std::pow(at[2] - body.place[2], 2) +
         body.softness * body.softness;
}

double solution(Point const& at) {
  double sum = 0;
  for (Body const& body : bodies) sum += body.charge / std::sqrt(square_of_distance(body, at));
  return sum;
}

double laplacian_of_solution(Point const& at) {
  double sum = 0;
  for (Body const& body : bodies)
    sum -= 3 * body.softness * body.softness * body.charge * std::pow(square_of_distance(body, at), -2.5);
  return sum;
}

// Laplace(u) + f(x) + g(x) u^3 = 0 with f such that the solution is the one above.
SourceTerm source(Point const& at, double u) {
  double const exact = solution(at), g = -2 * std::pow(1 + at[0] * at[0] + at[1] * at[1] + at[2] * at[2], -2);
  return {-laplacian_of_solution(at) + g * (u * u * u - exact * exact * exact), 3 * g * u * u};
}

struct Outcome {
  double error = 0, residual;
  int max_linear_iterations = 0;
};

Outcome solve(int n, int n_phi) {
  SpectralGrid const grid(n, n, n_phi, 1.1);
  Outcome outcome;
  auto const report = [&](NewtonStep const& step) {
    outcome.max_linear_iterations = std::max(outcome.max_linear_iterations, step.linear_iterations);
  };
  EllipticSolution const found =
      solve_elliptic(grid, source, Values(grid.size(), 0.0), {.tolerance = 1e-11, .max_steps = 8, .report = report});
  outcome.residual = found.residual;
  Expansion const u(grid, found.U);
  for (Point const at : {Point{0.1, 0.2, 0.3}, {1.1, 0, 0}, {-3, 0.5, 2}, {0, 0, 0}, {2, 0, 0}, {30, -40, 20}})
    outcome.error = std::max(outcome.error, std::abs(u.value(at) - solution(at)));
  return outcome;
}

TEST(Elliptic, ErrorsFallExponentially) {
  double previous = 1;
  for (int const n : {8, 14, 20, 26}) {
    Outcome const outcome = solve(n, n);
    EXPECT_LE(outcome.residual, 1e-11);
    EXPECT_LE(outcome.max_linear_iterations, 8) << n;
    // The error decreases exponentially, by at least the factor 5 for six additional points.
    EXPECT_LT(outcome.error, previous / 5) << n;
    previous = outcome.error;
  }
  EXPECT_LT(previous, 1e-6);
}

TEST(Elliptic, LaplacianOfAKnownField) {
  SpectralGrid const grid(28, 28, 24, 1.1);
  Values U(grid.size());
  for (int i = 0; i < grid.size(); ++i) U[i] = solution(to_cartesian(grid.point(i), grid.b)) / (grid.point(i).A - 1);
  Laplacian const laplacian(grid, Laplacian::Kind::spectral);
  Values const found = laplacian.apply(U);
  for (int i = 0; i < grid.size(); ++i) {
    SpectralPoint const at = grid.point(i);
    double const expected = laplacian.scale(i) * laplacian_of_solution(to_cartesian(at, grid.b)) / (at.A - 1);
    EXPECT_NEAR(found[i], expected, 1e-5);
  }
}

TEST(Elliptic, TakesNoStepFromASolution) {
  SpectralGrid const grid(6, 6, 4, 1);
  auto const nothing = [](Point const&, double) { return SourceTerm{0, 0}; };
  EllipticSolution const found = solve_elliptic(grid, nothing, Values(grid.size(), 0.0), {});
  EXPECT_EQ(found.n_steps, 0);
  EXPECT_EQ(found.U, Values(grid.size(), 0.0));
}

TEST(Elliptic, ReportsResidualsThatAreNan) {
  SpectralGrid const grid(6, 6, 4, 1);
  auto const bad = [](Point const&, double) { return SourceTerm{std::nan(""), 0}; };
  EXPECT_THROW(solve_elliptic(grid, bad, Values(grid.size(), 0.0), {}), std::runtime_error);
}

} // namespace
