// Adams-Bashforth methods: one evaluation in a step, and the right-hand sides of earlier steps.
#pragma once

#include "method.hpp"
#include "ratio.hpp"

namespace mol {

// u <- u + dt sum over k < order of b_k f(t - k dt), with the b_k that are exact for polynomials of degree order - 1.
// `order` is 1 to 5. Source of the coefficients: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I,
// III.1.
Method<Ratio> adams_bashforth(int order);

} // namespace mol
