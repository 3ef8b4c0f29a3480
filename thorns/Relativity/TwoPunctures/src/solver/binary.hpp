/// Initial data of two black holes: solution of the puncture equation, and masses of the black holes. The puncture
/// equation in flat space is Laplace(u) + 1/8 A_ij A_ij psi^-7 = 0 with psi = 1 + m+/(2 r+) + m-/(2 r-) + u (Brandt and
/// Bruegmann, Physical Review Letters 78 (1997) 3606). A_ij is the sum of the Bowen-York curvatures of both punctures.
/// The solution is a maximal slice with metric psi^4 delta_ij and K_ij = psi^-2 A_ij. Units are G = c =
/// 1. Without momentum and spin, u = 0.
#pragma once

#include "spectral_grid.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>

namespace twopunctures {

/// One black hole.
struct Puncture {
  double mass;    // the bare mass
  Point momentum; ///< momentum; the ADM momentum is the sum over both punctures
  Point spin;
};

using SymmetricTensor = std::array<double, 6>; // components xx, xy, xz, yy, yz, zz

/// The Bowen-York curvature A_ij = psi^2 K_ij of one puncture at the position `from_it` relative to the puncture. With
/// n_i = x_i/r it is
///   3/(2 r^2) (P_i n_j + P_j n_i + P.n (n_i n_j - delta_ij)) + 3/r^3 ((S x n)_i n_j + (S x n)_j n_i).
/// A_ij is trace-free and divergence-free (Bowen and York, Physical Review D 21 (1980) 2047). Its dimension is
/// 1/length. `r` is the length of `from_it`, softened near the puncture.
SymmetricTensor bowen_york_curvature(Puncture const& puncture, Point const& from_it, double r);

/// The contraction T_ij T_ij.
double square(SymmetricTensor const& tensor);

/// Two punctures.
struct Binary {
  double half_distance;             // the punctures are at x = +-half_distance
  std::array<Puncture, 2> puncture; ///< the punctures at x = +half_distance and x = -half_distance
};

/// Parameters that avoid the distance r = 0 for grid points at a puncture: max((r^4 + epsilon^4)^(1/4), tiny) replaces
/// r.
struct Softening {
  double epsilon = 0, tiny = 0;
};

/// The softened distances of the point `at` from the two punctures. newtonian_part() is the sum of m/(2 r) over the
/// punctures, which is psi - 1 - u. curvature() is A_ij = psi^2 K_ij.
std::array<double, 2> distances(Binary const& binary, Point const& at, Softening const& softening = {});
double newtonian_part(Binary const& binary, Point const& at, Softening const& softening = {});
SymmetricTensor curvature(Binary const& binary, Point const& at, Softening const& softening = {});

struct BinaryOptions {
  int n_A = 30, n_B = 30, n_phi = 16;
  double newton_tolerance = 1e-10;
  int max_newton_steps = 5;
  /// Optional ADM masses of the punctures. If they are given, the solver searches the bare masses and starts from those
  /// of the Binary.
  std::optional<std::array<double, 2>> target_masses;
  double mass_tolerance = 1e-10;
  std::function<void(std::string const&)> report = [](std::string const&) {
  }; ///< called with messages about the progress
};

struct BinarySolution {
  Binary binary; ///< the two punctures with the resulting bare masses
  Expansion u;
  double residual;
  std::array<double, 2> adm_masses; ///< m (1 + u + m_other/(2 distance)) of each puncture, measured at its own infinity
  double adm_energy;                // ADM energy of the space-time
  Point angular_momentum;
};

/// Solves the puncture equation. Throws std::runtime_error if Newton's method or the search for the masses does not
/// converge.
BinarySolution solve_binary(Binary const& binary, BinaryOptions const& options);

} // namespace twopunctures
