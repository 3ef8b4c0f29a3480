/// Compiled kernels that are ready to be launched: the data they access, their arguments, and their measurement.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"
#include "kernels/device/device.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/launch/scratch.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/runtime/grid_functions.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::runtime {

/// Values computed for a list of boxes. Launches use the same few lists repeatedly.
template <class Value>
class BoxCache {
public:
  /// The value for these boxes; `make()` computes it if it is not cached. The reference holds until the next call.
  template <class Make>
  Value const& get(std::span<base::Box const> boxes, Make const& make) {
    for (auto const& entry : entries_)
      if (std::equal(entry.boxes.begin(), entry.boxes.end(), boxes.begin(), boxes.end())) return entry.value;
    if (entries_.size() == max_entries) entries_.pop_front();
    entries_.push_back({{boxes.begin(), boxes.end()}, make()});
    return entries_.back().value;
  }

  void clear() { entries_.clear(); }

private:
  /// Maximum number of cached lists. It suffices for whole regions and for their parts during exchanges of ghost zones.
  static constexpr std::size_t max_entries = 16;

  struct Entry {
    std::vector<base::Box> boxes;
    Value value;
  };
  std::list<Entry> entries_;
};

/// The arrays of one graph. The meaning of names is looked up once.
class KernelAccesses {
public:
  explicit KernelAccesses(ir::Graph const& graph);

  /// Returns the accesses of a graph whose names refer to other arrays.
  KernelAccesses with_other_arrays() const;

  /// Returns the maximum reach of all stencils of the graph.
  ir::Reach const& reach() const { return reach_; }
  /// Returns an upper bound of how far, along y and z, the rows are that a stencil reads with an offset along x; 0 for
  /// star stencils.
  ir::Reach reach_of_rows() const { return is_star_ ? ir::Reach{} : reach_; }

  /// Makes the data valid on the device that the kernel reads for these boxes.
  void require(GridFunctions const& functions, std::span<base::Box const> boxes, FindGridArray const& find);
  /// Whether an unfinished exchange will still write data that the kernel reads for these boxes.
  bool is_in_flight(GridFunctions const& functions, std::span<base::Box const> boxes, FindGridArray const& find);
  /// Divides boxes into points that can be computed before the exchange is finished (`deep`) and the others.
  launch::BoxesByReach split_at_exchange(GridFunctions const& functions, std::vector<base::Box> const& boxes,
                                         launch::LocalGrid const& grid, FindGridArray const& find);
  /// To be called before a launch that writes `region`: finishes exchanges into it.
  void announce_writes(GridFunctions const& functions, ir::Region region, FindGridArray const& find);
  /// To be called after a launch on the whole of `region`.
  void report_writes(GridFunctions const& functions, ir::Region region, FindGridArray const& find);

private:
  struct Read {
    std::string name;
    ir::Reach reach;
    GridArray array;
  };
  struct Write {
    std::string name;
    GridArray array;
  };

  void look_up(FindGridArray const& find);
  BoxList const& footprints(GridFunctions const& functions, std::span<base::Box const> boxes,
                            FindGridArray const& find);
  RegionList writes(GridFunctions const& functions, ir::Region region, FindGridArray const& find);

  std::vector<Read> reads_;
  std::vector<Write> writes_;
  ir::Reach reach_;
  BoxCache<BoxList> footprints_;
  int level_ = -1; ///< refinement level of the cached footprints
  bool is_looked_up_ = false;
  bool is_star_ = true; ///< no load has offsets along two axes
};

/// A kernel in the report. Several compiled parts may share one, for different values of parameters.
struct MeasuredKernel {
  monitor::KernelRecord record; ///< the record of the kernel without measured times and hardware counters
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

  /// The quantities that the hardware counts, or why nothing is counted, as sentences.
  std::string counters_text() const { return counters_ ? counters_->description() : reason_; }

private:
  device::Device& device_;
  std::unique_ptr<device::Counters> counters_;
  std::string reason_; ///< the reason why no hardware counters are read
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
