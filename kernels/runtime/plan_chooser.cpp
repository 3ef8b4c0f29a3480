#include "kernels/runtime/plan_chooser.hpp"

#include "codegen/plan/fission.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "kernels/machine/machine.hpp"

#include <omp.h>

namespace chemora::runtime {

namespace {

/// Returns the box of points for which the cost model chooses a plan. It is the whole local grid or, for the interior,
/// the points outside ghost zones. The box does not depend on the position of the process in the grid, so that
/// processes with equal extents share one compiled kernel.
base::Box planned_box(LaunchPoints const& points, launch::LocalGrid const& grid) {
  base::Box box{{0, 0, 0}, grid.extent};
  if (points.thin_axis >= 0) box.upper[static_cast<std::size_t>(points.thin_axis)] = 1;
  // The boxes of all other regions include ghost points.
  if (points.region != ir::Region::interior) return box;
  for (std::size_t d = points.spans_rows ? 1 : 0; d < 3; ++d) {
    if (grid.extent[d] == 1) continue;
    box.lower[d] += grid.ghosts[d];
    box.upper[d] -= grid.ghosts[d];
  }
  return box;
}

} // namespace

tiling::Problem PlanChooser::problem_of(LaunchPoints const& points, launch::LocalGrid const& grid,
                                        tiling::BlockMachine const* blocks) const {
  return {.allocated = grid.allocated,
          .box = planned_box(points, grid),
          .n_threads = omp_get_max_threads(),
          .formula = settings_.cost_formula,
          .blocks = blocks,
          .line_begin = grid.line_begin};
}

PlannedKernel PlanChooser::choose(KernelName const& kernel, ir::Graph const& graph, LaunchPoints const& points,
                                  launch::LocalGrid const& grid, tiling::BlockMachine const* blocks) const {
  tiling::Problem const problem = problem_of(points, grid, blocks);
  auto chosen = tiling::choose_kernels(graph, problem, machine::this_machine(), settings_.fission);
  // The start of a parallel region takes some microseconds even for one thread. A thin box is computed in a similar
  // time.
  if (!blocks && points.thin_axis >= 0 && problem.n_threads == 1)
    for (auto& part : chosen.plan.kernels) part.threads_over_tiles = false;
  PlannedKernel planned{chosen.plan, std::move(chosen.reason), std::move(chosen.reasons), true, chosen.plan};
  std::string const region = ir::to_text(points.region);
  std::string place; // the parameter or file that contains the pinned plan
  if (auto const pin = pinned_.find(kernel, region, planned.plan)) {
    place = pinned_.place_of(kernel, region, planned.plan.device);
    planned.plan = *pin;
    planned.reason = "pinned by CaKernel::plan";
    planned.reasons.assign(pin->kernels.size(), planned.reason);
    planned.is_of_model = false;
  } else if (auto const tuned = tuned_ ? tuned_->find(kernel.full_name() + "." + region, graph, problem, planned.plan)
                                       : std::nullopt) {
    planned = {tuned->plan, tuned->reason, std::vector<std::string>(tuned->plan.kernels.size(), tuned->reason), false,
               chosen.plan};
  }
  std::string const device = blocks ? blocks->device : "host";
  if (planned.plan.device != device)
    throw base::UserError("The plan pinned for kernel " + kernel.full_name() + " is for " + planned.plan.device +
                          ", but this process computes on " + device + ". Remove it from CaKernel::plan.");
  check_at(place, [&] { plan::check_legality(graph, planned.plan); });
  if (blocks)
    for (auto const& piece : plan::split(graph, planned.plan).pieces)
      if (auto const reason = tiling::excess(piece.graph, piece.plan, grid.allocated, blocks->limits); !reason.empty())
        throw base::UserError("A block of the plan for kernel " + kernel.full_name() + " " + reason + " on " + device +
                              ".");
  return planned;
}

std::string to_text(PlannedKernel const& planned) {
  std::string text = "# " + planned.reason + "\n";
  bool const has_several = planned.plan.kernels.size() > 1;
  for (std::size_t n = 0; n < planned.reasons.size() && planned.reasons[n] != planned.reason; ++n)
    text += (has_several ? "# kernel " + std::to_string(n + 1) + ": " : "# ") + planned.reasons[n] + "\n";
  return text + plan::to_text(planned.plan);
}

std::string one_line(plan::KernelPlan const& kernel) {
  auto const three = [](std::string const& word, base::Index3 const& n) {
    return word + " " + std::to_string(n[0]) + " " + std::to_string(n[1]) + " " + std::to_string(n[2]);
  };
  std::string text = three("tile", kernel.tile) + ", ";
  text += kernel.has_blocks() ? three("block", kernel.block) : "vector " + std::to_string(kernel.vector_width);
  if (!kernel.threads_over_tiles) text += ", one thread";
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (kernel.unroll[axis] > 1)
      text += std::string(", unroll ") + "xyz"[axis] + " " + std::to_string(kernel.unroll[axis]);
  if (kernel.stream != plan::no_axis) text += std::string(", stream ") + "xyz"[kernel.stream];
  if (!kernel.in_tile.empty()) text += ", " + std::to_string(kernel.in_tile.size()) + " in tile";
  if (!kernel.in_registers.empty()) text += ", " + std::to_string(kernel.in_registers.size()) + " in registers";
  if (kernel.resident != 0) text += ", resident " + std::to_string(kernel.resident);
  if (!kernel.nontemporal.empty()) text += ", " + std::to_string(kernel.nontemporal.size()) + " nontemporal";
  if (kernel.prefetch.distance != 0) text += ", prefetch " + ir::to_text(kernel.prefetch);
  if (kernel.has_run_time_strides) text += ", run-time strides";
  return text + (kernel.is_fat ? ", fat" : "");
}

} // namespace chemora::runtime
