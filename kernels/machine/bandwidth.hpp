// The measured memory bandwidth of this process.
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

} // namespace chemora::machine
