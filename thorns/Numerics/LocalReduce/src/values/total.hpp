/// The state of a reduction, and its result.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

namespace localreduce {

/// For N values a: norm_p = (sum |a|^p / N)^(1/p), average = sum a / N, count = N. Complex numbers are ordered by
/// absolute value. With weights w, the terms of sums are multiplied by w, and the sum of w replaces N in averages and
/// norms. Minimum and maximum ignore values of weight 0.
enum class Operation { count, minimum, maximum, sum, average, norm1, norm2, norm3, norm4, norm_inf };

/// The widest floating-point type of the processor. Sums of 8-byte integers are exact in this type.
using Real = long double;
using Complex = std::complex<Real>;

struct Total {
  Complex sum;                                           ///< the sum of the values, or of |a|^p for norms
  Real extreme = -std::numeric_limits<Real>::infinity(); ///< largest a (maximum), -a (minimum) or |a| (norm_inf)
  Real weight = 0;                                       ///< sum of the weights, which are 1 by default
  bool truncates = false; ///< whether terms of sums and averages are rounded towards 0 to integers
  std::int64_t n_values = 0, n_ordered = 0, n_nan = 0; ///< n_ordered: number of values compared for extremes

  void add(Operation operation, Real value, Real weight);
  void add(Operation operation, Complex value, Real weight);
};

namespace arithmetic {

inline Real ordered(Real value) { return value; }
inline Real ordered(Complex value) { return std::abs(value); }

inline Real power(Real magnitude, Operation operation) {
  switch (operation) {
  case Operation::norm2:
    return magnitude * magnitude;
  case Operation::norm3:
    return magnitude * magnitude * magnitude;
  case Operation::norm4:
    return magnitude * magnitude * magnitude * magnitude;
  default:
    return magnitude;
  }
}

inline void compare(Total& total, Real value) {
  ++total.n_ordered;
  if (std::isnan(value))
    ++total.n_nan;
  else if (value > total.extreme)
    total.extreme = value;
}

inline Real truncate(Real value) { return std::trunc(value); }
inline Complex truncate(Complex value) { return {truncate(value.real()), truncate(value.imag())}; }

template <typename Value>
inline void add_value(Total& total, Operation operation, Value value, Real weight) {
  ++total.n_values;
  total.weight += weight;
  switch (operation) {
  case Operation::count:
    return;
  case Operation::minimum:
    return weight != 0 ? compare(total, -ordered(value)) : void();
  case Operation::maximum:
    return weight != 0 ? compare(total, ordered(value)) : void();
  case Operation::norm_inf:
    return compare(total, std::abs(value * weight));
  case Operation::sum:
  case Operation::average:
    total.sum += total.truncates ? truncate(truncate(value) * weight) : value * weight;
    return;
  default:
    total.sum += power(std::abs(value * weight), operation);
  }
}

inline Real root(Real value, Operation operation) {
  switch (operation) {
  case Operation::norm2:
    return std::sqrt(value);
  case Operation::norm3:
    return std::cbrt(value);
  case Operation::norm4:
    return std::sqrt(std::sqrt(value));
  default:
    return value;
  }
}

} // namespace arithmetic

inline void Total::add(Operation operation, Real value, Real w) { arithmetic::add_value(*this, operation, value, w); }
inline void Total::add(Operation operation, Complex value, Real w) {
  arithmetic::add_value(*this, operation, value, w);
}

inline bool is_extreme(Operation operation) {
  return operation == Operation::minimum || operation == Operation::maximum || operation == Operation::norm_inf;
}

/// The contribution of this process to a global reduction, without division and root. If the process has no values, the
/// result is the neutral element: 0 for sums, plus or minus infinity for extremes.
inline Complex partial_result(Total const& total, Operation operation) {
  if (operation == Operation::count) return static_cast<Real>(total.n_values);
  if (!is_extreme(operation)) return total.sum;
  if (total.n_nan > 0) return std::numeric_limits<Real>::quiet_NaN();
  return operation == Operation::minimum ? 0 - total.extreme : total.extreme;
}

/// The result of a reduction. The result is NaN if any value is NaN. Minimum, maximum, average and norms of no values
/// are NaN, too.
inline Complex result(Total const& total, Operation operation) {
  Real const nan = std::numeric_limits<Real>::quiet_NaN();
  if (is_extreme(operation) && total.n_ordered == 0) return nan;
  Complex const partial = partial_result(total, operation);
  if (operation == Operation::count || operation == Operation::sum || is_extreme(operation)) return partial;
  if (total.weight == 0) return nan;
  if (operation == Operation::average) return partial / total.weight;
  return arithmetic::root(partial.real() / total.weight, operation);
}

} // namespace localreduce
