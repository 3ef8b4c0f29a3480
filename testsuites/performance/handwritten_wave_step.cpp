// CMakeLists.txt compiles this file with -O3 -march=native.
#include "testsuites/performance/handwritten_wave_step.hpp"

#include "testsuites/performance/handwritten_loops.hpp"

#include <algorithm>

namespace performance {

namespace {

enum class Stage { first, second, third, last };

/// Coefficients of a stage: current <- past + step * rhs, sum <- sum + weight * current.
template <Stage stage, typename Real>
constexpr Real step_of = static_cast<Real>(stage == Stage::third  ? 1
                                           : stage == Stage::last ? 1.0 / 6
                                                                  : 1.0 / 2);
template <Stage stage, typename Real>
constexpr Real weight_of = static_cast<Real>(stage == Stage::second ? 2.0 / 3 : 1.0 / 3);

/// Updates all variables at point i, or at the points of a SIMD vector that starts at i. `stream` stores to arrays that
/// the stage does not read.
template <Stage stage, int radius, typename Real, typename Value, typename Load, typename Store, typename Stream>
[[gnu::always_inline]] inline void points(WaveStep<Real> const& s, WaveState<Real> const& from,
                                          WaveState<Real> const& to, std::ptrdiff_t i, Load const& load,
                                          Store const& store, Stream const& stream) {
  std::ptrdiff_t const dj = s.extent[0], dk = s.extent[0] * s.extent[1];
  Real const factor = step_of<stage, Real> * s.dt_over_h, inverse = 1 / s.h;
  auto const d = [&](int v, std::ptrdiff_t stride) __attribute__((always_inline)) {
    return derivative<radius, Real, Value>(from[static_cast<std::size_t>(v)] + i, stride, load);
  };
  Value const rhs[5] = {s.h * load(from[1] + i), d(2, 1) + d(3, dj) + d(4, dk), d(1, 1), d(1, dj), d(1, dk)};
#pragma GCC unroll 5
  for (std::size_t v = 0; v < 5; ++v) {
    Value const old = load(s.past[v] + i), current = old + factor * rhs[v];
    if constexpr (stage == Stage::last) {
      store(s.sum[v] + i, current + load(s.sum[v] + i) - static_cast<Real>(4.0 / 3) * old);
      stream(s.rhs[v] + i, inverse * rhs[v]);
    } else {
      stream(to[v] + i, current);
      if constexpr (stage == Stage::first)
        stream(s.sum[v] + i, weight_of<stage, Real> * current);
      else
        store(s.sum[v] + i, load(s.sum[v] + i) + weight_of<stage, Real> * current);
    }
  }
}

template <Stage stage, int radius, typename Real>
void row(WaveStep<Real> const& s, WaveState<Real> const& from, WaveState<Real> const& to, Shape const& shape,
         std::ptrdiff_t begin) {
  constexpr int lanes = Vectors<Real>::lanes, ahead = 8 * lanes;
  using Vector = typename Vectors<Real>::Vector;
  std::ptrdiff_t const dk = s.extent[0] * s.extent[1];
  auto const vector = [](Real const* p) { return load(p); };
  auto const number = [](Real const* p) { return *p; };
  auto const store_vector = [](Real* p, Vector v) { store(p, v); };
  auto const stream_vector = [&](Real* p, Vector v) { shape.is_nontemporal ? stream(p, v) : store(p, v); };
  auto const store_number = [](Real* p, Real v) { *p = v; };
  std::ptrdiff_t i = begin;
  for (; i + lanes <= begin + s.n; i += lanes) {
    if (shape.prefetches)
      for (std::size_t v = 0; v < 5; ++v) {
        if (v == 1 || v == 4) __builtin_prefetch(from[v] + i + ahead + radius * dk, 0, 2);
        if (v == 2 || v == 3) __builtin_prefetch(from[v] + i + ahead, 0, 2);
        if (stage != Stage::first) __builtin_prefetch(s.past[v] + i + ahead, 0, 2);
        if (stage != Stage::first) __builtin_prefetch(s.sum[v] + i + ahead, 0, 2);
      }
    points<stage, radius, Real, Vector>(s, from, to, i, vector, store_vector, stream_vector);
  }
  for (; i < begin + s.n; ++i) points<stage, radius, Real, Real>(s, from, to, i, number, store_number, store_number);
}

template <Stage stage, int radius, typename Real>
void evaluate(WaveStep<Real> const& s, WaveState<Real> const& from, WaveState<Real> const& to, Shape const& shape) {
  std::ptrdiff_t const dj = s.extent[0], dk = s.extent[0] * s.extent[1], end = s.n + radius;
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t block = radius; block < end; block += shape.rows) {
    for (std::ptrdiff_t z = radius; z < end; ++z)
      for (std::ptrdiff_t y = block; y < std::min(end, block + shape.rows); ++y)
        row<stage, radius>(s, from, to, shape, z * dk + y * dj + s.x0);
    fence();
  }
}

template <int radius, typename Real>
void step(WaveStep<Real> const& s, Shape const& shape) {
  evaluate<Stage::first, radius>(s, s.past, s.now, shape);
  evaluate<Stage::second, radius>(s, s.now, s.rhs, shape);
  evaluate<Stage::third, radius>(s, s.rhs, s.now, shape);
  evaluate<Stage::last, radius>(s, s.now, s.now, shape);
}

template <int radius, typename Real>
std::vector<HandwrittenWaveStep<Real>> family() {
  std::vector<HandwrittenWaveStep<Real>> list;
  for (Shape const& shape : shapes)
    list.push_back({to_text(shape), [=](WaveStep<Real> const& s) { step<radius>(s, shape); }});
  return list;
}

template <Stage stage, int radius, typename Real>
void evaluate_plainly(WaveStep<Real> const& s, WaveState<Real> const& from, WaveState<Real> const& to) {
  auto const load = [](Real const* p) __attribute__((always_inline)) { return *p; };
  auto const store = [](Real * p, Real v) __attribute__((always_inline)) { *p = v; };
#pragma omp parallel for collapse(2) schedule(static)
  for (std::ptrdiff_t z = radius; z < s.n + radius; ++z)
    for (std::ptrdiff_t y = radius; y < s.n + radius; ++y) {
      std::ptrdiff_t const begin = (z * s.extent[1] + y) * s.extent[0] + s.x0;
#pragma omp simd
      for (std::ptrdiff_t i = begin; i < begin + s.n; ++i)
        points<stage, radius, Real, Real>(s, from, to, i, load, store, store);
    }
}

template <int radius, typename Real>
void plain_step(WaveStep<Real> const& s) {
  evaluate_plainly<Stage::first, radius>(s, s.past, s.now);
  evaluate_plainly<Stage::second, radius>(s, s.now, s.rhs);
  evaluate_plainly<Stage::third, radius>(s, s.rhs, s.now);
  evaluate_plainly<Stage::last, radius>(s, s.now, s.now);
}

} // namespace

template <typename Real>
void plain_wave_step(int order, WaveStep<Real> const& s) {
  switch (order) {
  case 2:
    return plain_step<1>(s);
  case 4:
    return plain_step<2>(s);
  case 6:
    return plain_step<3>(s);
  case 8:
    return plain_step<4>(s);
  }
}

template <typename Real>
std::vector<HandwrittenWaveStep<Real>> handwritten_wave_steps(int order) {
  return order == 2   ? family<1, Real>()
         : order == 4 ? family<2, Real>()
         : order == 6 ? family<3, Real>()
                      : family<4, Real>();
}

template void plain_wave_step<double>(int, WaveStep<double> const&);
template void plain_wave_step<float>(int, WaveStep<float> const&);
template std::vector<HandwrittenWaveStep<double>> handwritten_wave_steps<double>(int);
template std::vector<HandwrittenWaveStep<float>> handwritten_wave_steps<float>(int);

} // namespace performance
