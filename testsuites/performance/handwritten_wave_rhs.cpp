// One loop nest in vectors; compiled for the machine (see CMakeLists.txt).
#include "testsuites/performance/handwritten_wave_rhs.hpp"

#include "testsuites/performance/vectors.hpp"
#include "testsuites/performance/wave_loops.hpp"

#include <algorithm>

namespace performance {

namespace {

/// A vector, or a number, of each variable at point i.
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
  auto const keep = [&](Real* p, Vector v) { shape.is_nontemporal ? stream(p, v) : store(p, v); };
  auto const number = [](Real const* p) { return *p; };
  auto const keep_number = [](Real* p, Real v) { *p = v; };
  std::ptrdiff_t i = begin;
  for (; i + lanes <= begin + a.n; i += lanes) {
    if (shape.prefetches) {
      for (std::size_t const v : {1, 4}) __builtin_prefetch(a.state[v] + i + ahead + radius * dk, 0, 2);
      for (std::size_t const v : {2, 3}) __builtin_prefetch(a.state[v] + i + ahead, 0, 2);
    }
    points<radius, Real, Vector>(a, i, inverse, vector, keep);
  }
  for (; i < begin + a.n; ++i) points<radius, Real, Real>(a, i, inverse, number, keep_number);
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
std::vector<HandwrittenWaveRhs<Real>> handwritten_wave_rhs(int order) {
  return order == 2   ? family<1, Real>()
         : order == 4 ? family<2, Real>()
         : order == 6 ? family<3, Real>()
                      : family<4, Real>();
}

template std::vector<HandwrittenWaveRhs<double>> handwritten_wave_rhs<double>(int);
template std::vector<HandwrittenWaveRhs<float>> handwritten_wave_rhs<float>(int);

} // namespace performance
