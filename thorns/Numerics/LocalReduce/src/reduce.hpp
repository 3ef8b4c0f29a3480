// Reduces one array in memory.
#pragma once

#include "options.hpp"

namespace localreduce {

// Whether values of this type can be reduced: integers of up to 8 bytes, reals and complex numbers.
bool is_reducible(int type);

// All points of the array that the options name, the first direction fastest. `data` may be NULL without points.
// Where the result is to be an integer, the terms of sums and averages lose their fractions, as in Cactus.
Total reduce(void const* data, int type, int n_dims, CCTK_INT const* extents, CCTK_INT offset, Options const& options,
             Operation operation, int result_type);

// Stores a result as a number of this type. Integers are rounded towards zero; an infinity becomes the integer next to
// it where `saturates`. False when the type cannot hold it.
bool store(Complex result, int type, bool saturates, void* number);

} // namespace localreduce
