/// Compiled kernels that are ready to be launched: their arguments, and the stopwatches and counters that measure them.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/scratch.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/runtime/kernel_accesses.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A kernel in the report. Several compiled parts may share one, for different values of parameters.
struct MeasuredKernel {
  monitor::KernelRecord record; ///< without the values of stopwatch and counter
  std::unique_ptr<device::Stopwatch> stopwatch;
  std::unique_ptr<device::Counter> counter; ///< null if hardware counters are not read

  /// The record with all measured values. Waits for launches that are still running.
  monitor::KernelRecord complete_record();

  /// Measures the launches during its lifetime.
  class Launch {
  public:
    explicit Launch(MeasuredKernel& kernel);
    ~Launch();
    Launch(Launch const&) = delete;
    Launch& operator=(Launch const&) = delete;

  private:
    MeasuredKernel& kernel_;
  };
};

/// Creates stopwatches and counters of a device.
class Meters {
public:
  Meters(device::Device& device, bool reads_counters);

  MeasuredKernel make(std::string const& kernel);

  /// What the hardware counts, or why nothing is counted, as sentences.
  std::string counters_text() const { return counters_ ? counters_->description() : reason_; }

private:
  device::Device& device_;
  std::unique_ptr<device::Counters> counters_;
  std::string reason_; ///< why nothing is counted
};

class RegionArguments;

/// One of the kernels that a plan divides a region's graph into.
struct CompiledPart {
  launch::BoundKernel bound;
  MeasuredKernel* measured;
};

/// The computation of one region: the parts of its plan, in the order of their launches.
struct CompiledRegion {
  ir::Region region;
  KernelAccesses accesses;
  std::vector<CompiledPart> parts{};
  std::map<std::string, int> scratch_slots{}; ///< scratch arrays of values that one part stores for later ones, by name
  int n_scratch_arrays = 0;
  launch::RowEnds row_ends = launch::RowEnds::must_not_be_read;
  std::shared_ptr<RegionArguments> arguments{}; ///< bound at the first launch with the arrays that the graph names
};

/// All regions of a kernel.
using CompiledKernel = std::vector<CompiledRegion>;

/// The arrays and parameters of a region's kernels, found by name once. Each launch only updates addresses and values.
class RegionArguments {
public:
  /// `parameters`: the names of the values that launches pass.
  RegionArguments(CompiledRegion const& region, FindGridArray const& find, std::vector<std::string> const& parameters);

  /// The arguments of each part, with current addresses. They are valid until the next call. Throws base::UserError
  /// when an array has no storage.
  std::span<launch::BoundKernel::Arguments const> update(GridFunctions const& functions, launch::Scratch const& scratch,
                                                         std::span<double const> parameters);

private:
  struct Array {
    GridArray array;
    int slot = -1; ///< of a scratch array; -1 for a grid function
  };
  struct Part {
    launch::BoundKernel const* bound;
    std::vector<Array> inputs, outputs;
    std::vector<std::size_t> parameters; ///< positions among the values of a launch
  };

  std::vector<Part> parts_;
  std::vector<launch::BoundKernel::Arguments> arguments_;
};

} // namespace chemora::runtime
