// CMakeLists.txt compiles this file with -O3 -march=native.
#include "testsuites/performance/handwritten_stencil.hpp"

#include "testsuites/performance/handwritten_loops.hpp"

#include <algorithm>

namespace performance {

namespace {

/// Returns weight k of the centred second derivative, multiplied by h^2.
template <int radius, typename Real>
constexpr Real second_weight(int k) {
  constexpr double of_1[] = {-2, 1};
  constexpr double of_2[] = {-5.0 / 2, 4.0 / 3, -1.0 / 12};
  constexpr double of_3[] = {-49.0 / 18, 3.0 / 2, -3.0 / 20, 1.0 / 90};
  constexpr double of_4[] = {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
  return static_cast<Real>(radius == 1 ? of_1[k] : radius == 2 ? of_2[k] : radius == 3 ? of_3[k] : of_4[k]);
}

/// Returns the new value at p, computed from u around p and the old value. `Value` is a scalar or a SIMD vector, which
/// `load` reads.
template <int radius, typename Real, typename Value, typename Load>
[[gnu::always_inline]] inline Value point(Real const* p, Value old, std::ptrdiff_t dj, std::ptrdiff_t dk, Real c2,
                                          Load const& load) {
  Value const centre = load(p);
  Value laplacian = 3 * second_weight<radius, Real>(0) * centre;
#pragma GCC unroll 4
  for (int k = 1; k <= radius; ++k)
    laplacian +=
        second_weight<radius, Real>(k) *
        (((load(p + k) + load(p - k)) + (load(p + k * dj) + load(p - k * dj))) + (load(p + k * dk) + load(p - k * dk)));
  return (2 * centre - old) + c2 * laplacian;
}

template <int radius, typename Real>
void plain(StencilStep<Real> const& s) {
  std::ptrdiff_t const dj = s.extent[0], dk = s.extent[0] * s.extent[1];
  auto const number = [](Real const* p) { return *p; };
#pragma omp parallel for collapse(2) schedule(static)
  for (std::ptrdiff_t z = radius; z < s.n + radius; ++z)
    for (std::ptrdiff_t y = radius; y < s.n + radius; ++y) {
      std::ptrdiff_t const row = z * dk + y * dj + s.x0;
#pragma omp simd
      for (std::ptrdiff_t i = row; i < row + s.n; ++i)
        s.to[i] = point<radius, Real, Real>(s.u + i, s.u_old[i], dj, dk, s.c2, number);
    }
}

template <int radius, int planes, typename Real>
void rows_of_planes(StencilStep<Real> const& s, Shape const& shape, std::ptrdiff_t row) {
  constexpr int lanes = Vectors<Real>::lanes;
  using Vector = typename Vectors<Real>::Vector;
  std::ptrdiff_t const dj = s.extent[0], dk = s.extent[0] * s.extent[1];
  auto const vector = [](Real const* p) { return load(p); };
  auto const number = [](Real const* p) { return *p; };
  std::ptrdiff_t i = row;
  for (; i + lanes <= row + s.n; i += lanes) {
    Vector result[planes];
#pragma GCC unroll 8
    for (int p = 0; p < planes; ++p) {
      if (shape.prefetches) {
        __builtin_prefetch(s.u + i + dj + (p + radius) * dk, 0, 2);
        __builtin_prefetch(s.u_old + i + dj + p * dk, 0, 2);
      }
      result[p] = point<radius, Real, Vector>(s.u + i + p * dk, load(s.u_old + i + p * dk), dj, dk, s.c2, vector);
    }
#pragma GCC unroll 8
    for (int p = 0; p < planes; ++p)
      shape.is_nontemporal ? stream(s.to + i + p * dk, result[p]) : store(s.to + i + p * dk, result[p]);
  }
  for (; i < row + s.n; ++i)
    for (std::ptrdiff_t at = i; at < i + planes * dk; at += dk)
      s.to[at] = point<radius, Real, Real>(s.u + at, s.u_old[at], dj, dk, s.c2, number);
}

template <int radius, int planes, typename Real>
void blocked(StencilStep<Real> const& s, Shape const& shape) {
  std::ptrdiff_t const dj = s.extent[0], dk = s.extent[0] * s.extent[1], end = s.n + radius;
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t block = radius; block < end; block += shape.rows) {
    std::ptrdiff_t const last = std::min(end, block + shape.rows);
    std::ptrdiff_t z = radius;
    for (; z + planes <= end; z += planes)
      for (std::ptrdiff_t y = block; y < last; ++y) rows_of_planes<radius, planes>(s, shape, z * dk + y * dj + s.x0);
    for (; z < end; ++z)
      for (std::ptrdiff_t y = block; y < last; ++y) rows_of_planes<radius, 1>(s, shape, z * dk + y * dj + s.x0);
    fence();
  }
}

template <int radius, int planes, typename Real>
void add(std::vector<HandwrittenStencil<Real>>& list, std::ptrdiff_t rows, bool prefetches) {
  for (bool const is_nontemporal : {false, true}) {
    Shape const shape{rows, prefetches, is_nontemporal};
    list.push_back({std::to_string(rows) + " rows, " + std::to_string(planes) + " planes" +
                        (prefetches ? ", prefetch" : "") + (is_nontemporal ? ", non-temporal" : ""),
                    is_nontemporal, [=](StencilStep<Real> const& step) { blocked<radius, planes>(step, shape); }});
  }
}

template <int radius, typename Real>
std::vector<HandwrittenStencil<Real>> family() {
  std::vector<HandwrittenStencil<Real>> list;
  add<radius, 1>(list, 16, true);
  add<radius, 1>(list, 64, false);
  add<radius, 2>(list, 32, true);
  add<radius, 2>(list, 32, false);
  add<radius, 4>(list, 16, false);
  add<radius, 4>(list, 32, true);
  add<radius, 4>(list, 32, false);
  return list;
}

} // namespace

template <typename Real>
void plain_stencil(int order, StencilStep<Real> const& step) {
  switch (order) {
  case 2:
    return plain<1>(step);
  case 4:
    return plain<2>(step);
  case 6:
    return plain<3>(step);
  case 8:
    return plain<4>(step);
  }
}

template <typename Real>
std::vector<HandwrittenStencil<Real>> handwritten_stencils(int order) {
  return order == 2   ? family<1, Real>()
         : order == 4 ? family<2, Real>()
         : order == 6 ? family<3, Real>()
                      : family<4, Real>();
}

template <typename Real>
void nontemporal_triad(Real* a, Real const* b, Real const* c, std::ptrdiff_t n) {
  constexpr std::ptrdiff_t block = 4096;
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t first = 0; first < n / block * block; first += block) {
    for (std::ptrdiff_t i = first; i < first + block; i += Vectors<Real>::lanes)
      stream(a + i, load(b + i) + static_cast<Real>(3) * load(c + i));
    fence();
  }
}

template void plain_stencil<double>(int, StencilStep<double> const&);
template void plain_stencil<float>(int, StencilStep<float> const&);
template std::vector<HandwrittenStencil<double>> handwritten_stencils<double>(int);
template std::vector<HandwrittenStencil<float>> handwritten_stencils<float>(int);
template void nontemporal_triad<double>(double*, double const*, double const*, std::ptrdiff_t);
template void nontemporal_triad<float>(float*, float const*, float const*, std::ptrdiff_t);

} // namespace performance
