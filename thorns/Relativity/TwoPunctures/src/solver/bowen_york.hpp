// The extrinsic curvature of black holes with momentum and spin.
#pragma once

#include "coordinates.hpp"

#include <array>

namespace twopunctures {

struct Puncture {
  double mass;    // bare
  Point momentum; // of which the ADM momentum of the space is the sum
  Point spin;
};

using SymmetricTensor = std::array<double, 6>; // xx, xy, xz, yy, yz, zz

// psi^2 K_ij at a place `from_it` relative to a puncture, in the conformally flat metric psi^4 delta_ij, of dimension
// 1/length:
//   3/(2 r^2) (P_i n_j + P_j n_i + P.n (n_i n_j - delta_ij)) + 3/r^3 ((S x n)_i n_j + (S x n)_j n_i).
// Trace-free and divergence-free (Bowen and York, Physical Review D 21 (1980) 2047). `r` is the length of `from_it`, or
// what stands in for it near the puncture.
SymmetricTensor bowen_york_curvature(Puncture const& puncture, Point const& from_it, double r);

// T_ij T_ij
double square(SymmetricTensor const& tensor);

} // namespace twopunctures
