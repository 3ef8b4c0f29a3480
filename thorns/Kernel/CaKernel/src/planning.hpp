// Which plan a kernel of this run gets: chosen by the cost model, or pinned.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/tiling/choose_block_plan.hpp"
#include "pinned_plans.hpp"
#include "registry.hpp"

#include <string>
#include <vector>

namespace ca_kernel {

struct PlannedKernel {
  chemora::plan::Plan plan;
  std::string reason;               ///< for the number of kernels
  std::vector<std::string> reasons; ///< by kernel of the plan
};

/// Where a kernel is run.
struct Points {
  chemora::ir::Region region;
  bool gets_whole_rows = false; ///< along x to the ends of the arrays
  int thin_axis = -1;           ///< along which boxes are one point thick; -1: along none
};

/// `graph` is what is left of a variant of `kernel` at these points; `blocks` is the device if it runs blocks of
/// threads, null for the host. The plan is legal for both; base::UserError says why a pinned one is not.
PlannedKernel choose_plan(KernelName const& kernel, chemora::ir::Graph const& graph, Points const& points,
                          chemora::launch::LocalGrid const& grid, PinnedPlans const& pinned,
                          chemora::tiling::BlockMachine const* blocks);

/// The plan's text form with the reasons as comments before it.
std::string to_text(PlannedKernel const& planned);

/// The mapping of one kernel for the report: tile 64 8 8, vector 8.
std::string one_line(chemora::plan::KernelPlan const& kernel);

} // namespace ca_kernel
