// The Laplacian in spectral coordinates, of fields that fall off at infinity.
//
// In prolate spheroidal coordinates r+ r- Laplace(u) = u_xi,xi + coth(xi) u_xi + u_eta,eta + cot(eta) u_eta +
// pole u_phi,phi with pole = 1/sinh^2 xi + 1/sin^2 eta: a sum of a part in A and a part in B for each wave number in
// phi. The equation is used for U with u = (A - 1) U, multiplied by scale()/(A - 1), scale = r+ r-/(1 + pole): then its
// terms are of order 1 in the whole cube, and so is their round-off.
#pragma once

#include "grid.hpp"

namespace twopunctures {

class Laplacian {
public:
  // The same equation with other derivatives: the spectral ones, or differences of neighbours.
  enum class Kind { spectral, differences };

  Laplacian(SpectralGrid const& grid, Kind kind);
  // scale Laplace((A - 1) U)/(A - 1)
  Values apply(Values const& U) const;
  double scale(int index) const;

  // For coefficients of wave number m: apply = (in_A + in_B - m^2 pole)/(1 + pole).
  Matrix const& in_A() const { return in_A_; }
  Matrix const& in_B() const { return in_B_; }
  double pole(int i, int j) const { return pole_A_[i] + pole_B_[j]; }

private:
  SpectralGrid const& grid_;
  Matrix in_A_, in_B_, to_modes_, from_modes_;
  std::vector<double> pole_A_, pole_B_; // 1/sinh^2 xi, 1/sin^2 eta
};

} // namespace twopunctures
