// Values that tell of which array they are an old one: not-a-number with the array's name in the bits that arithmetic
// hands on.
#pragma once

#include "validity.hpp"

#include <optional>

namespace accelerator {

/// For float and double: a signalling not-a-number whose further bits are a pattern, the time level and the variable.
/// What is computed from it in the same precision has these bits, but is a quiet one, so that arithmetic leaves a trace
/// in its place, too. Only comparisons, minima and maxima may lose it.
template <typename Real>
Real mark_of(Place const& place);

/// The array that the number comes from, on refinement level 0, if it is such a one. Of floats, time levels beyond 3
/// and variables beyond 65535 are taken for lower ones.
template <typename Real>
std::optional<Place> marked_place(Real number);

} // namespace accelerator
