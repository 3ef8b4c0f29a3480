// Vectors of the machine's width for loops written by hand, in the compiler's extensions.
#pragma once

#include <cstdint>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

// What is compiled with a source depends on its flags: nobody else may get it.
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

/// Past the caches where the address allows it.
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

/// Stores past the caches are done before what comes next.
[[maybe_unused]] void fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

} // namespace
} // namespace performance
