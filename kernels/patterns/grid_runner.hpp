/// Runs a program of patterns on a grid that is divided among processes, with kernels for its sweeps.
#pragma once

#include "codegen/patterns/distribute.hpp"
#include "kernels/patterns/device_sweeps.hpp"
#include "kernels/patterns/point_kernels.hpp"

namespace chemora::patterns {

/// What a run has computed, for reports and tests.
struct SweepReport {
  int n_sweeps = 0;    ///< of all evaluations
  int n_on_device = 0; ///< reductions on a device
  double n_points = 0; ///< visited by the sweeps of this process, on a device those of the whole box
  double seconds = 0;  ///< of the sweeps without exchanges
};

class GridRunner {
public:
  /// `parameters` are the parameters of the program that differ from their defaults. Programs that need whole grid
  /// functions are interpreted.
  GridRunner(Program const& program, std::map<std::string, double> const& parameters);

  /// The kernels to compile.
  std::vector<KernelSource> sources() const;
  /// Sets the kernels of sources(), in the same order. Without them, the program is interpreted.
  void set_kernels(std::vector<std::unique_ptr<PointKernel>> kernels);

  /// The sweeps, for tests.
  GridProgram const& program() const { return program_; }
  std::vector<SweepKernel const*> needed_kernels() const;

  /// Computes all outputs with the bits of evaluate(), with the threads of this process, or on a device where the grid
  /// functions are. Values of `grid` are then read after DeviceGrid::copy_to_host has been called. Collective.
  std::vector<Output> run(Inputs const& inputs, LocalGrid const& grid, Exchange& exchange,
                          DeviceGrid const* device = nullptr);

  SweepReport const& report() const { return report_; }
  /// Lines for the report of the run: the sweeps, and what is interpreted and why.
  std::string notes() const;

private:
  friend class SweepInterpreter;
  struct CompiledSweep {
    SweepKernel kernel{};
    std::unique_ptr<PointKernel> loaded{};    ///< null if no kernel is needed
    std::map<std::string, long> checked{};    ///< integer parameters for which the subscripts were checked
    std::unique_ptr<DeviceSweep> on_device{}; ///< made when the grid functions are first on a device
  };

  Program source_;
  GridProgram program_{};
  std::string reason_{}; ///< why the whole program is interpreted
  std::map<int, CompiledSweep> sweeps_{};
  bool has_kernels_ = false;
  SweepReport report_{};
};

} // namespace chemora::patterns
