// How fast this process moves data between memory and processor, measured.
#pragma once

#include "kernels/machine/best_of_rounds.hpp"

namespace chemora::machine {

/// Bytes per second of a = b + s c over arrays well beyond the last cache, counting the three arrays once (what a
/// kernel's bytes per point count, too), with all OpenMP threads of this process, and with ordinary stores or stores
/// past the caches, whichever a short trial finds faster. Takes some 0.6 s the first time and is remembered for the
/// process.
///
/// When several processes of a node measure, they do so together: `wait_for_all` returns when all of them have called
/// it, and what they move between two such calls counts, also where they are more than the processors. The sum of
/// their results is what the node can do.
BestOfRounds const& measured_bandwidth(
    int n_processes_on_node = 1, std::function<void()> const& wait_for_all = [] {});

} // namespace chemora::machine
