/// Sweeps over grid functions in the memory of a device.
#pragma once

#include "codegen/patterns/array_sweep.hpp"
#include "codegen/patterns/distribute.hpp"
#include "kernels/patterns/kernel_memory.hpp"
#include "kernels/patterns/program_runner.hpp"
#include "kernels/patterns/sweep_results.hpp"

#include <functional>

namespace chemora::patterns {

/// The grid functions of a process on a device.
struct DeviceGrid {
  struct Field {
    std::shared_ptr<KernelArray> values{}; ///< x fastest
    long extents[3] = {0, 0, 0};           ///< of the array, along x, y and z
    long first[3] = {0, 0, 0};             ///< indices in the array of the first point of the process
  };
  KernelPlace* place = nullptr;
  std::map<std::string, Field> fields{}; ///< by the name of the grid function in the program
  std::function<void()> copy_to_host{};  ///< makes the values of LocalGrid valid
};

class DeviceSweep {
public:
  /// `name` and `n_groups` are those of array_sweep(). The other arguments must outlive this object.
  DeviceSweep(GridProgram const& program, Sweep const& sweep, std::string const& name,
              std::vector<long> const& n_groups, KernelPlace& place);

  /// Returns the variables of the program whose values `run` needs: parameters and arrays.
  std::vector<Variable const*> inputs() const;

  /// Adds the results of the sweep to the results of its parts, which are empty. Returns false if the sweep cannot be
  /// computed on a device, or has sums that are not exact; `results` are then useless. `inputs` are those of inputs(),
  /// without grid functions and the parameters of the box; `points` are those of the whole grid.
  bool run(Inputs inputs, Box const& box, long const (&points)[3], DeviceGrid const& grid,
           std::vector<long> const& n_groups, std::vector<PartResults>& results);

  /// Lines for the report of the run: the mapping of each kernel, or why the host computes the sweep.
  std::string notes() const;

private:
  void stop(std::string const& reason);

  Sweep const& sweep_;
  std::optional<Program> program_;
  std::unique_ptr<ProgramRunner> runner_{}; ///< null if the host computes the sweep
  std::string reason_{};                    ///< why
};

} // namespace chemora::patterns
