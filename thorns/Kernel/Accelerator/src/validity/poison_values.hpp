/// Poison values: NaNs that identify the array they were written to. Arithmetic on such a NaN preserves the
/// identification.
#pragma once

#include "validity.hpp"

#include <bit>
#include <cstdint>
#include <optional>

namespace accelerator {

/// For float and double: a signalling NaN whose payload holds a fixed pattern, the time level and the variable index.
/// Results computed from the NaN in the same precision are quiet NaNs with the same payload. Arithmetic in place
/// therefore changes the bits of a poison value. Only comparisons, minima and maxima can lose the payload.
template <typename Real>
Real poison_value(ArrayId const& array);

/// The array whose poison value `value` is or was computed from, on refinement level 0; empty for other values.
/// For float, time levels beyond 3 and variables beyond 65535 are reported modulo these limits.
template <typename Real>
std::optional<ArrayId> poisoned_array(Real number);

/// Bits of a NaN: `pattern` and the bits below it are the payload.
template <typename Real>
struct NanLayout;

template <>
struct NanLayout<double> {
  using Bits = std::uint64_t;
  static constexpr Bits signalling = 0x7ff0'0000'0000'0000, quiet = 0x0008'0000'0000'0000;
  static constexpr Bits pattern = 0x0004'c8e3'0000'0000;
  static constexpr int bits_of_level = 4, bits_of_variable = 28;
};

template <>
struct NanLayout<float> {
  using Bits = std::uint32_t;
  static constexpr Bits signalling = 0x7f80'0000, quiet = 0x0040'0000;
  static constexpr Bits pattern = 0x002c'0000;
  static constexpr int bits_of_level = 2, bits_of_variable = 16;
};

template <typename Bits>
constexpr Bits low_bits(int n) {
  return (Bits{1} << n) - 1;
}

template <typename Real>
Real poison_value(ArrayId const& array) {
  using L = NanLayout<Real>;
  using Bits = typename L::Bits;
  Bits const level = static_cast<Bits>(array.time_level) & low_bits<Bits>(L::bits_of_level);
  Bits const variable = static_cast<Bits>(array.variable) & low_bits<Bits>(L::bits_of_variable);
  return std::bit_cast<Real>(L::signalling | L::pattern | level << L::bits_of_variable | variable);
}

template <typename Real>
std::optional<ArrayId> poisoned_array(Real number) {
  using L = NanLayout<Real>;
  using Bits = typename L::Bits;
  constexpr Bits sign = Bits{1} << (8 * sizeof(Bits) - 1);
  Bits const bits = std::bit_cast<Bits>(number) & ~(sign | L::quiet);
  int constexpr n = L::bits_of_level + L::bits_of_variable;
  if (bits >> n != (L::signalling | L::pattern) >> n) return {};
  return ArrayId{static_cast<int>(bits & low_bits<Bits>(L::bits_of_variable)), 0,
                 static_cast<int>(bits >> L::bits_of_variable & low_bits<Bits>(L::bits_of_level))};
}

} // namespace accelerator
