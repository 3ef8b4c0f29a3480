/// Poison values: NaNs that identify the array they were written to. Arithmetic on them keeps the identification.
#pragma once

#include "validity.hpp"

#include <optional>

namespace accelerator {

/// For float and double: a signalling NaN whose payload holds a fixed pattern, the time level and the variable index.
/// Results computed from it in the same precision are quiet NaNs with the same payload, so that arithmetic in place
/// changes the value, too. Only comparisons, minima and maxima can lose the payload.
template <typename Real>
Real poison_value(ArrayId const& array);

/// The array whose poison value this number is or was computed from, on refinement level 0; empty for other numbers.
/// For float, time levels beyond 3 and variables beyond 65535 are reported modulo these limits.
template <typename Real>
std::optional<ArrayId> poisoned_array(Real number);

} // namespace accelerator
