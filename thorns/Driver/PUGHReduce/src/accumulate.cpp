// The names of reductions, and the accumulation of the values of this process.
#include "reduce.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"
#include "cctk.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <complex>
#include <type_traits>

namespace pughreduce {
namespace {

constexpr NamedOperation names[] = {
    {"average", Operation::average}, {"mean", Operation::average},      {"count", Operation::count},
    {"maximum", Operation::maximum}, {"minimum", Operation::minimum},   {"norm1", Operation::norm1},
    {"L1Norm", Operation::norm1},    {"norm2", Operation::norm2},       {"L2Norm", Operation::norm2},
    {"norm3", Operation::norm3},     {"L3Norm", Operation::norm3},      {"norm4", Operation::norm4},
    {"L4Norm", Operation::norm4},    {"norm_inf", Operation::norm_inf}, {"sum", Operation::sum},
};

bool are_same(std::string_view a, std::string_view b) {
  auto const lower = [](unsigned char c) { return std::tolower(c); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

} // namespace

std::span<NamedOperation const> named_operations() { return names; }

std::optional<Operation> find_operation(std::string_view name) {
  for (auto const& [spelling, operation] : names)
    if (are_same(spelling, name)) return operation;
  return std::nullopt;
}

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

/// Updates the extreme value. -0 is replaced by +0, so that the result does not depend on the order of values.
void add_extreme(Partial& partial, double value) {
  value += 0.0;
  if (std::isnan(value))
    ++partial.n_nan;
  else if (value > partial.extreme)
    partial.extreme = value;
}

/// The real value that minimum and maximum compare: the absolute value for complex numbers.
double ordered(double value) { return value; }
double ordered(Complex value) { return std::abs(value); }

template <typename W>
void add_values(W const* values, int n, Operation operation, Partial& partial) {
  auto const for_each_value = [&](auto add) {
    for (int i = 0; i < n; ++i) add(values[i]);
  };
  using enum Operation;
  switch (operation) {
  case count:
    return;
  case minimum:
    return for_each_value([&](W a) { add_extreme(partial, -ordered(a)); });
  case maximum:
    return for_each_value([&](W a) { add_extreme(partial, ordered(a)); });
  case norm_inf:
    return for_each_value([&](W a) { add_extreme(partial, magnitude(a)); });
  case sum:
  case average:
    return for_each_value([&](W a) { add_value(partial, a); });
  case norm1:
    return for_each_value([&](W a) { partial.sum.add(magnitude(a)); });
  case norm2:
    return for_each_value([&](W a) { partial.sum.add(square(a)); });
  case norm3:
    return for_each_value([&](W a) { partial.sum.add(square(a) * magnitude(a)); });
  case norm4:
    return for_each_value([&](W a) { partial.sum.add(square(a) * square(a)); });
  }
}

constexpr int chunk = 256; // number of values converted at a time

double truncated(double value) { return std::trunc(value); }
Complex truncated(Complex value) { return {std::trunc(value.real()), std::trunc(value.imag())}; }

/// Operations on the values of a row before they are added.
struct Terms {
  CCTK_REAL const* weights; // NULL: all weights are 1
  bool truncates;
  Operation operation;

  Terms shifted(int offset) const { return {weights ? weights + offset : nullptr, truncates, operation}; }
};

/// Multiplies values by their weights. For minimum and maximum, removes values of weight 0 instead. Returns the number
/// of remaining values.
template <typename W>
int weigh(W* values, Terms const& terms, int n) {
  if (!terms.weights) return n;
  if (terms.operation != Operation::minimum && terms.operation != Operation::maximum) {
    for (int i = 0; i < n; ++i) values[i] *= terms.weights[i];
    return n;
  }
  int n_remaining = 0;
  for (int i = 0; i < n; ++i)
    if (terms.weights[i] != 0) values[n_remaining++] = values[i];
  return n_remaining;
}

template <typename W>
void add_terms(W* values, Terms const& terms, int n, Partial& partial) {
  auto const truncate_all = [&] {
    for (int i = 0; i < n; ++i) values[i] = truncated(values[i]);
  };
  bool const truncates = terms.truncates && keeps_complex(terms.operation);
  if (truncates) truncate_all();
  n = weigh(values, terms, n);
  if (truncates && terms.weights) truncate_all();
  add_values(values, n, terms.operation, partial);
}

/// Adds a row of 8-byte integers. Such an integer may not fit into the mantissa of a double, so its two halves are
/// added separately, each exactly. Weighted terms that are truncated are converted to double instead.
void add_line(CCTK_INT8 const* values, Terms const& terms, int n, Partial& partial) {
  double wide[chunk], low_half[chunk];
  bool const in_halves = keeps_complex(terms.operation) && !(terms.weights && terms.truncates);
  for (int begin = 0; begin < n; begin += chunk) {
    int const size = std::min(chunk, n - begin);
    for (int i = 0; i < size; ++i) {
      CCTK_INT8 const low = in_halves ? values[begin + i] & 0xffffffff : 0;
      wide[i] = static_cast<double>(values[begin + i] - low);
      low_half[i] = static_cast<double>(low);
    }
    add_terms(wide, terms.shifted(begin), size, partial);
    if (in_halves) add_terms(low_half, terms.shifted(begin), size, partial);
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
    Partial local;
#pragma omp for schedule(static) nowait
    for (long line = 0; line < lines; ++line) {
      long const j = array.begin[1] + line % extent(1), k = array.begin[2] + line / extent(1) % extent(2),
                 l = array.begin[3] + line / (extent(1) * extent(2));
      long const first = array.begin[0] + array.shape[0] * (j + array.shape[1] * (k + array.shape[2] * l));
      Terms const terms{array.weight ? array.weight + first : nullptr, array.truncates, operation};
      add_line(data + first, terms, static_cast<int>(extent(0)), local);
    }
#pragma omp critical(pughreduce_merge)
    merge(local, total);
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
