// Conversion of values between the numeric types of grid variables.
#pragma once

#include <cstddef>

namespace pughslab {

enum class Number { int8, int16, int32, int64, byte, real32, real64, complex64, complex128 };

std::size_t size_of(Number type);

// Real and integer types convert into each other, complex types into each other.
bool is_convertible(Number from, Number to);

// Copies n values, `from` at the given stride (in values), to consecutive values in `to`. Reals become integers by
// dropping the fraction; a value that does not fit becomes the nearest one that does, and not-a-number becomes 0.
void convert(Number from_type, void const* from, std::ptrdiff_t stride, std::size_t n, Number to_type, void* to);

} // namespace pughslab
