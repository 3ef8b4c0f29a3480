/// The state of a reduction, and its result.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>

namespace localreduce {

/// With N values: norm_p = (sum |a|^p / N)^(1/p), average = sum / N. Complex numbers are ordered by absolute value.
/// With weights w, terms are a w instead of a, and sum w replaces N in averages and norms. Minimum and maximum ignore
/// values of weight 0. The count is N.
enum class Operation { count, minimum, maximum, sum, average, norm1, norm2, norm3, norm4, norm_inf };

/// The widest type of the processor: sums of integers of 8 bytes are exact.
using Real = long double;
using Complex = std::complex<Real>;

struct Total {
  Complex sum;                                           ///< of the terms of sums and norms
  Real extreme = -std::numeric_limits<Real>::infinity(); ///< the largest of a, -a (minimum) or |a| (norm_inf)
  Real weight = 0;                                       ///< the sum of the weights, which are 1 by default
  bool truncates = false; ///< the terms of sums and averages are rounded towards 0 to integers
  std::int64_t n_values = 0, n_ordered = 0, n_nan = 0; ///< n_ordered: values that are compared for extremes

  void add(Operation operation, Real value, Real weight);
  void add(Operation operation, Complex value, Real weight);
};

bool is_extreme(Operation operation);

/// The result. It is NaN if a value was NaN, or for minimum, maximum, average and norms without values.
Complex result(Total const& total, Operation operation);

/// The part of this process in a global reduction, without division and root. Without values it is the neutral element:
/// 0 for sums, an infinity for extremes.
Complex partial_result(Total const& total, Operation operation);

} // namespace localreduce
