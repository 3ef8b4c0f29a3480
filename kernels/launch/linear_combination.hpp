// A sum of arrays with factors, written by hand for any number of arrays: what time integrators need where nobody
// compiles.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::launch {

/// target = scale * target + factor0 * source0 + factor1 * source1 + ..., from left to right, each product and each sum
/// rounded; without the first term unless `keeps_target`, and 0 where there is no term. Inputs are the arrays that are
/// read, the one output is the target, parameters are the factors, each sorted by name (factor10 before factor2), as in
/// a graph that says the same.
std::unique_ptr<device::Module> make_linear_combination(int n_sources, bool keeps_target);

} // namespace chemora::launch
