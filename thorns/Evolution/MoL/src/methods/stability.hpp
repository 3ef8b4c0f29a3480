/// Time steps for which methods are stable.
#pragma once

#include "method.hpp"

namespace mol {

/// Limits on |lambda| dt for u' = lambda u. Limits of multistep methods are unknown and given as infinity.
struct StabilityLimits {
  double imaginary; ///< for imaginary lambda (waves, centred differences): |u| grows by at most 1% per step
  double any;       ///< an upper bound, at most 0.04 too large, of stable imaginary parts of lambda with any damping
};

StabilityLimits stability_limits(Method<double> const& method);

/// The largest modified wave number, in units of 1 / spacing, of the centred first derivative of order 2 * radius,
/// which reads `radius` neighbours on each side: 1, 1.372, 1.586, ...; 0 for radius 0.
double max_modified_wave_number(int radius);

} // namespace mol
