/// The reduction operators, and reductions over the points of one process and of all processes.
#pragma once

#include "exact_sum.hpp"

#include "cctk.h"

#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <mpi.h>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

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

/// Replaces each partial result by that of all processes. Collective.
void combine(std::span<Partial> partials, Operation operation, MPI_Comm communicator);

/// The result for all points: exact sums are rounded once, followed by at most one division and one root. Without
/// points, sums and the count are 0 and other results are NaN. With weights, averages and norms are divided by their
/// sum.
std::complex<double> result(Partial const& partial, Operation operation, std::optional<double> weight = std::nullopt);

/// Stores the result as element `index` of an array of this type. Integers are rounded towards zero. Returns false if
/// the type cannot represent it: a complex sum as a real, or a number beyond the range of an integer.
bool store(std::complex<double> result, int type, void* array, std::size_t index);

struct Options {
  int weight = -1;                             // index of a variable of type CCTK_REAL and the same size; -1: none
  std::span<CCTK_INT const> result_types = {}; ///< for integer types, the terms are truncated before the sum
};

/// One partial result per variable, over all processes. Each grid point counts once: ghost zones and periodic images do
/// not count. Scalars and arrays with DISTRIB=CONSTANT count once per process, as in Cactus. Empty, after a warning
/// with the reason, if a variable cannot be reduced. Collective.
std::optional<std::vector<Partial>> reduce_variables(cGH const* cctkGH, std::span<int const> variables,
                                                     Operation operation, Options const& options = {});

/// The sum of the weights of all points. Empty, after a warning, if the variable cannot be a weight. Collective.
std::optional<double> sum_of_weights(cGH const* cctkGH, int weight);

/// Stores the result if this process is the destination. Warns and returns false if the type cannot represent it.
bool store_at_destination(cGH const* cctkGH, int destination, Partial const& partial, Operation operation, int type,
                          void* array, std::size_t index, std::optional<double> weight = std::nullopt);

/// Arrays that each process has itself.
struct LocalArrays {
  std::span<void const* const> data;
  std::span<int const> types; ///< one per array
  std::size_t n_points = 0;   // of each
};

/// Reduces each array over its points and all processes to one partial result.
std::vector<Partial> reduce_to_numbers(cGH const* cctkGH, LocalArrays const& arrays, Operation operation);
/// Reduces each point over all processes. Returns n_points partial results per array, array by array.
std::vector<Partial> reduce_by_point(cGH const* cctkGH, LocalArrays const& arrays, Operation operation);
/// Reduces each array over its points on this process.
std::vector<Partial> reduce_here(LocalArrays const& arrays, Operation operation);

} // namespace pughreduce
