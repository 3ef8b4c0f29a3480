// Conversion of values between the numeric types of grid variables.
#pragma once

#include <cstddef>

namespace pughslab {

// Of CCTK_VARIABLE numbers: real and integer types convert into each other, complex types into each other.
bool is_convertible(int from, int to);

// Copies n values, `from` at the given stride (in values), to consecutive values in `to`. Reals become integers by
// dropping the fraction; a value that does not fit becomes the nearest one that does, and not-a-number becomes 0.
void convert(int from_type, void const* from, std::ptrdiff_t stride, std::size_t n, int to_type, void* to);

} // namespace pughslab
