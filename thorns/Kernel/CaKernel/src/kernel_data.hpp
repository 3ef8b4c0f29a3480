// What kernels read and write, told to thorn Accelerator so that it is where they run.
#pragma once

#include "cctk.h"
#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"
#include "kernels/launch/local_grid.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ca_kernel {

/// Finds the index of a grid function that a kernel names.
using FindVariable = std::function<int(std::string const& name)>;

/// The arrays of a graph: taken from it once, told at every launch.
class KernelData {
public:
  explicit KernelData(chemora::ir::Graph const& graph);

  /// Before a launch on these boxes: has what it reads made valid where kernels run. Does nothing without an
  /// Accelerator.
  void require(cGH const* cctkGH, std::span<chemora::base::Box const> boxes, FindVariable const& find);
  /// Whether something it reads for these boxes is still on its way from other processes.
  bool is_in_flight(cGH const* cctkGH, std::span<chemora::base::Box const> boxes, FindVariable const& find);
  /// What of these boxes can be computed before that has arrived, and the rest.
  chemora::launch::BoxesByReach not_in_flight(cGH const* cctkGH, std::vector<chemora::base::Box> const& boxes,
                                              chemora::launch::LocalGrid const& grid, FindVariable const& find);
  /// Before a launch that writes `region`: what is on its way there arrives first.
  void before_writing(cGH const* cctkGH, chemora::ir::Region region, FindVariable const& find);
  /// After a launch on the whole of `region`.
  void notify(cGH const* cctkGH, chemora::ir::Region region, FindVariable const& find);

private:
  struct BoxList;
  /// The index of a variable does not change: it is looked up at the first launch.
  struct Read {
    std::string name;
    chemora::ir::Reach reach;
    int variable = -1;
  };
  struct Write {
    std::string name;
    int variable = -1;
  };

  void look_up(FindVariable const& find);
  BoxList footprints(cGH const* cctkGH, std::span<chemora::base::Box const> boxes) const;

  std::vector<Read> reads_;
  std::vector<Write> writes_;
  chemora::ir::Reach reach_; ///< the furthest of all
  bool is_looked_up_ = false;
  bool is_star_ = true; ///< no load is displaced in two directions at once
};

/// Whether there is an Accelerator that keeps account of arrays.
bool has_accelerator();
/// 1 if kernels work on arrays beside the host's, 0 if on the host's.
CCTK_INT runs_on_device(cGH const* cctkGH);

/// Has what is on its way to this region (bits CCTK_VALID_*) arrive before it is overwritten.
void announce_writing(cGH const* cctkGH, CCTK_INT variable, CCTK_INT time_level, CCTK_INT region);

int refinement_level(cGH const* cctkGH);

} // namespace ca_kernel
