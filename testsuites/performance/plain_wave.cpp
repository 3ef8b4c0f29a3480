// A plain OpenMP loop nest with the stencil weights as constants; compiled for the machine (see CMakeLists.txt).
#include "testsuites/performance/plain_wave.hpp"

#include "testsuites/performance/wave_loops.hpp"

namespace performance {

namespace {

template <int radius, typename Real>
void right_hand_side(WaveRhs<Real> const& a) {
  std::ptrdiff_t const dy = a.extent[0], dz = a.extent[0] * a.extent[1];
  Real const inverse = 1 / a.h;
  auto const load = [](Real const* p) __attribute__((always_inline)) { return *p; };
  auto const d = [&](Real const* p, std::ptrdiff_t stride) __attribute__((always_inline)) {
    return derivative<radius, Real, Real>(p, stride, load) * inverse;
  };
  Real const *const rho = a.state[1], *const v1 = a.state[2], *const v2 = a.state[3], *const v3 = a.state[4];
#pragma omp parallel for collapse(2) schedule(static)
  for (std::ptrdiff_t k = radius; k < a.n + radius; ++k)
    for (std::ptrdiff_t j = radius; j < a.n + radius; ++j) {
      std::ptrdiff_t const row = k * dz + j * dy;
#pragma omp simd
      for (std::ptrdiff_t p = row + a.x0; p < row + a.x0 + a.n; ++p) {
        a.rhs[0][p] = rho[p];
        a.rhs[1][p] = d(v1 + p, 1) + d(v2 + p, dy) + d(v3 + p, dz);
        a.rhs[2][p] = d(rho + p, 1);
        a.rhs[3][p] = d(rho + p, dy);
        a.rhs[4][p] = d(rho + p, dz);
      }
    }
}

} // namespace

template <typename Real>
void plain_wave_rhs(int order, WaveRhs<Real> const& arrays) {
  switch (order) {
  case 2:
    return right_hand_side<1>(arrays);
  case 4:
    return right_hand_side<2>(arrays);
  case 6:
    return right_hand_side<3>(arrays);
  case 8:
    return right_hand_side<4>(arrays);
  }
}

template void plain_wave_rhs<double>(int, WaveRhs<double> const&);
template void plain_wave_rhs<float>(int, WaveRhs<float> const&);

} // namespace performance
