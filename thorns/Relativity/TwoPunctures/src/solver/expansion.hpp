// A field between the collocation points: its expansion in Chebyshev polynomials and Fourier modes.
#pragma once

#include "grid.hpp"

namespace twopunctures {

class Expansion {
public:
  // Of u = (A - 1) U.
  Expansion(SpectralGrid const& grid, Values const& U);

  // u at a point of space: with the accuracy of the expansion anywhere, the punctures included. Costs two operations
  // per coefficient. May be called by several threads.
  double value(Point const& at) const;

  // U at infinity, averaged over directions: u goes to -b U/r there.
  double limit_at_infinity() const;

private:
  SpectralGrid grid_;
  Values coefficients_;       // in the order of Values
  std::vector<bool> matters_; // per (k, j): whether any of its coefficients is above round-off

  double scaled_value(SpectralPoint const& at) const; // U
};

} // namespace twopunctures
