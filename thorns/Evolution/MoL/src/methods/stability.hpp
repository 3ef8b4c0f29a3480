// How large a time step a method allows.
#pragma once

#include "method.hpp"

namespace mol {

// Limits on |lambda| dt for u' = lambda u. An infinite limit is not known: that of a multistep method.
struct StabilityLimits {
  double imaginary; // up to here, |u| grows by at most 1% in a step for imaginary lambda (waves, centred differences)
  double any;       // an upper bound, at most 0.04 too high, of stable imaginary parts at any damping
};

StabilityLimits stability_limits(Method<double> const& method);

// The largest modified wave number, in units of 1 / spacing, of the centred first derivative that reads `radius`
// neighbours on each side and has order 2 * radius: 1, 1.372, 1.586, ...; 0 for radius 0.
double max_modified_wave_number(int radius);

} // namespace mol
