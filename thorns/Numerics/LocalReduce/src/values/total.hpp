// What a reduction knows of the values it has seen, and its result.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>

namespace localreduce {

// With N values: norm_p = (sum |a|^p / N)^(1/p), average = sum / N. Complex numbers are ordered by absolute value.
// With weights w: a w in place of a and sum w in place of N in sums, averages and norms; values of weight 0 have no
// minimum and no maximum; the count stays N.
enum class Operation { count, minimum, maximum, sum, average, norm1, norm2, norm3, norm4, norm_inf };

// As wide as the machine has it: sums of integers of 8 bytes are exact.
using Real = long double;
using Complex = std::complex<Real>;

struct Total {
  Complex sum;                                           // of the terms of sums and norms
  Real extreme = -std::numeric_limits<Real>::infinity(); // the largest of a, -a (minimum) or |a| (norm_inf)
  Real weight = 0;                                       // the sum of the weights; each is 1 where none is given
  bool is_cut = false;                                   // the terms of sums and averages become integers, towards 0
  std::int64_t n_values = 0, n_ordered = 0, n_nan = 0;   // n_ordered: those that minimum and maximum see

  void add(Operation operation, Real value, Real weight);
  void add(Operation operation, Complex value, Real weight);
};

bool is_extreme(Operation operation);

// Not-a-number where there is nothing to take a minimum, maximum, average or norm of, or where a value was one.
Complex result(Total const& total, Operation operation);

// What another process' part is to be added to, or compared with: no division, no root. Without values: 0 for sums, an
// infinity that loses every comparison for extremes.
Complex partial_result(Total const& total, Operation operation);

} // namespace localreduce
