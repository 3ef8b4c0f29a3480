// Compares binaries with exact limits, perturbation theory, other coordinates and published values.
#include "binary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

using namespace twopunctures;

namespace {

Binary single(double half_distance, int which, Point const& momentum, Point const& spin) {
  Binary binary{half_distance, {}};
  binary.puncture[which] = {1, momentum, spin};
  return binary;
}

BinaryOptions points(int n, int n_phi) {
  BinaryOptions options;
  options.n_A = options.n_B = n;
  options.n_phi = n_phi;
  options.max_newton_steps = 20;
  return options;
}

// The configuration QC-0, a quasi-circular orbit near the last stable orbit (Baker et al., Physical Review D 65 (2002)
// 124012).
Binary const qc0{1.168642873, {Puncture{0.453, {0, 0.3331917498, 0}, {}}, Puncture{0.453, {0, -0.3331917498, 0}, {}}}};

TEST(BowenYork, HasNoTraceAndNoDivergence) {
  Puncture const puncture{1, {0.3, -0.2, 0.5}, {-0.4, 0.7, 0.1}};
  Point const at = {0.6, -0.9, 1.3};
  auto const curvature_at = [&](Point const& x) {
    return bowen_york_curvature(puncture, x, std::hypot(x[0], x[1], x[2]));
  };
  SymmetricTensor const here = curvature_at(at);
  EXPECT_NEAR(here[0] + here[3] + here[5], 0, 1e-15);
  constexpr int component[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  constexpr double h = 1e-3;
  for (int i = 0; i < 3; ++i) {
    double divergence = 0;
    for (int j = 0; j < 3; ++j)
      for (auto const& [step, weight] : {std::pair{-2, 1.0 / 12}, {-1, -2.0 / 3}, {1, 2.0 / 3}, {2, -1.0 / 12}}) {
        Point moved = at;
        moved[j] += step * h;
        divergence += weight / h * curvature_at(moved)[component[i][j]];
      }
    EXPECT_NEAR(divergence, 0, 1e-10);
  }
}

TEST(Binary, WithoutMotionIsBrillLindquist) {
  Binary const binary{2, {Puncture{0.6, {}, {}}, Puncture{0.4, {}, {}}}};
  BinarySolution const found = solve_binary(binary, points(8, 4));
  EXPECT_EQ(found.residual, 0);
  EXPECT_EQ(found.u.value({0.3, 0.2, 0.1}), 0);
  EXPECT_DOUBLE_EQ(found.adm_energy, 1);
  EXPECT_DOUBLE_EQ(found.adm_masses[0], 0.6 * (1 + 0.4 / 8));
  EXPECT_DOUBLE_EQ(found.adm_masses[1], 0.4 * (1 + 0.6 / 8));
}

// Perturbation theory gives the energy E = m + 5 P^2/(8 m) for small momentum and E = m + 2 S^2/(5 m^3) for small spin.
// The remainder is of fourth order.
TEST(Binary, SlowSingleBlackHolesHaveTheEnergyOfPerturbationTheory) {
  auto const remainder = [](double P, double S) {
    BinarySolution const found = solve_binary(single(1, 0, {0, P, 0}, {0, 0, S}), points(28, 6));
    return found.adm_energy - 1 - 5.0 / 8 * P * P - 2.0 / 5 * S * S;
  };
  EXPECT_NEAR(remainder(0.08, 0) / remainder(0.04, 0), 16, 0.5);
  EXPECT_NEAR(remainder(0, 0.08) / remainder(0, 0.04), 16, 0.5);
  EXPECT_LT(std::abs(remainder(0.02, 0)), 1e-6);
}

// The geometry of a single puncture must not depend on the position of the second puncture, which has no mass and only
// defines the coordinates.
TEST(Binary, ASinglePunctureDoesNotDependOnTheCoordinates) {
  Point const P = {0.1, 0.2, 0}, S = {0, 0.1, 0.3};
  BinarySolution const one = solve_binary(single(0.7, 0, P, S), points(34, 10));
  BinarySolution const other = solve_binary(single(1.2, 1, P, S), points(34, 10));
  EXPECT_NEAR(one.adm_energy, other.adm_energy, 2e-7);
  for (Point const from_it : {Point{0.5, 0.1, 0}, {0, 0, 2}, {-3, 1, 1}}) {
    double const u = one.u.value({0.7 + from_it[0], from_it[1], from_it[2]});
    EXPECT_NEAR(u, other.u.value({-1.2 + from_it[0], from_it[1], from_it[2]}), 2e-7);
  }
}

TEST(Binary, QuasiCircularOrbit) {
  BinarySolution const found = solve_binary(qc0, points(30, 16));
  EXPECT_NEAR(found.adm_energy, 1.00787644, 1e-8);
  EXPECT_NEAR(found.adm_masses[0], 0.51681739, 1e-8);
  EXPECT_NEAR(found.adm_masses[1], found.adm_masses[0], 1e-12);
  EXPECT_NEAR(found.angular_momentum[2], 2 * 1.168642873 * 0.3331917498, 1e-15);
}

// The thorn TwoPunctures of the Einstein Toolkit (release 2022-05) has the same collocation points and expansion. These
// digits are its results with Newton_tol = 1e-11.
TEST(Binary, AgreesWithAnotherCodeAtTheSamePoints) {
  for (auto const& [n, mass, u] :
       {std::tuple{16, 0.51681962417687, 0.03489615622614}, {20, 0.51681675630171, 0.03489965021486}}) {
    BinarySolution const found = solve_binary(qc0, points(n, 8));
    EXPECT_NEAR(found.adm_masses[0], mass, 5e-12) << n;
    EXPECT_NEAR(found.u.value({0.3, 0.2, 0.1}), u, 5e-12) << n;
  }
}

// Evaluates the Hamiltonian constraint by differences of fourth order on a lattice, as an evolution does.
TEST(Binary, TheHamiltonianConstraintConvergesOnALattice) {
  BinarySolution const found = solve_binary(qc0, points(34, 12));
  auto const violation = [&](double h) {
    Point const at = {0.5, 0.9, 0.4};
    auto const psi = [&](Point const& x) { return 1 + newtonian_part(found.binary, x) + found.u.value(x); };
    double laplacian = 0;
    for (int d = 0; d < 3; ++d)
      for (auto const& [step, weight] :
           {std::pair{-2, -1.0 / 12}, {-1, 4.0 / 3}, {0, -5.0 / 2}, {1, 4.0 / 3}, {2, -1.0 / 12}}) {
        Point moved = at;
        moved[d] += step * h;
        laplacian += weight / (h * h) * psi(moved);
      }
    return laplacian + square(curvature(found.binary, at)) / 8 * std::pow(psi(at), -7);
  };
  EXPECT_NEAR(std::log2(std::abs(violation(0.1) / violation(0.05))), 4, 0.2);
  EXPECT_LT(std::abs(violation(0.05)), 1e-3);
}

TEST(Binary, BareMassesAreFoundForTargetMasses) {
  BinaryOptions options = points(16, 6);
  options.target_masses = {0.6, 0.4};
  int n_lines = 0;
  options.report = [&](std::string const&) { ++n_lines; };
  Binary start = qc0;
  BinarySolution const found = solve_binary(start, options);
  EXPECT_NEAR(found.adm_masses[0], 0.6, 1e-10);
  EXPECT_NEAR(found.adm_masses[1], 0.4, 1e-10);
  EXPECT_LT(found.binary.puncture[1].mass, found.binary.puncture[0].mass);
  EXPECT_GT(n_lines, 5);
}

TEST(Binary, SofteningKeepsDistancesAwayFromZero) {
  Point const at = {qc0.half_distance, 0, 0};
  EXPECT_EQ(distances(qc0, at)[0], 0);
  EXPECT_DOUBLE_EQ(distances(qc0, at, {.epsilon = 1e-3})[0], 1e-3);
  EXPECT_EQ(distances(qc0, at, {.tiny = 1e-4})[0], 1e-4);
  EXPECT_NEAR(distances(qc0, at, {.epsilon = 1e-3})[1], 2 * qc0.half_distance, 1e-12);
  EXPECT_TRUE(std::isfinite(square(curvature(qc0, at, {.tiny = 1e-4}))));
}

std::string error_message(Binary const& binary, BinaryOptions const& options) {
  try {
    solve_binary(binary, options);
  } catch (std::runtime_error const& error) {
    return error.what();
  }
  return "";
}

TEST(Binary, ReportsWhatDidNotConverge) {
  BinaryOptions options = points(8, 4);
  options.max_newton_steps = 1;
  EXPECT_NE(error_message(qc0, options).find("after 1 Newton steps, more than 1e-10"), std::string::npos);
  options = points(8, 4);
  options.target_masses = {0.6, 0.4};
  options.mass_tolerance = 1e-300;
  EXPECT_NE(error_message(qc0, options).find("no bare masses with ADM masses 0.6 and 0.4 were found"),
            std::string::npos);
}

} // namespace
