/// Reductions over all processes: of grid variables, and of arrays that each process has itself.
#pragma once

#include "accumulate.hpp"

#include "cctk.h"

#include <complex>
#include <mpi.h>
#include <optional>
#include <span>
#include <vector>

namespace pughreduce {

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
