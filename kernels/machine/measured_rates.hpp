/// Measures the memory bandwidth and the arithmetic rate of this process. Each result is the best of several short
/// measurement rounds.
#pragma once

#include "kernels/machine/timed.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace chemora::machine {

/// The best rate of several short measurement rounds, with data that shows whether other programs disturbed the rounds.
struct BestOfRounds {
  double rate = 0;   ///< units per second of the fastest round
  double spread = 0; ///< relative difference of the fastest and the third fastest round; small without disturbance
  double busy = 0;   ///< mean number of busy processors of the node; 0: unknown
  double own = 0;    ///< mean number of processors that worked for this process

  double others() const; ///< mean number of processors that other programs used
  bool is_disturbed() const;
};

/// Runs `batch` repeatedly in seven rounds of at least 0.05 s. Tests may replace `clock`. The function is collective
/// over all processes that measure at the same time. It calls `wait_for_all` before every round and after the last
/// round; `wait_for_all` returns when all processes have called it. Rounds have equal lengths, so that all processes
/// work at the same time, even if there are more processes than processors.
BestOfRounds best_of_rounds(double units_per_batch, std::function<void()> const& batch,
                            std::function<void()> const& wait_for_all,
                            std::function<double()> const& clock = wall_seconds);

/// Combines the results of two processes that measured at the same time. The combined rate is the sum of both rates,
/// and the combined disturbance is the larger disturbance.
BestOfRounds combined_on_one_node(BestOfRounds const& a, BestOfRounds const& b);
BestOfRounds combined_on_two_nodes(BestOfRounds const& a, BestOfRounds const& b);

/// The measurement result of one process.
struct Measurement {
  std::string node;
  std::string device; ///< kind of the device
  BestOfRounds best;
};

/// Adds the rates of all processes for each device kind. The load of other programs on a node excludes the load of all
/// measuring processes on that node.
std::map<std::string, BestOfRounds> aggregate_by_device(std::vector<Measurement> const& results);

/// Returns the bytes per second of the triad a = b + s c over arrays much larger than the last-level cache, with all
/// OpenMP threads of this process. Each array is counted once, as in the bytes per point of a kernel. Stores are
/// ordinary or non-temporal, whichever is faster in a short trial. The measurement takes about 0.6 s, and the process
/// caches its result.
///
/// Several processes of a node measure at the same time. `wait_for_all` returns when all these processes have called
/// it. The sum of their results is the bandwidth of the node, even if the node has more processes than processors.
BestOfRounds const& measured_bandwidth(
    int n_processes_on_node = 1, std::function<void()> const& wait_for_all = [] {});

/// Returns the real64 operations per second on registers, with equal numbers of additions and multiplications. Like in
/// compiled kernels, multiplications and additions are not fused. The measurement uses the widest vectors of the
/// processor and all OpenMP threads of this process. It takes about 0.3 s. `wait_for_all` is described at
/// measured_bandwidth.
BestOfRounds measured_arithmetic(std::function<void()> const& wait_for_all = [] {});

} // namespace chemora::machine
