/// How fast each process computes the kernels of a run: measured before there is a grid, and stored for later runs.
#pragma once

#include "kernels/runtime/launcher.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A kernel of the evolution with the parameters of the run.
struct EvolutionKernel {
  KernelName name;
  ir::Graph const* graph;
  std::map<std::string, double> parameters;
};

struct ProcessSpeed {
  double points_per_second = 0;
  bool is_disturbed = false; ///< another program ran on the same node, so that the speed may be too low
  int kind = 0; ///< equal for processes with the same processor and number of threads, or on the same device
};

class ProcessSpeeds {
public:
  /// `launcher` outlives the object.
  explicit ProcessSpeeds(Launcher& launcher) : launcher_(launcher) {}

  /// Collective: the speed of this process. Without a stored speed of an earlier run, the kernels and the updates of a
  /// time integrator are timed on a cube of points.
  ProcessSpeed find_or_measure(std::vector<EvolutionKernel> const& kernels);

  /// Collective, at the end of a run: if find_or_measure() was called, stores the points per second that the kernels of
  /// this run reached on each process. Nothing is stored if the kernels of a process took less than a second.
  void store();

private:
  Launcher& launcher_;
  std::string key_; ///< key of the stored speeds
};

/// Collective: a line that states how much longer the kernels of the slowest process took than those of an average one.
/// Empty for a single process and for a run without kernels.
std::string imbalance_text(KernelCache& cache);

} // namespace chemora::runtime
