// Vectors, derivatives and block shapes of the hand-written loops. All names have internal linkage, because each source
// that includes this header is compiled with its own flags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace performance {
namespace {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <typename Real>
struct Vectors {
  static constexpr int lanes = vector_bytes / static_cast<int>(sizeof(Real));
  typedef Real Vector __attribute__((vector_size(vector_bytes), aligned(sizeof(Real)), may_alias));
};

template <typename Real>
typename Vectors<Real>::Vector load(Real const* p) {
  return *reinterpret_cast<typename Vectors<Real>::Vector const*>(p);
}

template <typename Real>
void store(Real* p, typename Vectors<Real>::Vector v) {
  *reinterpret_cast<typename Vectors<Real>::Vector*>(p) = v;
}

/// A non-temporal store if the address is aligned, otherwise a usual store.
template <typename Real>
void stream(Real* p, typename Vectors<Real>::Vector v) {
#if defined(__SSE2__)
  if (reinterpret_cast<std::uintptr_t>(p) % vector_bytes == 0) {
    auto* const at = reinterpret_cast<double*>(p);
#if defined(__AVX512F__)
    _mm512_stream_pd(at, (__m512d)v);
#elif defined(__AVX__)
    _mm256_stream_pd(at, (__m256d)v);
#else
    _mm_stream_pd(at, (__m128d)v);
#endif
    return;
  }
#endif
  store(p, v);
}

/// Completes all non-temporal stores before any later store.
[[maybe_unused]] void fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Returns weight k of the centred first derivative, multiplied by the spacing.
template <int radius, typename Real>
constexpr Real weight(int k) {
  constexpr double of_1[] = {0, 1.0 / 2};
  constexpr double of_2[] = {0, 2.0 / 3, -1.0 / 12};
  constexpr double of_3[] = {0, 3.0 / 4, -3.0 / 20, 1.0 / 60};
  constexpr double of_4[] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  return static_cast<Real>(radius == 1 ? of_1[k] : radius == 2 ? of_2[k] : radius == 3 ? of_3[k] : of_4[k]);
}

/// Returns the first derivative, multiplied by the spacing. `load` reads a number or a vector.
template <int radius, typename Real, typename Value, typename Load>
[[gnu::always_inline]] inline Value derivative(Real const* p, std::ptrdiff_t stride, Load const& load) {
  Value sum = weight<radius, Real>(1) * (load(p + stride) - load(p - stride));
#pragma GCC unroll 4
  for (int k = 2; k <= radius; ++k) sum += weight<radius, Real>(k) * (load(p + k * stride) - load(p - k * stride));
  return sum;
}

/// How a loop over the wave system is blocked.
struct Shape {
  std::ptrdiff_t rows; ///< rows per block along y
  bool prefetches;     ///< whether the loop prefetches reads that come from memory
  bool is_nontemporal; ///< whether stores to arrays that the loop does not read are non-temporal
};

[[maybe_unused]] constexpr Shape shapes[] = {{8, false, true}, {16, false, true},  {16, true, true},
                                             {32, true, true}, {16, false, false}, {16, true, false}};

[[maybe_unused]] std::string to_text(Shape const& shape) {
  return std::to_string(shape.rows) + " rows" + (shape.prefetches ? ", prefetch" : "") +
         (shape.is_nontemporal ? ", non-temporal" : "");
}

} // namespace
} // namespace performance
