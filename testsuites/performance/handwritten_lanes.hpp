// Vectors of saturating integers for hand-written kernels: AVX-512, AVX2, or loops over 16 bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace performance {

#if defined(__AVX512BW__) && defined(__AVX512VBMI__)

struct Lanes8 {
  using Number = std::int8_t;
  static constexpr int size = 64;
  __m512i value;

  static Lanes8 all(Number number) { return {_mm512_set1_epi8(number)}; }
  /// Returns row[letter] for the letters of all lanes. A row has 32 elements.
  static Lanes8 look_up(std::int8_t const* row, std::uint8_t const* letters) {
    __m512i const table = _mm512_broadcast_i64x4(_mm256_loadu_si256(reinterpret_cast<__m256i const*>(row)));
    return {_mm512_permutexvar_epi8(_mm512_loadu_si512(letters), table)};
  }
  void store(Number* to) const { _mm512_storeu_si512(to, value); }
};
inline Lanes8 add(Lanes8 a, Lanes8 b) { return {_mm512_adds_epi8(a.value, b.value)}; }
inline Lanes8 subtract(Lanes8 a, Lanes8 b) { return {_mm512_subs_epi8(a.value, b.value)}; }
inline Lanes8 max(Lanes8 a, Lanes8 b) { return {_mm512_max_epi8(a.value, b.value)}; }
inline Lanes8 wrapped_difference(Lanes8 a, Lanes8 b) { return {_mm512_sub_epi8(a.value, b.value)}; }

struct Lanes16 {
  using Number = std::int16_t;
  static constexpr int size = 32;
  __m512i value;

  static Lanes16 all(Number number) { return {_mm512_set1_epi16(number)}; }
  static Lanes16 look_up(std::int8_t const* row, std::uint8_t const* letters) {
    __m256i const table = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(row));
    __m256i const codes = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(letters));
    return {_mm512_cvtepi8_epi16(_mm256_permutexvar_epi8(codes, table))};
  }
  void store(Number* to) const { _mm512_storeu_si512(to, value); }
};
inline Lanes16 add(Lanes16 a, Lanes16 b) { return {_mm512_adds_epi16(a.value, b.value)}; }
inline Lanes16 subtract(Lanes16 a, Lanes16 b) { return {_mm512_subs_epi16(a.value, b.value)}; }
inline Lanes16 max(Lanes16 a, Lanes16 b) { return {_mm512_max_epi16(a.value, b.value)}; }

#elif defined(__AVX2__)

struct Lanes8 {
  using Number = std::int8_t;
  static constexpr int size = 32;
  __m256i value;

  static Lanes8 all(Number number) { return {_mm256_set1_epi8(number)}; }
  /// Returns row[letter] for the letters of all lanes. A row has 32 elements.
  static Lanes8 look_up(std::int8_t const* row, std::uint8_t const* letters) {
    auto const half = [&](int n) {
      return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<__m128i const*>(row) + n));
    };
    __m256i const codes = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(letters));
    __m256i const is_high = _mm256_cmpgt_epi8(codes, _mm256_set1_epi8(15));
    return {_mm256_blendv_epi8(_mm256_shuffle_epi8(half(0), codes), _mm256_shuffle_epi8(half(1), codes), is_high)};
  }
  void store(Number* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value); }
};
inline Lanes8 add(Lanes8 a, Lanes8 b) { return {_mm256_adds_epi8(a.value, b.value)}; }
inline Lanes8 subtract(Lanes8 a, Lanes8 b) { return {_mm256_subs_epi8(a.value, b.value)}; }
inline Lanes8 max(Lanes8 a, Lanes8 b) { return {_mm256_max_epi8(a.value, b.value)}; }
inline Lanes8 wrapped_difference(Lanes8 a, Lanes8 b) { return {_mm256_sub_epi8(a.value, b.value)}; }

struct Lanes16 {
  using Number = std::int16_t;
  static constexpr int size = 16;
  __m256i value;

  static Lanes16 all(Number number) { return {_mm256_set1_epi16(number)}; }
  static Lanes16 look_up(std::int8_t const* row, std::uint8_t const* letters) {
    std::int16_t scores[size];
    for (int n = 0; n < size; ++n) scores[n] = row[letters[n]];
    return {_mm256_loadu_si256(reinterpret_cast<__m256i const*>(scores))};
  }
  void store(Number* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value); }
};
inline Lanes16 add(Lanes16 a, Lanes16 b) { return {_mm256_adds_epi16(a.value, b.value)}; }
inline Lanes16 subtract(Lanes16 a, Lanes16 b) { return {_mm256_subs_epi16(a.value, b.value)}; }
inline Lanes16 max(Lanes16 a, Lanes16 b) { return {_mm256_max_epi16(a.value, b.value)}; }

#else

/// Loops that the compiler may vectorise.
template <typename Type, int n_lanes>
struct PortableLanes {
  using Number = Type;
  static constexpr int size = n_lanes;
  struct {
    Type elements[n_lanes];
  } value;

  template <typename Function>
  static PortableLanes each(Function&& function) {
    PortableLanes lanes;
    for (int n = 0; n < n_lanes; ++n)
      lanes.value.elements[n] = static_cast<Type>(
          std::clamp<int>(function(n), std::numeric_limits<Type>::min(), std::numeric_limits<Type>::max()));
    return lanes;
  }
  static PortableLanes all(Type number) {
    return each([&](int) { return number; });
  }
  static PortableLanes look_up(std::int8_t const* row, std::uint8_t const* letters) {
    return each([&](int n) { return row[letters[n]]; });
  }
  void store(Type* to) const { std::copy(value.elements, value.elements + n_lanes, to); }
  friend PortableLanes add(PortableLanes a, PortableLanes b) {
    return each([&](int n) { return a.value.elements[n] + b.value.elements[n]; });
  }
  friend PortableLanes subtract(PortableLanes a, PortableLanes b) {
    return each([&](int n) { return a.value.elements[n] - b.value.elements[n]; });
  }
  friend PortableLanes wrapped_difference(PortableLanes a, PortableLanes b) { return subtract(a, b); }
  friend PortableLanes max(PortableLanes a, PortableLanes b) {
    return each([&](int n) { return std::max(a.value.elements[n], b.value.elements[n]); });
  }
};
using Lanes8 = PortableLanes<std::int8_t, 16>;
using Lanes16 = PortableLanes<std::int16_t, 16>;

#endif

} // namespace performance
