// What kernels read and write, told to thorn Accelerator so that it is where they run.
#pragma once

#include "by_boxes.hpp"
#include "cctk.h"
#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"
#include "grid_array.hpp"
#include "kernels/launch/local_grid.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ca_kernel {

/// Finds the array that a kernel names.
using FindGridArray = std::function<GridArray(std::string const& name)>;

/// Arrays and boxes as the aliased functions of Accelerator take them.
struct BoxList {
  std::vector<CCTK_INT> variables, levels, time_levels, lower, upper;

  void add(GridArray const& array, int level, chemora::base::Box const& box);
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

/// Regions of arrays (bits CCTK_VALID_*), the same way.
struct RegionList {
  std::vector<CCTK_INT> variables, levels, time_levels, regions;

  void add(GridArray const& array, int level, CCTK_INT region);
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

/// Has these boxes made valid where kernels run. Does nothing without an Accelerator.
void require(cGH const* cctkGH, BoxList const& list);
/// Whether a part of them is still on its way from other processes.
bool are_in_flight(cGH const* cctkGH, BoxList const& list);
/// A region in bits CCTK_VALID_*.
CCTK_INT bits(chemora::ir::Region region);

/// The arrays of a graph: taken from it once, told at every launch.
class KernelData {
public:
  explicit KernelData(chemora::ir::Graph const& graph);

  /// Those of the same graph where names mean other arrays.
  KernelData with_other_arrays() const;

  /// What it reads for these boxes.
  BoxList const& footprints(cGH const* cctkGH, std::span<chemora::base::Box const> boxes, FindGridArray const& find);
  /// How far away, along y and z, rows are that it reads with a displacement along x: 0 for stars.
  chemora::ir::Reach reach_of_rows() const { return is_star_ ? chemora::ir::Reach{} : reach_; }
  /// Before a launch on these boxes: has what it reads made valid where kernels run. Does nothing without an
  /// Accelerator.
  void require(cGH const* cctkGH, std::span<chemora::base::Box const> boxes, FindGridArray const& find);
  /// Whether something it reads for these boxes is still on its way from other processes.
  bool is_in_flight(cGH const* cctkGH, std::span<chemora::base::Box const> boxes, FindGridArray const& find);
  /// What of these boxes can be computed before that has arrived, and the rest.
  chemora::launch::BoxesByReach not_in_flight(cGH const* cctkGH, std::vector<chemora::base::Box> const& boxes,
                                              chemora::launch::LocalGrid const& grid, FindGridArray const& find);
  /// Before a launch that writes `region`: what is on its way there arrives first.
  void before_writing(cGH const* cctkGH, chemora::ir::Region region, FindGridArray const& find);
  /// After a launch on the whole of `region`.
  void notify(cGH const* cctkGH, chemora::ir::Region region, FindGridArray const& find);

private:
  /// What a name means does not change: it is looked up at the first launch.
  struct Read {
    std::string name;
    chemora::ir::Reach reach;
    GridArray array;
  };
  struct Write {
    std::string name;
    GridArray array;
  };

  void look_up(FindGridArray const& find);
  RegionList written(cGH const* cctkGH, chemora::ir::Region region, FindGridArray const& find);

  std::vector<Read> reads_;
  std::vector<Write> writes_;
  chemora::ir::Reach reach_; ///< the furthest of all
  ByBoxes<BoxList> footprints_;
  int level_ = -1; ///< of these
  bool is_looked_up_ = false;
  bool is_star_ = true; ///< no load is displaced in two directions at once
};

/// Whether there is an Accelerator that keeps account of arrays.
bool has_accelerator();
/// 1 if kernels work on arrays beside the host's, 0 if on the host's.
CCTK_INT runs_on_device(cGH const* cctkGH);

/// Has what is on its way to these regions arrive before they are overwritten.
void announce_writing(cGH const* cctkGH, RegionList const& list);
/// One of them.
void announce_writing(cGH const* cctkGH, GridArray const& array, CCTK_INT region);
/// Tells that they have been written where kernels run.
void notify_written(cGH const* cctkGH, RegionList const& list);

int refinement_level(cGH const* cctkGH);

} // namespace ca_kernel
