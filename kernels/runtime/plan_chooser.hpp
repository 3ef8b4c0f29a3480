/// Chooses the execution plan of each kernel. The cost model proposes a plan. The fastest plan of an earlier search
/// replaces it, and plans that the user pinned in the parameter file override both.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/runtime/pinned_plans.hpp"
#include "kernels/runtime/settings.hpp"
#include "kernels/runtime/tuned_plans.hpp"
#include "kernels/tiling/choose_block_plan.hpp"

#include <string>
#include <vector>

namespace chemora::runtime {

struct PlannedKernel {
  plan::Plan plan;
  std::string reason;               ///< the reason why the plan divides the graph into this number of kernels
  std::vector<std::string> reasons; ///< for each kernel, the reason for its tile sizes and mapping
  bool is_of_model = true;          ///< whether the cost model chose the plan; it is neither pinned nor measured
  plan::Plan model{};               ///< the plan of the cost model
};

/// The points on which a kernel runs.
struct LaunchPoints {
  ir::Region region = ir::Region::interior;
  bool spans_rows = false; ///< true if boxes extend along x to the ends of the arrays
  int thin_axis = -1;      ///< the axis along which all boxes are one point thick, or -1 if no axis is thin
};

class PlanChooser {
public:
  /// All arguments must outlive the object. `tuned` may be null.
  PlanChooser(Settings const& settings, PinnedPlans const& pinned, TunedPlans* tuned)
      : settings_(settings), pinned_(pinned), tuned_(tuned) {}

  /// Returns a plan for `graph`, which is specialised for one region of `kernel`. `blocks` describes a device that runs
  /// blocks of threads; it is null for the host. The returned plan is legal for the graph and the device. The function
  /// throws base::UserError if a pinned plan is not legal.
  PlannedKernel choose(KernelName const& kernel, ir::Graph const& graph, LaunchPoints const& points,
                       launch::LocalGrid const& grid, tiling::BlockMachine const* blocks) const;

  /// Returns the problem for which choose() selects a plan.
  tiling::Problem problem_of(LaunchPoints const& points, launch::LocalGrid const& grid,
                             tiling::BlockMachine const* blocks) const;

  PinnedPlans const& pinned() const { return pinned_; }
  TunedPlans* tuned() const { return tuned_; }

private:
  Settings const& settings_;
  PinnedPlans const& pinned_;
  TunedPlans* tuned_;
};

/// Returns the plan as text. Comments before the plan state the reasons for it.
std::string to_text(PlannedKernel const& planned);

/// Returns the tile and vector sizes of one kernel as a line for the report, such as "tile 64 8 8, vector 8".
std::string one_line(plan::KernelPlan const& kernel);

} // namespace chemora::runtime
