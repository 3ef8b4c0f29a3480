// Peers of the wave benchmark: a step of RK4 for the wave system as hand-written loops, in which right-hand sides and
// updates are fused.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace performance {

/// The arrays of u, rho, v1, v2, v3.
template <typename Real>
using WaveState = std::array<Real*, 5>;

/// Each array has `extent[0] * extent[1] * extent[2]` elements with x as the fastest axis. The loops compute n points
/// per axis, the first at (x0, order/2, order/2); the other points keep their values.
template <typename Real>
struct WaveStep {
  WaveState<Real> past, now, sum, rhs;
  std::ptrdiff_t extent[3];
  std::ptrdiff_t x0;
  std::ptrdiff_t n;
  Real dt_over_h, h;
};

/// d_t u = rho, d_t rho = d_i v_i, d_t v_i = d_i rho with centred differences of order 2, 4, 6 or 8. Starts from `past`
/// and evaluates the right-hand side four times, with the coefficients of thorn MoL. Afterwards `sum` contains the new
/// values and `rhs` the last right-hand sides. OpenMP over planes and rows; the compiler vectorises along x.
template <typename Real>
void plain_wave_step(int order, WaveStep<Real> const& step);

/// A variant of plain_wave_step(): blocked along y, with vectors of the machine's width, with or without software
/// prefetching and non-temporal stores. The benchmark compares with the fastest variant.
template <typename Real>
struct HandwrittenWaveStep {
  std::string name;
  std::function<void(WaveStep<Real> const&)> run;
};
template <typename Real>
std::vector<HandwrittenWaveStep<Real>> handwritten_wave_steps(int order);

} // namespace performance
