// Peer of the elements benchmark: the fluxes of the Loo.py paper (Kloeckner, Wilcox, Warburton 2016, section 2) along
// the first two reference directions of spectral elements, written by hand with vectors.
#pragma once

namespace performance {

/// Arrays of n_elements elements with n^3 points each. i varies fastest; then j, k, the field and the element.
template <typename Real>
struct FluxArrays {
  int n = 0; ///< points per direction: 4, 8, 12 or 16
  int n_elements = 0;
  Real const* geometry;   ///< 11 fields: 0 to 2 and 3 to 5 are the factors of both directions, 9 is 1/J
  Real const* derivative; ///< n * n, first index fastest
  Real const* q;          ///< 8 fields: momentum (3), density, potential temperature density, tracers (3)
  Real* rhs;              ///< 8 fields, to which the negative divergence is added
};

/// Adds -1/J (D_r F_r + D_s F_s) to the right-hand side. OpenMP over elements. The pressure is theta^1.4. Throws
/// std::invalid_argument for another number of points.
template <typename Real>
void handwritten_flux(FluxArrays<Real> const& arrays);

} // namespace performance
