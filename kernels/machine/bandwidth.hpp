// How fast this process moves data between memory and processor, measured.
#pragma once

namespace chemora::machine {

/// Bytes per second of a = b + s c over arrays well beyond the last cache, counting the three arrays once (what a
/// kernel's bytes per point count, too), with all OpenMP threads of this process; the best of a few sweeps. Takes
/// some 0.1 s the first time and is remembered for the process. When several processes of a node measure at the
/// same time each gets its share: `n_processes_on_node` keeps the arrays of all of them small enough.
double measured_bandwidth(int n_processes_on_node = 1);

} // namespace chemora::machine
