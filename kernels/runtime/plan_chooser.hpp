/// Chooses the plan of each kernel: by the cost model, changed by what the user pinned in the parameter file.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/runtime/pinned_plans.hpp"
#include "kernels/runtime/settings.hpp"
#include "kernels/tiling/choose_block_plan.hpp"

#include <string>
#include <vector>

namespace chemora::runtime {

struct PlannedKernel {
  plan::Plan plan;
  std::string reason;               ///< why the plan has this number of kernels
  std::vector<std::string> reasons; ///< reasons for the plan of each kernel
};

/// The points on which a kernel runs.
struct LaunchPoints {
  ir::Region region = ir::Region::interior;
  bool spans_rows = false; ///< boxes extend along x to the ends of the arrays
  int thin_axis = -1;      ///< the axis along which boxes are one point thick; -1: none
};

class PlanChooser {
public:
  PlanChooser(Settings const& settings, PinnedPlans const& pinned) : settings_(settings), pinned_(pinned) {}

  /// The plan for `graph`, which is specialised for one region of `kernel`. `blocks` describes the device if it runs
  /// blocks of threads, and is null for the host. The plan is legal for graph and device. Throws base::UserError for a
  /// pinned plan that is not.
  PlannedKernel choose(KernelName const& kernel, ir::Graph const& graph, LaunchPoints const& points,
                       launch::LocalGrid const& grid, tiling::BlockMachine const* blocks) const;

  PinnedPlans const& pinned() const { return pinned_; }

private:
  Settings const& settings_;
  PinnedPlans const& pinned_;
};

/// The plan's text form, with the reasons as comments before it.
std::string to_text(PlannedKernel const& planned);

/// The mapping of one kernel in a line for the report: tile 64 8 8, vector 8.
std::string one_line(plan::KernelPlan const& kernel);

} // namespace chemora::runtime
