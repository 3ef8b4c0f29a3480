/// What a kernel reads and writes on given boxes, and the requests for valid data that follow from it.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/runtime/grid_functions.hpp"

#include <algorithm>
#include <list>
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
  /// Enough for whole regions and for their parts while ghost zones of any set of faces are in flight.
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

  /// The accesses of the same graph if its names refer to other arrays.
  KernelAccesses with_other_arrays() const;

  /// The reach of all stencils together.
  ir::Reach const& reach() const { return reach_; }
  /// The distance, along y and z, of rows that are read with an offset along x: 0 for star stencils.
  ir::Reach reach_of_rows() const { return is_star_ ? ir::Reach{} : reach_; }

  /// Makes what the kernel reads for these boxes valid where kernels run.
  void require(GridFunctions const& functions, std::span<base::Box const> boxes, FindGridArray const& find);
  /// Whether a part of what the kernel reads for these boxes is still to arrive from other processes.
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

} // namespace chemora::runtime
