// The reduction of the points of one process.
#include "accumulate.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"
#include "cctk.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>

namespace pughreduce {
namespace {

using Complex = std::complex<double>;

template <typename T>
using Wide = std::conditional_t<thorntools::is_complex<T>, Complex, double>;

double magnitude(double value) { return std::fabs(value); }
double magnitude(Complex value) { return std::abs(value); }
double square(double value) { return value * value; }
double square(Complex value) { return value.real() * value.real() + value.imag() * value.imag(); }

void add_value(Partial& partial, double value) { partial.sum.add(value); }
void add_value(Partial& partial, Complex value) {
  partial.sum.add(value.real());
  partial.imaginary_sum.add(value.imag());
}

// Minus zero becomes zero, so that the order of the two does not matter.
void add_extreme(Partial& partial, double value) {
  value += 0.0;
  if (std::isnan(value))
    ++partial.n_nan;
  else if (value > partial.extreme)
    partial.extreme = value;
}

// What is ordered: a number itself, the absolute value of a complex one.
double ordered(double value) { return value; }
double ordered(Complex value) { return std::abs(value); }

template <typename W>
void add_values(W const* values, int n, Operation operation, Partial& partial) {
  auto const each = [&](auto add) {
    for (int i = 0; i < n; ++i) add(values[i]);
  };
  using enum Operation;
  switch (operation) {
  case count:
    return;
  case minimum:
    return each([&](W a) { add_extreme(partial, -ordered(a)); });
  case maximum:
    return each([&](W a) { add_extreme(partial, ordered(a)); });
  case norm_inf:
    return each([&](W a) { add_extreme(partial, magnitude(a)); });
  case sum:
  case average:
    return each([&](W a) { add_value(partial, a); });
  case norm1:
    return each([&](W a) { partial.sum.add(magnitude(a)); });
  case norm2:
    return each([&](W a) { partial.sum.add(square(a)); });
  case norm3:
    return each([&](W a) { partial.sum.add(square(a) * magnitude(a)); });
  case norm4:
    return each([&](W a) { partial.sum.add(square(a) * square(a)); });
  }
}

constexpr int chunk = 256; // values widened at once

double cut(double value) { return std::trunc(value); }
Complex cut(Complex value) { return {std::trunc(value.real()), std::trunc(value.imag())}; }

// What becomes of the values of a line before they are added.
struct Terms {
  CCTK_REAL const* weights; // NULL: 1
  bool is_cut;
  Operation operation;

  Terms shifted(int by) const { return {weights ? weights + by : nullptr, is_cut, operation}; }
};

// Multiplies values by their weights; of those that are only ordered, keeps the ones with a weight. Returns how many.
template <typename W>
int weigh(W* values, Terms const& terms, int n) {
  if (!terms.weights) return n;
  if (terms.operation != Operation::minimum && terms.operation != Operation::maximum) {
    for (int i = 0; i < n; ++i) values[i] *= terms.weights[i];
    return n;
  }
  int n_kept = 0;
  for (int i = 0; i < n; ++i)
    if (terms.weights[i] != 0) values[n_kept++] = values[i];
  return n_kept;
}

template <typename W>
void add_terms(W* values, Terms const& terms, int n, Partial& partial) {
  auto const cut_all = [&] {
    for (int i = 0; i < n; ++i) values[i] = cut(values[i]);
  };
  bool const is_cut = terms.is_cut && keeps_complex(terms.operation);
  if (is_cut) cut_all();
  n = weigh(values, terms, n);
  if (is_cut && terms.weights) cut_all();
  add_values(values, n, terms.operation, partial);
}

// Integers wider than a double's mantissa are summed in two halves, both exact; not where weighted terms are cut.
void add_line(CCTK_INT8 const* values, Terms const& terms, int n, Partial& partial) {
  double wide[chunk], rest[chunk];
  bool const in_halves = keeps_complex(terms.operation) && !(terms.weights && terms.is_cut);
  for (int begin = 0; begin < n; begin += chunk) {
    int const size = std::min(chunk, n - begin);
    for (int i = 0; i < size; ++i) {
      CCTK_INT8 const low = in_halves ? values[begin + i] & 0xffffffff : 0;
      wide[i] = static_cast<double>(values[begin + i] - low);
      rest[i] = static_cast<double>(low);
    }
    add_terms(wide, terms.shifted(begin), size, partial);
    if (in_halves) add_terms(rest, terms.shifted(begin), size, partial);
  }
}

template <typename T>
void add_line(T const* values, Terms const& terms, int n, Partial& partial) {
  Wide<T> wide[chunk];
  for (int begin = 0; begin < n; begin += chunk) {
    int const size = std::min(chunk, n - begin);
    for (int i = 0; i < size; ++i) wide[i] = static_cast<Wide<T>>(values[begin + i]);
    add_terms(wide, terms.shifted(begin), size, partial);
  }
}

void merge(Partial const& from, Partial& to) {
  to.sum.add(from.sum);
  to.imaginary_sum.add(from.imaginary_sum);
  to.n_nan += from.n_nan;
  if (from.extreme > to.extreme) to.extreme = from.extreme;
}

template <typename T>
void add_points(Array const& array, Operation operation, Partial& total) {
  auto const* const data = static_cast<T const*>(array.data);
  auto const extent = [&](int d) { return static_cast<long>(array.end[d] - array.begin[d]); };
  long const lines = extent(1) * extent(2) * extent(3);
#pragma omp parallel if (lines > 1)
  {
    Partial mine;
#pragma omp for schedule(static) nowait
    for (long line = 0; line < lines; ++line) {
      long const j = array.begin[1] + line % extent(1), k = array.begin[2] + line / extent(1) % extent(2),
                 l = array.begin[3] + line / (extent(1) * extent(2));
      long const first = array.begin[0] + array.shape[0] * (j + array.shape[1] * (k + array.shape[2] * l));
      Terms const terms{array.weight ? array.weight + first : nullptr, array.is_cut, operation};
      add_line(data + first, terms, static_cast<int>(extent(0)), mine);
    }
#pragma omp critical(pughreduce_merge)
    merge(mine, total);
  }
}

} // namespace

bool is_reducible(int type) {
  return thorntools::with_number(type, [](auto) {});
}

void accumulate(Array const& array, Operation operation, Partial& partial) {
  std::int64_t points = 1;
  for (int d = 0; d < max_dimension; ++d) points *= std::max(0, array.end[d] - array.begin[d]);
  partial.n_points += points;
  if (points == 0) return;
  thorntools::with_number(array.type,
                          [&](auto t) { add_points<typename decltype(t)::type>(array, operation, partial); });
}

} // namespace pughreduce
