// The measured memory bandwidth and rate of arithmetic of this process.
#pragma once

#include "kernels/machine/best_of_rounds.hpp"

namespace chemora::machine {

/// Bytes per second of a = b + s c over arrays much larger than the last-level cache, with all OpenMP threads of this
/// process. Each array is counted once, as in the bytes per point of a kernel. Stores are ordinary or non-temporal,
/// whichever is faster in a short trial. Takes about 0.6 s; the result is cached for the process.
///
/// Several processes of a node measure at the same time: `wait_for_all` returns when all of them have called it. Their
/// results add up to the bandwidth of the node, also if there are more processes than processors.
BestOfRounds const& measured_bandwidth(
    int n_processes_on_node = 1, std::function<void()> const& wait_for_all = [] {});

/// Additions and multiplications of real64 per second in registers, half of each and not fused (as kernels are
/// compiled), in the widest vectors of the processor, with all OpenMP threads of this process. Takes about 0.3 s.
/// `wait_for_all` is described at measured_bandwidth.
BestOfRounds measured_arithmetic(std::function<void()> const& wait_for_all = [] {});

} // namespace chemora::machine
