// From the partial reductions of all processes to results of the type asked for.
#pragma once

#include "accumulate.hpp"

#include <complex>
#include <mpi.h>
#include <optional>
#include <span>

namespace pughreduce {

// Replaces each partial by the one of all processes together. Collective.
void combine(std::span<Partial> partials, Operation operation, MPI_Comm communicator);

// Of all points: exact sums rounded once, then at most one division and one root. Without points: 0 for sums and the
// count, NaN for the rest. With weights, averages and norms are divided by the sum of the weights.
std::complex<double> result(Partial const& partial, Operation operation, std::optional<double> weight = std::nullopt);

// Stores the result as number `index` of an array of this type. Integers are rounded towards zero. False when the type
// cannot hold it: a complex sum in a real, or a number beyond an integer's range.
bool store(std::complex<double> result, int type, void* array, std::size_t index);

} // namespace pughreduce
