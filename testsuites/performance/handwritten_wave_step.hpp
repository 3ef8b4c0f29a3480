// Peers of the wave benchmark: a step of RK4 for the wave system, right-hand sides and sums in one loop, by hand.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace performance {

/// u, rho, v1, v2, v3.
template <typename Real>
using WaveState = std::array<Real*, 5>;

/// Arrays of `extent[0] * extent[1] * extent[2]` numbers, x fastest. What is computed are n points per axis, the first
/// at (x0, order/2, order/2); other points keep their values.
template <typename Real>
struct WaveStep {
  WaveState<Real> past, now, sum, rhs;
  std::ptrdiff_t extent[3];
  std::ptrdiff_t x0;
  std::ptrdiff_t n;
  Real dt_over_h, h;
};

/// d_t u = rho, d_t rho = d_i v_i, d_t v_i = d_i rho with centred differences of order 2, 4, 6 or 8. From `past` by
/// four evaluations, in the form in which thorn MoL has the method: afterwards `sum` holds the new values and `rhs` the
/// last right-hand sides. OpenMP over planes and rows, vectorised along x by the compiler.
template <typename Real>
void plain_wave_step(int order, WaveStep<Real> const& step);

/// The same blocked along y, in vectors of the machine's width, with and without software prefetching and stores past
/// the caches. Each is to be measured; the best counts.
template <typename Real>
struct HandwrittenWaveStep {
  std::string name;
  std::function<void(WaveStep<Real> const&)> run;
};
template <typename Real>
std::vector<HandwrittenWaveStep<Real>> handwritten_wave_steps(int order);

} // namespace performance
