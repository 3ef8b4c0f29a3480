#include "codegen/plan/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace chemora::plan {

namespace {

/// Extent of a tile in y and z, so that neighbouring rows of the tile share a first-level cache.
constexpr int default_rows = 8;

std::string three(std::string_view word, base::Index3 const& numbers) {
  return fmt::format("{} {} {} {}", word, numbers[0], numbers[1], numbers[2]);
}

/// Returns the text of the decisions that differ from those of an empty plan.
std::vector<std::string> decisions(KernelPlan const& kernel) {
  std::vector<std::string> lines;
  if (!kernel.stores.empty()) lines.push_back(fmt::format("stores {}", fmt::join(kernel.stores, " ")));
  lines.push_back(three("tile", kernel.tile));
  if (kernel.has_blocks()) lines.push_back(three("block", kernel.block));
  if (!kernel.has_blocks() || kernel.vector_width != 1)
    lines.push_back(fmt::format("vector x {}", kernel.vector_width));
  if (!kernel.has_blocks() || !kernel.threads_over_tiles)
    lines.push_back(kernel.threads_over_tiles ? "threads tiles" : "threads none");
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (kernel.unroll[axis] != 1) lines.push_back(fmt::format("unroll {} {}", "xyz"[axis], kernel.unroll[axis]));
  if (kernel.stream != no_axis) lines.push_back(fmt::format("stream {}", "xyz"[kernel.stream]));
  if (!kernel.nontemporal.empty()) lines.push_back(fmt::format("nontemporal {}", fmt::join(kernel.nontemporal, " ")));
  if (kernel.prefetch != ir::Prefetch{}) lines.push_back(fmt::format("prefetch {}", ir::to_text(kernel.prefetch)));
  if (kernel.has_run_time_strides) lines.emplace_back("strides run-time");
  if (!kernel.in_tile.empty()) lines.push_back(fmt::format("tile {}", fmt::join(kernel.in_tile, " ")));
  if (!kernel.in_registers.empty()) lines.push_back(fmt::format("register {}", fmt::join(kernel.in_registers, " ")));
  if (kernel.resident != 0) lines.push_back(fmt::format("resident {}", kernel.resident));
  if (kernel.is_fat) lines.emplace_back("fat");
  return lines;
}

} // namespace

std::string grid_name(ir::ValueId value) { return fmt::format("%{}", value); }

std::string to_text(KernelPlan const& kernel) { return fmt::format("{}", fmt::join(decisions(kernel), "; ")); }

std::string to_text(Plan const& plan) {
  std::string text = fmt::format("plan {} on {}\n", plan.kernel, plan.device);
  bool const has_list = plan.kernels.size() != 1 || !plan.kernels[0].stores.empty() || !plan.grid.empty();
  if (!has_list) return text + fmt::format("  {}\n", fmt::join(decisions(plan.kernels[0]), "\n  "));
  if (!plan.grid.empty()) {
    text += "  grid";
    for (ir::ValueId value : plan.grid) text += " " + grid_name(value);
    text += "\n";
  }
  for (std::size_t n = 0; n < plan.kernels.size(); ++n)
    text += fmt::format("  kernel {}: {}\n", n + 1, to_text(plan.kernels[n]));
  return text;
}

Plan default_plan(ir::Graph const& graph, base::Index3 const& extent, int vector_width) {
  Plan plan{.kernel = graph.name};
  KernelPlan& kernel = plan.kernels.front();
  kernel.tile[0] = std::max(1, extent[0]);
  for (std::size_t axis = 1; axis < 3; ++axis) kernel.tile[axis] = std::clamp(extent[axis], 1, default_rows);
  kernel.vector_width = std::clamp(vector_width, 1, max_lanes);
  return plan;
}

} // namespace chemora::plan
