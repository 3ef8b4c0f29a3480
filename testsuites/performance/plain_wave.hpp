// A peer of the wave benchmark: the right-hand side as one would write it first.
#pragma once

#include <array>
#include <cstddef>

namespace performance {

/// Arrays of `extent[0] * extent[1] * extent[2]` numbers, x fastest: u, rho, v1, v2, v3. What is computed are n points
/// per axis, the first at (x0, order/2, order/2).
template <typename Real>
struct WaveRhs {
  std::array<Real const*, 5> state;
  std::array<Real*, 5> rhs;
  std::ptrdiff_t extent[3];
  std::ptrdiff_t x0;
  std::ptrdiff_t n;
  Real h;
};

/// d_t u = rho, d_t rho = d_i v_i, d_t v_i = d_i rho with centred differences of order 2, 4, 6 or 8. OpenMP over planes
/// and rows, vectorised along x by the compiler.
template <typename Real>
void plain_wave_rhs(int order, WaveRhs<Real> const& arrays);

} // namespace performance
