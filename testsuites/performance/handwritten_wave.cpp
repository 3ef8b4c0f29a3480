// A plain OpenMP loop nest with the stencil weights as constants; compiled for the machine (see CMakeLists.txt).
#include "testsuites/performance/handwritten_wave.hpp"

#include <cstddef>

namespace performance {

namespace {

template <int order>
constexpr double weight(int k);
template <>
constexpr double weight<2>(int) {
  return 1.0 / 2;
}
template <>
constexpr double weight<4>(int k) {
  return k == 1 ? 2.0 / 3 : -1.0 / 12;
}
template <>
constexpr double weight<6>(int k) {
  return k == 1 ? 3.0 / 4 : k == 2 ? -3.0 / 20 : 1.0 / 60;
}
template <>
constexpr double weight<8>(int k) {
  return k == 1 ? 4.0 / 5 : k == 2 ? -1.0 / 5 : k == 3 ? 4.0 / 105 : -1.0 / 280;
}

template <int order>
inline double derivative(double const* f, std::ptrdiff_t stride, double inverse_spacing) {
  double sum = 0;
  for (int k = order / 2; k >= 1; --k) sum += weight<order>(k) * (f[k * stride] - f[-k * stride]);
  return sum * inverse_spacing;
}

template <int order>
void right_hand_side(WaveArrays const& a, int const n[3], double const spacing[3]) {
  int const width = order / 2;
  std::ptrdiff_t const dy = n[0], dz = std::ptrdiff_t{n[0]} * n[1];
  double const hx = 1 / spacing[0], hy = 1 / spacing[1], hz = 1 / spacing[2];
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = width; k < n[2] - width; ++k)
    for (int j = width; j < n[1] - width; ++j) {
      std::ptrdiff_t const row = k * dz + j * dy;
#pragma omp simd
      for (int i = width; i < n[0] - width; ++i) {
        std::ptrdiff_t const p = row + i;
        a.u_rhs[p] = a.rho[p];
        a.rho_rhs[p] = derivative<order>(a.v1 + p, 1, hx) + derivative<order>(a.v2 + p, dy, hy) +
                       derivative<order>(a.v3 + p, dz, hz);
        a.v1_rhs[p] = derivative<order>(a.rho + p, 1, hx);
        a.v2_rhs[p] = derivative<order>(a.rho + p, dy, hy);
        a.v3_rhs[p] = derivative<order>(a.rho + p, dz, hz);
      }
    }
}

} // namespace

void handwritten_wave_rhs(int order, WaveArrays const& arrays, int const n[3], double const spacing[3]) {
  switch (order) {
  case 2:
    return right_hand_side<2>(arrays, n, spacing);
  case 4:
    return right_hand_side<4>(arrays, n, spacing);
  case 6:
    return right_hand_side<6>(arrays, n, spacing);
  case 8:
    return right_hand_side<8>(arrays, n, spacing);
  }
}

} // namespace performance
