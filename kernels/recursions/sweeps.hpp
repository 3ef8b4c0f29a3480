/// Runs the sweeps of a scheduled function over a grid that is divided among processes.
///
/// **Order.** The passes of a sweep (codegen/wavefront/sweep_passes.hpp) run one after another. In a pass, the
/// processes along its directions are a pipeline. Each process divides its points into blocks along one axis. For each
/// block it receives the values of the preceding points from the preceding processes, computes the block, and sends the
/// values of its last points to the following processes. Several processes work at the same time as soon as the first
/// block has passed through the pipeline. Along axes without a direction, processes are independent.
///
/// **Ghost zones.** Grid functions that a sweep reads must be valid everywhere. After each sweep, the stored grid
/// functions are valid everywhere.
///
/// **Bits.** Results do not depend on the number of processes, threads, the plan or the device.
#pragma once

#include "codegen/wavefront/sweep_function.hpp"
#include "kernels/launch/scratch.hpp"
#include "kernels/recursions/planned_sweep.hpp"
#include "kernels/runtime/kernel_cache.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace chemora::recursions {

/// What the sweeps of a process have in common. All members must outlive the sweeps.
struct SweepTools {
  device::Device& device;
  Processes& processes;
  launch::Scratch& memory; ///< for tables and copies of grid functions
};

class Sweeps {
public:
  /// `function` must outlive this object; `name` is the full name of the function, for reports. Collective. Throws
  /// base::UserError with the positions of sweeps that this grid does not allow, and for a wrong plan.
  Sweeps(wavefront::SweepFunction const& function, std::string const& name, launch::LocalGrid const& grid,
         SweepTools const& tools, SweepOptions const& options);
  ~Sweeps();

  /// The kernels, which the caller compiles.
  std::vector<runtime::SourceKernel> const& sources() const;
  /// Takes the compiled kernels, in the order of sources(). LoadedSource::measured may be null.
  void set_kernels(std::vector<runtime::LoadedSource> kernels);

  /// Executes all sweeps in the order of the file. `arrays` contains the addresses on the device of the grid functions
  /// by name in the file, `scalars` the values of SweepFunction::scalars. Collective. May return before the kernels
  /// have run.
  void run(std::map<std::string, void*> const& arrays, std::map<std::string, double> scalars);

  /// Lines with the plan, its reason and the pipeline of each sweep, for the report.
  std::string notes() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace chemora::recursions
