// Peers of the wave benchmark: the right-hand side of the wave system as hand-written loops.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace performance {

/// Each array has `extent[0] * extent[1] * extent[2]` elements with x as the fastest axis: u, rho, v1, v2, v3. The
/// loops compute n points per axis, the first at (x0, order/2, order/2).
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
/// and rows; the compiler vectorises the loop along x.
template <typename Real>
void plain_wave_rhs(int order, WaveRhs<Real> const& arrays);

/// A variant of plain_wave_rhs(): blocked along y, with vectors of the machine's width, with or without software
/// prefetching and non-temporal stores. The fastest variant is the peer.
template <typename Real>
struct HandwrittenWaveRhs {
  std::string name;
  std::function<void(WaveRhs<Real> const&)> run;
};
template <typename Real>
std::vector<HandwrittenWaveRhs<Real>> handwritten_wave_rhs(int order);

} // namespace performance
