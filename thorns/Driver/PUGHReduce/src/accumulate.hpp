/// The reduction operators, and the reduction of the points of one process.
#pragma once

#include "exact/exact_sum.hpp"

#include "cctk.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace pughreduce {

/// For N points: norm_p = (sum |a|^p / N)^(1/p), average = sum / N. The minimum and maximum of complex numbers are
/// those of their absolute values. A NaN at any point makes every result except the count NaN.
enum class Operation { count, minimum, maximum, sum, average, norm1, norm2, norm3, norm4, norm_inf };

struct NamedOperation {
  char const* name;
  Operation operation;
};
/// All names. An operation may have several.
std::span<NamedOperation const> named_operations();

/// Ignores upper and lower case.
std::optional<Operation> find_operation(std::string_view name);

inline bool is_extreme(Operation operation) {
  return operation == Operation::minimum || operation == Operation::maximum || operation == Operation::norm_inf;
}
inline bool keeps_complex(Operation operation) {
  return operation == Operation::sum || operation == Operation::average;
}

inline constexpr int max_dimension = 4;

/// The partial result of some points. Adding partial results is exact, so the division of the points does not matter.
struct Partial {
  ExactSum sum, imaginary_sum;                               // of the terms of sums and norms
  double extreme = -std::numeric_limits<double>::infinity(); ///< the largest of a, -a (minimum) or |a| (norm_inf)
  std::int64_t n_nan = 0, n_points = 0;
};

/// An array in memory, first index fastest, and the box [begin, end) of points to reduce.
struct Array {
  void const* data = nullptr;
  int type = 0;                      // CCTK_VARIABLE_*
  CCTK_REAL const* weight = nullptr; ///< of each point, with the same shape; NULL: 1
  bool truncates = false;            // truncates the terms of sums and averages to integers
  std::array<int, max_dimension> shape = {1, 1, 1, 1}, begin = {0, 0, 0, 0}, end = {1, 1, 1, 1};
};

/// Whether values of this type can be reduced: integers of up to 8 bytes, reals and complex numbers. Reals of 16 bytes
/// are rounded to double first.
bool is_reducible(int type);

/// Adds the points of the array to `partial`, with all threads. With weights w, sums, averages and norms use a w
/// instead of a. Minimum and maximum are those of the points with a weight other than 0.
void accumulate(Array const& array, Operation operation, Partial& partial);

} // namespace pughreduce
