// The reduction of the points of one process.
#include "accumulate.hpp"

#include "cctk.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>

namespace pughreduce {
namespace {

using Complex = std::complex<double>;

template <typename T> struct Type { using type = T; };

// Calls visit with the C++ type; false for types that cannot be reduced.
template <typename Visit> bool with_type(int type, Visit visit) {
  switch (type) {
  case CCTK_VARIABLE_BYTE: return visit(Type<CCTK_BYTE>{}), true;
  case CCTK_VARIABLE_INT: return visit(Type<CCTK_INT>{}), true;
  case CCTK_VARIABLE_INT1: return visit(Type<CCTK_INT1>{}), true;
  case CCTK_VARIABLE_INT2: return visit(Type<CCTK_INT2>{}), true;
  case CCTK_VARIABLE_INT4: return visit(Type<CCTK_INT4>{}), true;
  case CCTK_VARIABLE_INT8: return visit(Type<CCTK_INT8>{}), true;
  case CCTK_VARIABLE_REAL: return visit(Type<CCTK_REAL>{}), true;
  case CCTK_VARIABLE_REAL4: return visit(Type<CCTK_REAL4>{}), true;
  case CCTK_VARIABLE_REAL8: return visit(Type<CCTK_REAL8>{}), true;
  case CCTK_VARIABLE_REAL16: return visit(Type<CCTK_REAL16>{}), true;
  case CCTK_VARIABLE_COMPLEX: return visit(Type<CCTK_COMPLEX>{}), true;
  case CCTK_VARIABLE_COMPLEX8: return visit(Type<CCTK_COMPLEX8>{}), true;
  case CCTK_VARIABLE_COMPLEX16: return visit(Type<CCTK_COMPLEX16>{}), true;
  case CCTK_VARIABLE_COMPLEX32: return visit(Type<CCTK_COMPLEX32>{}), true;
  }
  return false;
}

template <typename T> constexpr bool is_complex_type = false;
template <typename T> constexpr bool is_complex_type<std::complex<T>> = true;

template <typename T> auto widened(T value) {
  if constexpr (is_complex_type<T>)
    return Complex(value);
  else
    return static_cast<double>(value);
}

double magnitude(double value) { return std::fabs(value); }
double magnitude(Complex value) { return std::abs(value); }
double square(double value) { return value * value; }
double square(Complex value) { return value.real() * value.real() + value.imag() * value.imag(); }

void add_value(Partial& partial, double value) { partial.sum.add(value); }
void add_value(Partial& partial, Complex value) {
  partial.sum.add(value.real());
  partial.imaginary_sum.add(value.imag());
}
// Wider than a double's mantissa: in two halves, both exact.
void add_value(Partial& partial, CCTK_INT8 value) {
  CCTK_INT8 const low = value & 0xffffffff;
  partial.sum.add(static_cast<double>(value - low));
  partial.sum.add(static_cast<double>(low));
}

// Minus zero becomes zero, so that the order of the two does not matter.
void add_extreme(Partial& partial, double value) {
  value += 0.0;
  if (std::isnan(value))
    ++partial.n_nan;
  else if (value > partial.extreme)
    partial.extreme = value;
}

// Adds one value as the operation asks for.
template <Operation operation, typename T> void add_point(Partial& partial, T value) {
  auto const wide = widened(value);
  using enum Operation;
  if constexpr (operation == sum || operation == average) {
    if constexpr (std::is_same_v<T, CCTK_INT8>)
      add_value(partial, value);
    else
      add_value(partial, wide);
  } else if constexpr (operation == norm1)
    partial.sum.add(magnitude(wide));
  else if constexpr (operation == norm2)
    partial.sum.add(square(wide));
  else if constexpr (operation == norm3)
    partial.sum.add(square(wide) * magnitude(wide));
  else if constexpr (operation == norm4)
    partial.sum.add(square(wide) * square(wide));
  else if constexpr (operation == norm_inf || is_complex_type<T>)
    add_extreme(partial, operation == minimum ? -magnitude(wide) : magnitude(wide));
  else if constexpr (operation == maximum || operation == minimum)
    add_extreme(partial, operation == minimum ? -wide : wide);
}

void merge(Partial const& from, Partial& to) {
  to.sum.add(from.sum);
  to.imaginary_sum.add(from.imaginary_sum);
  to.n_nan += from.n_nan;
  if (from.extreme > to.extreme) to.extreme = from.extreme;
}

template <Operation operation, typename T> void add_points(Array const& array, Partial& total) {
  auto const* const data = static_cast<T const*>(array.data);
  auto const extent = [&](int d) { return static_cast<long>(array.end[d] - array.begin[d]); };
  long const lines = extent(1) * extent(2) * extent(3);
#pragma omp parallel
  {
    Partial mine;
#pragma omp for schedule(static) nowait
    for (long line = 0; line < lines; ++line) {
      long const j = array.begin[1] + line % extent(1), k = array.begin[2] + line / extent(1) % extent(2),
                 l = array.begin[3] + line / (extent(1) * extent(2));
      T const* const values = data + array.shape[0] * (j + array.shape[1] * (k + array.shape[2] * l));
      for (int i = array.begin[0]; i < array.end[0]; ++i) add_point<operation>(mine, values[i]);
    }
#pragma omp critical(pughreduce_merge)
    merge(mine, total);
  }
}

template <typename T> void add_points_as(Array const& array, Operation operation, Partial& partial) {
  using enum Operation;
  switch (operation) {
  case count: return;
  case minimum: return add_points<minimum, T>(array, partial);
  case maximum: return add_points<maximum, T>(array, partial);
  case sum: return add_points<sum, T>(array, partial);
  case average: return add_points<average, T>(array, partial);
  case norm1: return add_points<norm1, T>(array, partial);
  case norm2: return add_points<norm2, T>(array, partial);
  case norm3: return add_points<norm3, T>(array, partial);
  case norm4: return add_points<norm4, T>(array, partial);
  case norm_inf: return add_points<norm_inf, T>(array, partial);
  }
}

} // namespace

bool is_reducible(int type) {
  return with_type(type, [](auto) {});
}

bool is_complex(int type) {
  return type == CCTK_VARIABLE_COMPLEX || type == CCTK_VARIABLE_COMPLEX8 || type == CCTK_VARIABLE_COMPLEX16 ||
         type == CCTK_VARIABLE_COMPLEX32;
}

void accumulate(Array const& array, Operation operation, Partial& partial) {
  std::int64_t points = 1;
  for (int d = 0; d < max_dimension; ++d) points *= std::max(0, array.end[d] - array.begin[d]);
  partial.n_points += points;
  if (points == 0) return;
  with_type(array.type, [&](auto t) { add_points_as<typename decltype(t)::type>(array, operation, partial); });
}

} // namespace pughreduce
