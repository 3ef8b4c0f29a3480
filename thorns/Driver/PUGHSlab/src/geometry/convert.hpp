/// Conversion of values between the numeric types of grid variables.
#pragma once

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace pughslab {

namespace conversion {

using thorntools::is_complex;
using thorntools::with_number;

/// The intermediate type of a conversion. Each type T is converted to one of a few wide types without loss of range.
template <typename T>
using Wide = std::conditional_t<is_complex<T>, std::complex<double>,
                                std::conditional_t<std::is_integral_v<T>, std::int64_t, double>>;

template <typename To>
To narrowed(double value) {
  if constexpr (std::is_integral_v<To>) {
    if (value != value) return 0;
    /// The limits of an integer type, converted to double, are powers of two. Values strictly between the limits fit
    /// into the type.
    if (value >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (value <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  }
  return static_cast<To>(value);
}

template <typename To>
To narrowed(std::int64_t value) {
  if constexpr (std::is_integral_v<To>) {
    if (value > static_cast<std::int64_t>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (value < static_cast<std::int64_t>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  }
  return static_cast<To>(value);
}

template <typename To>
To narrowed(std::complex<double> value) {
  return static_cast<To>(value);
}

template <typename W>
void write_values(W const* values, std::size_t n, int type, void* to) {
  with_number(type, [&](auto t) {
    using To = typename decltype(t)::type;
    if constexpr (is_complex<To> == is_complex<W>)
      for (std::size_t i = 0; i < n; ++i) static_cast<To*>(to)[i] = narrowed<To>(values[i]);
  });
}

} // namespace conversion

/// Whether values of one CCTK_VARIABLE_* type can be converted to another. Real and integer types convert into each
/// other, and complex types convert into each other.
inline bool is_convertible(int from, int to) {
  auto const is_real = [](int type) { return thorntools::is_integer_type(type) || thorntools::is_real_type(type); };
  return (is_real(from) && is_real(to)) || (thorntools::is_complex_type(from) && thorntools::is_complex_type(to));
}

/// Copies n values from `from` to consecutive elements of `to`. `stride` is the distance of the source values in
/// elements. Conversion of real to integer values truncates. A value outside the range of the target type becomes the
/// nearest value in the range, and NaN becomes 0.
inline void convert(int from_type, void const* from, std::ptrdiff_t stride, std::size_t n, int to_type, void* to) {
  constexpr std::size_t chunk = 256; ///< number of values converted at a time
  std::size_t to_size = 0;
  thorntools::with_number(to_type, [&](auto t) { to_size = sizeof(typename decltype(t)::type); });
  thorntools::with_number(from_type, [&](auto f) {
    using From = typename decltype(f)::type;
    conversion::Wide<From> wide[chunk];
    auto const* const values = static_cast<From const*>(from);
    for (std::size_t begin = 0; begin < n; begin += chunk) {
      std::size_t const size = std::min(chunk, n - begin);
      for (std::size_t i = 0; i < size; ++i)
        wide[i] = static_cast<conversion::Wide<From>>(values[static_cast<std::ptrdiff_t>(begin + i) * stride]);
      conversion::write_values(wide, size, to_type, static_cast<std::byte*>(to) + begin * to_size);
    }
  });
}

} // namespace pughslab
