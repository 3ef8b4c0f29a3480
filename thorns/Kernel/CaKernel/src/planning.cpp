// Asks the planner of kernels/tiling, then lets pins change its plan.
#include "planning.hpp"

#include "cctk.h"
#include "cctk_Parameters.h"
#include "codegen/plan/legality.hpp"
#include "codegen/plan/split.hpp"
#include "framework/base/errors.hpp"
#include "kernels/tiling/choose_block_plan.hpp"
#include "kernels/tiling/choose_kernels.hpp"

#include <omp.h>

namespace ca_kernel {

namespace base = chemora::base;
namespace ir = chemora::ir;
namespace tiling = chemora::tiling;

namespace {

/// Not the box at hand but the one between ghost zones, or the whole: processes with equal extents then share one
/// compiled kernel.
base::Box planned_box(Points const& points, chemora::launch::LocalGrid const& grid) {
  base::Box box{{0, 0, 0}, grid.extent};
  if (points.thin_axis >= 0) box.upper[static_cast<std::size_t>(points.thin_axis)] = 1;
  if (points.region != ir::Region::interior) return box; // faces of a boundary reach from end to end
  for (std::size_t d = points.gets_whole_rows ? 1 : 0; d < 3; ++d) {
    if (grid.extent[d] == 1) continue;
    box.lower[d] += grid.ghosts[d];
    box.upper[d] -= grid.ghosts[d];
  }
  return box;
}

} // namespace

PlannedKernel choose_plan(KernelName const& kernel, ir::Graph const& graph, Points const& points,
                          chemora::launch::LocalGrid const& grid, PinnedPlans const& pinned,
                          tiling::BlockMachine const* blocks) {
  DECLARE_CCTK_PARAMETERS
  auto const formula = CCTK_EQUALS(cost_model, "printed") ? tiling::Formula::printed : tiling::Formula::corrected;
  tiling::FissionRule const rule{*tiling::find_fission(fission), static_cast<int>(fission_operations)};
  tiling::Problem const problem{grid.allocated, planned_box(points, grid), omp_get_max_threads(), formula, blocks,
                                grid.line_begin};
  auto chosen = tiling::choose_kernels(graph, problem, chemora::machine::this_machine(), rule);
  // Threads meet in microseconds, even if there is one: as long as a thin box takes.
  if (!blocks && points.thin_axis >= 0 && problem.n_threads == 1)
    for (auto& one : chosen.plan.kernels) one.threads_over_tiles = false;
  PlannedKernel planned{std::move(chosen.plan), std::move(chosen.reason), std::move(chosen.reasons)};
  if (auto const pin = pinned.find(kernel, ir::to_text(points.region), planned.plan)) {
    planned.plan = *pin;
    planned.reason = "pinned by CaKernel::plan";
    planned.reasons.assign(pin->kernels.size(), planned.reason);
  }
  std::string const device = blocks ? blocks->device : "host";
  if (planned.plan.device != device)
    throw base::UserError("The plan pinned for kernel " + kernel.full_name() + " is for " + planned.plan.device +
                          ", but this process computes on " + device + ". Take it out of CaKernel::plan.");
  chemora::plan::check_legality(graph, planned.plan);
  if (blocks)
    for (auto const& piece : chemora::plan::split(graph, planned.plan).pieces)
      if (auto const reason = tiling::excess(piece.graph, piece.plan, grid.allocated, blocks->limits); !reason.empty())
        throw base::UserError("A block of the plan pinned for kernel " + kernel.full_name() + " " + reason + " on " +
                              device + ".");
  return planned;
}

std::string to_text(PlannedKernel const& planned) {
  std::string text = "# " + planned.reason + "\n";
  bool const has_several = planned.plan.kernels.size() > 1;
  for (std::size_t n = 0; n < planned.reasons.size() && planned.reasons[n] != planned.reason; ++n)
    text += (has_several ? "# kernel " + std::to_string(n + 1) + ": " : "# ") + planned.reasons[n] + "\n";
  return text + chemora::plan::to_text(planned.plan);
}

std::string one_line(chemora::plan::KernelPlan const& kernel) {
  auto const three = [](std::string const& word, base::Index3 const& n) {
    return word + " " + std::to_string(n[0]) + " " + std::to_string(n[1]) + " " + std::to_string(n[2]);
  };
  std::string text = three("tile", kernel.tile) + ", ";
  text += kernel.has_blocks() ? three("block", kernel.block) : "vector " + std::to_string(kernel.vector_width);
  if (!kernel.threads_over_tiles) text += ", one thread";
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (kernel.unroll[axis] > 1)
      text += std::string(", unroll ") + "xyz"[axis] + " " + std::to_string(kernel.unroll[axis]);
  if (kernel.stream != chemora::plan::no_axis) text += std::string(", stream ") + "xyz"[kernel.stream];
  if (!kernel.in_tile.empty()) text += ", " + std::to_string(kernel.in_tile.size()) + " in tile";
  if (!kernel.in_registers.empty()) text += ", " + std::to_string(kernel.in_registers.size()) + " in registers";
  if (kernel.resident != 0) text += ", resident " + std::to_string(kernel.resident);
  if (!kernel.nontemporal.empty()) text += ", " + std::to_string(kernel.nontemporal.size()) + " nontemporal";
  if (kernel.prefetch.distance != 0) text += ", prefetch " + chemora::ir::to_text(kernel.prefetch);
  return text + (kernel.is_fat ? ", fat" : "");
}

} // namespace ca_kernel
