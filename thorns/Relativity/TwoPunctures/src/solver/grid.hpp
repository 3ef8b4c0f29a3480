// The collocation points of all of space, and fields given by their values there.
#pragma once

#include "basis.hpp"
#include "coordinates.hpp"

#include <vector>

namespace twopunctures {

// One number per collocation point: index (k n_B + j) n_A + i for (A_i, B_j, phi_k).
using Values = std::vector<double>;

struct SpectralGrid {
  double b; // the punctures are at x = +-b
  ChebyshevBasis in_A, in_B;
  FourierBasis in_phi;

  // At least 4 points in each direction, an even number in phi.
  SpectralGrid(int n_A, int n_B, int n_phi, double half_distance)
      : b(half_distance), in_A(n_A, 0, 1), in_B(n_B, -1, 1), in_phi(n_phi) {}

  int plane_size() const { return in_A.size() * in_B.size(); }
  int size() const { return plane_size() * in_phi.size(); }
  SpectralPoint point(int index) const {
    int const n_A = in_A.size(), n_B = in_B.size();
    return {in_A.points[index % n_A], in_B.points[index / n_A % n_B], in_phi.points[index / plane_size()]};
  }
};

// The matrix of in_phi applied to a field along phi: to coefficients of phi, or back.
Values along_phi(SpectralGrid const& grid, Matrix const& matrix, Values const& field);

} // namespace twopunctures
