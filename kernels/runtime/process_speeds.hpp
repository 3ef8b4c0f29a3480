/// Measures how fast each process computes the kernels of a run, before the grid is created. The speeds are stored for
/// later runs.
#pragma once

#include "kernels/runtime/launcher.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A kernel of the time evolution with its parameter values in this run.
struct EvolutionKernel {
  KernelName name;
  ir::Graph const* graph;
  std::map<std::string, double> parameters;
};

struct ProcessSpeed {
  double points_per_second = 0;
  /// true if another program ran on the same node, so that the measured speed may be too low
  bool is_disturbed = false;
  int kind = 0; ///< an index that is equal for processes with the same processor, device and number of threads
};

class ProcessSpeeds {
public:
  /// `launcher` must outlive the object.
  explicit ProcessSpeeds(Launcher& launcher) : launcher_(launcher) {}

  /// Returns the speed of this process. The call is collective. If no earlier run stored a speed, the function times
  /// the kernels and the updates of a time integrator on a cube of points.
  ProcessSpeed find_or_measure(std::vector<EvolutionKernel> const& kernels);

  /// Stores the points per second that the kernels of this run computed on each process. The call is collective and
  /// belongs at the end of a run. Nothing is stored if find_or_measure() was not called, or if the kernels of a process
  /// took less than a second.
  void store();

private:
  Launcher& launcher_;
  std::string key_; ///< key of the stored speeds
};

/// Returns a line that compares the kernel time of the slowest process with the average kernel time. The call is
/// collective. The line is empty for a single process and for a run without kernels.
std::string imbalance_text(KernelCache& cache);

} // namespace chemora::runtime
