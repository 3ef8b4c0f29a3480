// Conversion of values between the numeric types of grid variables.
#include "convert.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace pughslab {
namespace {

template <typename T>
struct Type {
  using type = T;
};
template <typename T>
constexpr bool is_complex = false;
template <typename T>
constexpr bool is_complex<std::complex<T>> = true;

template <typename Visit>
decltype(auto) with_type(Number number, Visit visit) {
  switch (number) {
  case Number::int8:
    return visit(Type<std::int8_t>{});
  case Number::int16:
    return visit(Type<std::int16_t>{});
  case Number::int32:
    return visit(Type<std::int32_t>{});
  case Number::int64:
    return visit(Type<std::int64_t>{});
  case Number::byte:
    return visit(Type<std::uint8_t>{});
  case Number::real32:
    return visit(Type<float>{});
  case Number::real64:
    return visit(Type<double>{});
  case Number::complex64:
    return visit(Type<std::complex<float>>{});
  case Number::complex128:
    break;
  }
  return visit(Type<std::complex<double>>{});
}

// Every type is read into one of these, from which every type it converts to is made without loss of meaning.
template <typename T>
using Wide = std::conditional_t<is_complex<T>, std::complex<double>,
                                std::conditional_t<std::is_integral_v<T>, std::int64_t, double>>;

template <typename To>
To narrowed(double value) {
  if constexpr (std::is_integral_v<To>) {
    if (value != value) return 0;
    // The limits of an integer type round to powers of two; what is strictly between them fits.
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
void write_values(W const* values, std::size_t n, Number type, void* to) {
  with_type(type, [&](auto t) {
    using To = typename decltype(t)::type;
    if constexpr (is_complex<To> == is_complex<W>)
      for (std::size_t i = 0; i < n; ++i) static_cast<To*>(to)[i] = narrowed<To>(values[i]);
  });
}

bool is_complex_number(Number type) { return type == Number::complex64 || type == Number::complex128; }

} // namespace

std::size_t size_of(Number type) {
  return with_type(type, [](auto t) { return sizeof(typename decltype(t)::type); });
}

bool is_convertible(Number from, Number to) { return is_complex_number(from) == is_complex_number(to); }

void convert(Number from_type, void const* from, std::ptrdiff_t stride, std::size_t n, Number to_type, void* to) {
  constexpr std::size_t chunk = 256; // values widened at once
  std::size_t const to_size = size_of(to_type);
  with_type(from_type, [&](auto f) {
    using From = typename decltype(f)::type;
    Wide<From> wide[chunk];
    auto const* const values = static_cast<From const*>(from);
    for (std::size_t begin = 0; begin < n; begin += chunk) {
      std::size_t const size = std::min(chunk, n - begin);
      for (std::size_t i = 0; i < size; ++i)
        wide[i] = static_cast<Wide<From>>(values[static_cast<std::ptrdiff_t>(begin + i) * stride]);
      write_values(wide, size, to_type, static_cast<std::byte*>(to) + begin * to_size);
    }
  });
}

} // namespace pughslab
