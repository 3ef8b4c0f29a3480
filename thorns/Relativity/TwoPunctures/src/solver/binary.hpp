/// Initial data of two black holes: the puncture equation, its solution, and the masses.
///
/// Laplace(u) + 1/8 A_ij A_ij psi^-7 = 0 with psi = 1 + m+/(2 r+) + m-/(2 r-) + u and A_ij the sum of the Bowen-York
/// curvatures, in flat space (Brandt and Bruegmann, Physical Review Letters 78 (1997) 3606). The metric is then
/// psi^4 delta_ij, K_ij = psi^-2 A_ij: maximally sliced. G = c = 1. Without momentum and spin u = 0.
#pragma once

#include "spectral_grid.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>

namespace twopunctures {

/// One black hole.
struct Puncture {
  double mass;    // bare mass
  Point momentum; ///< the ADM momentum is the sum over both punctures
  Point spin;
};

using SymmetricTensor = std::array<double, 6>; // xx, xy, xz, yy, yz, zz

/// psi^2 K_ij at the position `from_it` relative to a puncture, in the conformally flat metric psi^4 delta_ij. Its
/// dimension is 1/length:
///   3/(2 r^2) (P_i n_j + P_j n_i + P.n (n_i n_j - delta_ij)) + 3/r^3 ((S x n)_i n_j + (S x n)_j n_i).
/// Trace-free and divergence-free (Bowen and York, Physical Review D 21 (1980) 2047). `r` is the length of `from_it`,
/// softened near the puncture.
SymmetricTensor bowen_york_curvature(Puncture const& puncture, Point const& from_it, double r);

/// T_ij T_ij
double square(SymmetricTensor const& tensor);

/// Two punctures.
struct Binary {
  double half_distance;             // the punctures are at x = +-half_distance
  std::array<Puncture, 2> puncture; ///< at +half_distance and at -half_distance
};

/// Avoids the distance 0 for grid points at a puncture: r is replaced by max((r^4 + epsilon^4)^(1/4), tiny).
struct Softening {
  double epsilon = 0, tiny = 0;
};

/// The distances from the two punctures, the sum of m/(2 r), which is psi - 1 - u, and psi^2 K_ij.
std::array<double, 2> distances(Binary const& binary, Point const& at, Softening const& softening = {});
double newtonian_part(Binary const& binary, Point const& at, Softening const& softening = {});
SymmetricTensor curvature(Binary const& binary, Point const& at, Softening const& softening = {});

struct BinaryOptions {
  int n_A = 30, n_B = 30, n_phi = 16;
  double newton_tolerance = 1e-10;
  int max_newton_steps = 5;
  /// Target ADM masses, if given. The bare masses are then the first guess.
  std::optional<std::array<double, 2>> target_masses;
  double mass_tolerance = 1e-10;
  std::function<void(std::string const&)> report = [](std::string const&) {}; ///< receives lines of progress
};

struct BinarySolution {
  Binary binary; ///< with the resulting bare masses
  Expansion u;
  double residual;
  std::array<double, 2> adm_masses; ///< of each puncture, at its own infinity: m (1 + u + m_other/(2 distance))
  double adm_energy;                // of the whole space
  Point angular_momentum;
};

/// Throws std::runtime_error with a sentence if Newton's method or the search for the masses does not converge.
BinarySolution solve_binary(Binary const& binary, BinaryOptions const& options);

} // namespace twopunctures
