// Conversion of values between the numeric types of grid variables.
#include "convert.hpp"

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace pughslab {
namespace {

template <typename T> struct Type { using type = T; };
template <typename T> constexpr bool is_complex = false;
template <typename T> constexpr bool is_complex<std::complex<T>> = true;

template <typename Visit> decltype(auto) with_type(Number number, Visit visit) {
  switch (number) {
  case Number::int8: return visit(Type<std::int8_t>{});
  case Number::int16: return visit(Type<std::int16_t>{});
  case Number::int32: return visit(Type<std::int32_t>{});
  case Number::int64: return visit(Type<std::int64_t>{});
  case Number::byte: return visit(Type<std::uint8_t>{});
  case Number::real32: return visit(Type<float>{});
  case Number::real64: return visit(Type<double>{});
  case Number::complex64: return visit(Type<std::complex<float>>{});
  case Number::complex128: break;
  }
  return visit(Type<std::complex<double>>{});
}

template <typename To, typename From> To saturated(From value) {
  if (value != value) return 0;
  // The limits of an integer type round to a power of two as a real; what is below that power fits.
  auto const highest = static_cast<From>(std::numeric_limits<To>::max());
  auto const lowest = static_cast<From>(std::numeric_limits<To>::min());
  if (value >= highest) return std::numeric_limits<To>::max();
  if (value <= lowest) return std::numeric_limits<To>::min();
  return static_cast<To>(value);
}

template <typename To, typename From> To converted(From value) {
  if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>)
    return saturated<To>(value);
  else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    auto const wide = static_cast<std::int64_t>(value);
    if (wide > static_cast<std::int64_t>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (wide < static_cast<std::int64_t>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    return static_cast<To>(wide);
  } else
    return static_cast<To>(value);
}

template <typename From, typename To>
void convert_values(void const* from, std::ptrdiff_t stride, std::size_t n, void* to) {
  if constexpr (is_complex<From> == is_complex<To>)
    for (std::size_t i = 0; i < n; ++i)
      static_cast<To*>(to)[i] = converted<To>(static_cast<From const*>(from)[static_cast<std::ptrdiff_t>(i) * stride]);
}

bool is_complex_number(Number type) { return type == Number::complex64 || type == Number::complex128; }

} // namespace

std::size_t size_of(Number type) {
  return with_type(type, [](auto t) { return sizeof(typename decltype(t)::type); });
}

bool is_convertible(Number from, Number to) { return is_complex_number(from) == is_complex_number(to); }

void convert(Number from_type, void const* from, std::ptrdiff_t stride, std::size_t n, Number to_type, void* to) {
  with_type(from_type, [&](auto f) {
    with_type(to_type, [&](auto t) {
      convert_values<typename decltype(f)::type, typename decltype(t)::type>(from, stride, n, to);
    });
  });
}

} // namespace pughslab
