// Two black holes at a moment: the puncture equation, its solution, and the masses.
//
// Laplace(u) + 1/8 A_ij A_ij psi^-7 = 0 with psi = 1 + m+/(2 r+) + m-/(2 r-) + u and A_ij the sum of the Bowen-York
// curvatures, in flat space (Brandt and Bruegmann, Physical Review Letters 78 (1997) 3606). The metric is then
// psi^4 delta_ij, K_ij = psi^-2 A_ij: maximally sliced. G = c = 1. Without momentum and spin u = 0.
#pragma once

#include "bowen_york.hpp"
#include "elliptic.hpp"
#include "expansion.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>

namespace twopunctures {

struct Binary {
  double half_distance;             // the punctures are at x = +-half_distance
  std::array<Puncture, 2> puncture; // that at +, that at -
};

// Keeps distances from a puncture away from 0, where lattice points lie on it: r -> max((r^4 + epsilon^4)^(1/4), tiny).
struct Softening {
  double epsilon = 0, tiny = 0;
};

// The distances from the two punctures, the sum m/(2 r) over them, which is psi - 1 - u, and psi^2 K_ij.
std::array<double, 2> distances(Binary const& binary, Point const& at, Softening const& softening = {});
double newtonian_part(Binary const& binary, Point const& at, Softening const& softening = {});
SymmetricTensor curvature(Binary const& binary, Point const& at, Softening const& softening = {});

struct BinaryOptions {
  int n_A = 30, n_B = 30, n_phi = 16;
  double newton_tolerance = 1e-10;
  int max_newton_steps = 5;
  // ADM masses to reach by changing the bare ones, which are then the first guess, and how exactly.
  std::optional<std::array<double, 2>> target_masses;
  double mass_tolerance = 1e-10;
  std::function<void(std::string const&)> report = [](std::string const&) {}; // a line of progress
};

struct BinarySolution {
  Binary binary; // with the bare masses reached
  Expansion u;
  double residual;
  std::array<double, 2> adm_masses; // of each puncture, at its own infinity: m (1 + u + m_other/(2 distance))
  double adm_energy;                // of the whole space
  Point angular_momentum;
};

// Throws std::runtime_error with a sentence when Newton's method or the search for the masses does not converge.
BinarySolution solve_binary(Binary const& binary, BinaryOptions const& options);

} // namespace twopunctures
