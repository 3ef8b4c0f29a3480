// CMakeLists.txt compiles this file with -O3 -march=native.
#include "testsuites/performance/handwritten_wave_rhs.hpp"

#include "testsuites/performance/handwritten_loops.hpp"

#include <algorithm>

namespace performance {

namespace {

template <int radius, typename Real>
void plain(WaveRhs<Real> const& a) {
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

/// Computes all right-hand sides at point i, or at the points of a SIMD vector that starts at i.
template <int radius, typename Real, typename Value, typename Load, typename Store>
[[gnu::always_inline]] inline void points(WaveRhs<Real> const& a, std::ptrdiff_t i, Real inverse, Load const& load,
                                          Store const& store) {
  std::ptrdiff_t const dj = a.extent[0], dk = a.extent[0] * a.extent[1];
  auto const d = [&](std::size_t v, std::ptrdiff_t stride) __attribute__((always_inline)) {
    return derivative<radius, Real, Value>(a.state[v] + i, stride, load);
  };
  store(a.rhs[0] + i, load(a.state[1] + i));
  store(a.rhs[1] + i, inverse * (d(2, 1) + d(3, dj) + d(4, dk)));
  store(a.rhs[2] + i, inverse * d(1, 1));
  store(a.rhs[3] + i, inverse * d(1, dj));
  store(a.rhs[4] + i, inverse * d(1, dk));
}

template <int radius, typename Real>
void row(WaveRhs<Real> const& a, Shape const& shape, std::ptrdiff_t begin) {
  constexpr int lanes = Vectors<Real>::lanes, ahead = 8 * lanes;
  using Vector = typename Vectors<Real>::Vector;
  std::ptrdiff_t const dk = a.extent[0] * a.extent[1];
  Real const inverse = 1 / a.h;
  auto const vector = [](Real const* p) { return load(p); };
  auto const store_vector = [&](Real* p, Vector v) { shape.is_nontemporal ? stream(p, v) : store(p, v); };
  auto const number = [](Real const* p) { return *p; };
  auto const store_number = [](Real* p, Real v) { *p = v; };
  std::ptrdiff_t i = begin;
  for (; i + lanes <= begin + a.n; i += lanes) {
    if (shape.prefetches) {
      for (std::size_t const v : {1, 4}) __builtin_prefetch(a.state[v] + i + ahead + radius * dk, 0, 2);
      for (std::size_t const v : {2, 3}) __builtin_prefetch(a.state[v] + i + ahead, 0, 2);
    }
    points<radius, Real, Vector>(a, i, inverse, vector, store_vector);
  }
  for (; i < begin + a.n; ++i) points<radius, Real, Real>(a, i, inverse, number, store_number);
}

template <int radius, typename Real>
void right_hand_side(WaveRhs<Real> const& a, Shape const& shape) {
  std::ptrdiff_t const dj = a.extent[0], dk = a.extent[0] * a.extent[1], end = a.n + radius;
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t block = radius; block < end; block += shape.rows) {
    for (std::ptrdiff_t z = radius; z < end; ++z)
      for (std::ptrdiff_t y = block; y < std::min(end, block + shape.rows); ++y)
        row<radius>(a, shape, z * dk + y * dj + a.x0);
    fence();
  }
}

template <int radius, typename Real>
std::vector<HandwrittenWaveRhs<Real>> family() {
  std::vector<HandwrittenWaveRhs<Real>> list;
  for (Shape const& shape : shapes)
    list.push_back({to_text(shape), [=](WaveRhs<Real> const& a) { right_hand_side<radius>(a, shape); }});
  return list;
}

} // namespace

template <typename Real>
void plain_wave_rhs(int order, WaveRhs<Real> const& arrays) {
  switch (order) {
  case 2:
    return plain<1>(arrays);
  case 4:
    return plain<2>(arrays);
  case 6:
    return plain<3>(arrays);
  case 8:
    return plain<4>(arrays);
  }
}

template <typename Real>
std::vector<HandwrittenWaveRhs<Real>> handwritten_wave_rhs(int order) {
  return order == 2   ? family<1, Real>()
         : order == 4 ? family<2, Real>()
         : order == 6 ? family<3, Real>()
                      : family<4, Real>();
}

template void plain_wave_rhs<double>(int, WaveRhs<double> const&);
template void plain_wave_rhs<float>(int, WaveRhs<float> const&);
template std::vector<HandwrittenWaveRhs<double>> handwritten_wave_rhs<double>(int);
template std::vector<HandwrittenWaveRhs<float>> handwritten_wave_rhs<float>(int);

} // namespace performance
