/// Compiled kernels that are ready to be launched, with the arrays they access, their arguments and their run times.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"
#include "kernels/device/device.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/launch/scratch.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/runtime/grid_functions.hpp"
#include "kernels/search/capture.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::runtime {

/// Caches one value for each list of boxes. Launches use the same few lists of boxes repeatedly.
template <class Value>
class BoxCache {
public:
  /// Returns the cached value for these boxes. If none is cached, `make()` computes the value. The returned reference
  /// is valid until the next call of get().
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
  /// Maximum number of cached lists. This maximum suffices for whole regions and for the parts that are computed during
  /// exchanges of ghost zones.
  static constexpr std::size_t max_entries = 16;

  struct Entry {
    std::vector<base::Box> boxes;
    Value value;
  };
  std::list<Entry> entries_;
};

/// The arrays that one graph loads and stores. Each array name is resolved to a grid function once.
class KernelAccesses {
public:
  explicit KernelAccesses(ir::Graph const& graph);

  /// Returns a copy of this object for a launch in which the graph's array names refer to different grid functions.
  KernelAccesses with_other_arrays() const;

  /// Returns the maximum reach of all stencils of the graph.
  ir::Reach const& reach() const { return reach_; }
  /// Returns an upper bound of how far along y and z the graph reads rows with an additional offset along x. For a star
  /// stencil the bound is 0.
  ir::Reach reach_of_rows() const { return is_star_ ? ir::Reach{} : reach_; }

  /// Copies or exchanges array data so that all points the kernel reads for these boxes are valid on its device.
  void require(GridFunctions const& functions, std::span<base::Box const> boxes, FindGridArray const& find);
  /// Whether an unfinished exchange will still write data that the kernel reads for these boxes.
  bool is_in_flight(GridFunctions const& functions, std::span<base::Box const> boxes, FindGridArray const& find);
  /// Divides boxes into `deep` points, which can be computed before the ghost-zone exchange is finished, and points
  /// that cannot.
  launch::BoxesByReach split_at_exchange(GridFunctions const& functions, std::vector<base::Box> const& boxes,
                                         launch::LocalGrid const& grid, FindGridArray const& find);
  /// Finishes ghost-zone exchanges into `region`. Callers must call this function before a launch that writes `region`.
  void announce_writes(GridFunctions const& functions, ir::Region region, FindGridArray const& find);
  /// Reports to the framework that the kernel wrote its outputs in `region`. Callers must call this function after a
  /// launch on the whole region.
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
  int level_ = -1; ///< the refinement level that the cached footprints belong to
  bool is_looked_up_ = false;
  bool is_star_ = true; ///< true if no load has nonzero offsets along two axes
};

/// One kernel in the performance report. Several compiled versions of a kernel for different parameter values may share
/// this object.
struct MeasuredKernel {
  monitor::KernelRecord record; ///< the record of the kernel without measured times and hardware counters
  std::unique_ptr<device::Stopwatch> stopwatch;
  std::unique_ptr<device::Counter> counter; ///< null if hardware counters are not read

  /// Returns the record with all measured values. The function waits for launches that are still running.
  monitor::KernelRecord complete_record();

  /// An object of this class measures the launches of a kernel during its lifetime.
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

  /// Returns sentences that state which quantities the hardware counters measure, or why the counters are not read.
  std::string counters_text() const { return counters_ ? counters_->description() : reason_; }

private:
  device::Device& device_;
  std::unique_ptr<device::Counters> counters_;
  std::string reason_; ///< the reason why no hardware counters are read
};

class RegionArguments;

/// A compiled kernel. A plan may divide the graph of a region into several such kernels.
struct CompiledPart {
  launch::BoundKernel bound;
  MeasuredKernel* measured;
};

/// The compiled kernels that compute one region of the grid, in the order of their launches.
struct CompiledRegion {
  ir::Region region;
  KernelAccesses accesses;
  std::vector<CompiledPart> parts{};
  /// by value name, the scratch array in which one kernel stores the value for later kernels
  std::map<std::string, int> scratch_slots{};
  int n_scratch_arrays = 0;
  launch::RowEnds row_ends = launch::RowEnds::must_not_be_read;
  /// the graph and the problem of the planner, if the region's first launch is to be captured; otherwise null
  std::shared_ptr<search::Capture const> uncaptured{};
  /// null before the first launch that uses the arrays named in the graph
  std::shared_ptr<RegionArguments> arguments{};
};

/// All regions of a kernel.
using CompiledKernel = std::vector<CompiledRegion>;

/// The arrays and parameters of a region's kernels. The constructor resolves their names; each launch only updates
/// array addresses and parameter values.
class RegionArguments {
public:
  /// `parameters` contains the names of the parameter values that launches pass to update().
  RegionArguments(CompiledRegion const& region, FindGridArray const& find, std::vector<std::string> const& parameters);

  /// Returns the arguments of each kernel with the current array addresses. The returned span is valid until the next
  /// call. The function throws base::UserError if an array has no storage.
  std::span<launch::BoundKernel::Arguments const> update(GridFunctions const& functions, launch::Scratch const& scratch,
                                                         std::span<double const> parameters);

private:
  struct Array {
    GridArray array;
    int slot = -1; ///< index of the scratch array, or -1 for a grid function
  };
  struct Part {
    launch::BoundKernel const* bound;
    std::vector<Array> inputs, outputs;
    /// indices of this kernel's parameters in the list of values that a launch passes
    std::vector<std::size_t> parameters;
  };

  std::vector<Part> parts_;
  std::vector<launch::BoundKernel::Arguments> arguments_;
};

} // namespace chemora::runtime
