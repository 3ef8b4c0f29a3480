// How fast this process adds and multiplies, measured.
#pragma once

#include <functional>

namespace chemora::machine {

/// Additions and multiplications of real64 per second in registers, half of each and not fused (as kernels are
/// compiled), in the widest vectors of the processor, with all OpenMP threads of this process; the best of three
/// rounds. Takes some 0.1 s. `wait_for_all` as for measured_bandwidth.
double measured_arithmetic(std::function<void()> const& wait_for_all = [] {});

} // namespace chemora::machine
