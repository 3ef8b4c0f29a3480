// The measured rate of additions and multiplications of this process.
#pragma once

#include "kernels/machine/best_of_rounds.hpp"

namespace chemora::machine {

/// Additions and multiplications of real64 per second in registers, half of each and not fused (as kernels are
/// compiled), in the widest vectors of the processor, with all OpenMP threads of this process. Takes about 0.3 s.
/// `wait_for_all` is described at measured_bandwidth.
BestOfRounds measured_arithmetic(std::function<void()> const& wait_for_all = [] {});

} // namespace chemora::machine
