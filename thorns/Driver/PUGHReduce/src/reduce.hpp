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

/// For N points with values a: norm_p = (sum |a|^p / N)^(1/p), average = sum a / N. Minimum and maximum of complex
/// values compare absolute values. A NaN at any point makes every result except the count NaN.
enum class Operation { count, minimum, maximum, sum, average, norm1, norm2, norm3, norm4, norm_inf };

struct NamedOperation {
  char const* name;
  Operation operation;
};
/// The names of all operations. An operation may have several names.
std::span<NamedOperation const> named_operations();

/// The operation with this name. Upper and lower case are not distinguished.
std::optional<Operation> find_operation(std::string_view name);

inline bool is_extreme(Operation operation) {
  return operation == Operation::minimum || operation == Operation::maximum || operation == Operation::norm_inf;
}
inline bool keeps_complex(Operation operation) {
  return operation == Operation::sum || operation == Operation::average;
}

inline constexpr int max_dimension = 4;

/// The partial result for a subset of the points. Partial results are added exactly, so the final result does not
/// depend on the subsets.
struct Partial {
  ExactSum sum, imaginary_sum;                               // sum of the terms a or |a|^p
  double extreme = -std::numeric_limits<double>::infinity(); ///< largest a (maximum), -a (minimum) or |a| (norm_inf)
  std::int64_t n_nan = 0, n_points = 0;
};

/// An array in memory, whose first index varies fastest, and the box [begin, end) of points to reduce.
struct Array {
  void const* data = nullptr;
  int type = 0;                      // type code CCTK_VARIABLE_*
  CCTK_REAL const* weight = nullptr; ///< weights in an array of the same shape; NULL: all are 1
  bool truncates = false;            // whether terms of sums and averages are truncated to integers
  std::array<int, max_dimension> shape = {1, 1, 1, 1}, begin = {0, 0, 0, 0}, end = {1, 1, 1, 1};
};

/// Whether reductions support this type: integers of up to 8 bytes, real and complex numbers. Values of 16-byte real
/// types are rounded to double.
bool is_reducible(int type);

/// Adds the points of the array to `partial`, using all threads. With weights w, the terms of sums, averages and norms
/// contain a w instead of a. Minimum and maximum ignore points of weight 0.
void accumulate(Array const& array, Operation operation, Partial& partial);

/// Replaces each partial result by the combined result of all processes. Collective.
void combine(std::span<Partial> partials, Operation operation, MPI_Comm communicator);

/// The final result: the exact sum is rounded once, then at most one division and one root follow. Without points, sums
/// and the count are 0 and other results are NaN. `weight` is the sum of the weights, which replaces N in averages and
/// norms.
std::complex<double> result(Partial const& partial, Operation operation, std::optional<double> weight = std::nullopt);

/// Stores the result as element `index` of an array of this type. Integers are rounded towards zero. Returns false if
/// the type cannot represent the result: a complex value as a real type, or a value outside the range of an integer
/// type.
bool store(std::complex<double> result, int type, void* array, std::size_t index);

struct Options {
  int weight = -1;                             // index of the weight variable (CCTK_REAL, same size); -1: none
  std::span<CCTK_INT const> result_types = {}; ///< for integer types, terms are truncated before they are added
};

/// Reduces each variable over all processes to one partial result. Each grid point counts once; ghost zones and
/// periodic images do not count. Scalars and arrays with DISTRIB=CONSTANT count once per process, as in Cactus. The
/// result is empty, after a warning with the reason, if a variable cannot be reduced. Collective.
std::optional<std::vector<Partial>> reduce_variables(cGH const* cctkGH, std::span<int const> variables,
                                                     Operation operation, Options const& options = {});

/// The sum of a weight variable over all points. The result is empty, after a warning, if the variable cannot be a
/// weight. Collective.
std::optional<double> sum_of_weights(cGH const* cctkGH, int weight);

/// Stores the result if this process is the destination. Warns and returns false if the type cannot represent the
/// result.
bool store_at_destination(cGH const* cctkGH, int destination, Partial const& partial, Operation operation, int type,
                          void* array, std::size_t index, std::optional<double> weight = std::nullopt);

/// Arrays that are not grid variables. Each process passes its own arrays.
struct LocalArrays {
  std::span<void const* const> data;
  std::span<int const> types; ///< type code of each array
  std::size_t n_points = 0;   // number of points of each array
};

/// Reduces each array over its points and all processes to one partial result.
std::vector<Partial> reduce_to_numbers(cGH const* cctkGH, LocalArrays const& arrays, Operation operation);
/// Reduces the arrays element by element over all processes. Returns n_points partial results for the first array, then
/// for the second, and so on.
std::vector<Partial> reduce_by_point(cGH const* cctkGH, LocalArrays const& arrays, Operation operation);
/// Reduces each array over its points on this process only.
std::vector<Partial> reduce_here(LocalArrays const& arrays, Operation operation);

} // namespace pughreduce
