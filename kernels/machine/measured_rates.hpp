/// Measured rates: the memory bandwidth and the arithmetic of this process, and the best of several short rounds.
#pragma once

#include "kernels/machine/timed.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace chemora::machine {

/// The best of several short measurements of a rate, and whether other programs disturbed them.
struct BestOfRounds {
  double rate = 0;   ///< units per second of the fastest round
  double spread = 0; ///< relative difference of the fastest and the third fastest round; small without disturbance
  double busy = 0;   ///< mean number of busy processors of the node; 0: unknown
  double own = 0;    ///< mean number of processors that worked for this process

  double others() const; ///< mean number of processors that other programs used
  bool is_disturbed() const;
};

/// Runs `batch` repeatedly in seven rounds of at least 0.05 s by `clock`, which tests replace. The function is
/// collective over the processes that measure at the same time: `wait_for_all` returns when each of them has called it,
/// and is called before every round and after the last. Rounds have equal lengths, so that all processes work at the
/// same time, even if there are more processes than processors.
BestOfRounds best_of_rounds(double units_per_batch, std::function<void()> const& batch,
                            std::function<void()> const& wait_for_all,
                            std::function<double()> const& clock = wall_seconds);

/// The result of two processes that measured at the same time: the sum of rates and the worse of two disturbances.
BestOfRounds combined_on_one_node(BestOfRounds const& a, BestOfRounds const& b);
BestOfRounds combined_on_two_nodes(BestOfRounds const& a, BestOfRounds const& b);

/// The result of one process.
struct Measurement {
  std::string node;
  std::string device; ///< kind of the device
  BestOfRounds best;
};

/// Adds the rates of all processes for each device kind. The load by other programs of a node excludes the load of all
/// measuring processes on that node.
std::map<std::string, BestOfRounds> aggregate_by_device(std::vector<Measurement> const& results);

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
