/// Integer tables with elements of type real64, for values that int32 does not represent.
#pragma once

#include "codegen/wavefront/representation.hpp"

namespace chemora::wavefront {

/// Returns the system with integer functions as functions of type real:
///
///     int d(...) = i = 0: -3*j    i >= 1: max(d[i - 1, j] - 3, -infinity)
///
/// becomes
///
///     float d(...) = i = 0: -3.0*real64(j)    i >= 1: max(d[i - 1, j] - 3.0, -infinity)
///
/// Subscripts, arguments of calls and ranges remain integers. Sums and products of integers up to
/// recursion::max_integer are exact in real64, so that the values of both systems are equal.
recursion::System with_real_integers(recursion::System system);

/// Returns a representation if all integers that the system computes are exact, or the reason why some may not be.
RepresentationOrReason real_representation(recursion::System const& system, InputLimits const& limits);

} // namespace chemora::wavefront
