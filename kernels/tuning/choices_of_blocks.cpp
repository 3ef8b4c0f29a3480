/// The choices of a kernel on a device that runs blocks of threads.
#include "codegen/plan/device_kind.hpp"
#include "kernels/tuning/choice_kinds.hpp"

#include <algorithm>

namespace chemora::tuning {

namespace {

using plan::KernelPlan;

int thread_limit(device::BlockLimits const& limits) { return std::min(limits.max_threads, plan::max_threads); }

int limit_of_axis(device::BlockLimits const& limits, std::size_t axis) {
  int const limit = limits.max_per_axis[axis];
  return limit > 0 ? limit : plan::max_threads;
}

/// The shortest row of the candidates of the planner, half a warp.
int min_row(int extent, device::BlockLimits const& limits) { return std::min(extent, std::max(1, limits.warp / 2)); }

/// The row is divided by 1, 2, 3, ..., as in tiling::block_candidates.
Choice block_x(std::size_t kernel, int extent, device::BlockLimits const& limits) {
  int const limit = std::min(thread_limit(limits), limit_of_axis(limits, 0));
  int const shortest = min_row(extent, limits);
  return choice_of_member(
      "block x", kernel, std::max(1, class_of(extent) / shortest),
      [](KernelPlan& mapping) -> int& { return mapping.block[0]; },
      [=](KernelPlan const&, int k) {
        int const parts = std::max(k + 1, divide_up(extent, limit));
        return std::max(divide_up(extent, parts), std::min(shortest, limit));
      });
}

/// The number of threads along y or z, within the limit of threads that the preceding axes leave.
Choice block_across(std::size_t axis, std::size_t kernel, int extent, device::BlockLimits const& limits,
                    int n_alternatives) {
  return choice_of_member(
      fmt::format("block {}", "xyz"[axis]), kernel, n_alternatives,
      [axis](KernelPlan& mapping) -> int& { return mapping.block[axis]; },
      [=](KernelPlan const& mapping, int k) {
        int const across = axis == 2 ? mapping.block[0] * mapping.block[1] : mapping.block[0];
        return std::max(1, std::min({k + 1, extent, limit_of_axis(limits, axis), thread_limit(limits) / across}));
      });
}

/// The tile has the extent of the block along x and y. Along z, the block moves through the tile.
Choice iterations(std::size_t kernel, int extent) {
  return choice_of_member(
      "iterations", kernel, tiling::max_iterations, [](KernelPlan& mapping) -> base::Index3& { return mapping.tile; },
      [=](KernelPlan const& mapping, int k) {
        auto const& block = mapping.block;
        return base::Index3{block[0], block[1], block[2] * std::min(k + 1, divide_up(extent, block[2]))};
      });
}

Choice buffering(std::size_t kernel) {
  Choice choice{.name = fmt::format("buffering of kernel {}", kernel + 1), .n_alternatives = 3};
  choice.set = [=](Draft& draft, int n) { draft.buffering[kernel] = static_cast<tiling::Buffering>(n); };
  choice.get = [=](Draft const& draft) { return static_cast<int>(draft.buffering[kernel]); };
  return choice;
}

} // namespace

std::vector<Choice> choices_of_block_kernel(std::size_t kernel, tiling::Problem const& problem) {
  device::BlockLimits const& limits = problem.blocks->limits;
  base::Index3 const extent = tiling::extent_of(problem.box);
  int const min_extent = class_of(extent[0]) / 2 + 1; // of all boxes of the shape class, which have the same choices
  int const rows = std::max(1, thread_limit(limits) / min_row(min_extent, limits));
  std::vector<Choice> choices{block_x(kernel, extent[0], limits)};
  for (std::size_t axis = 1; axis < 3; ++axis)
    choices.push_back(block_across(axis, kernel, extent[axis], limits,
                                   std::min({class_of(extent[axis]), rows, limit_of_axis(limits, axis)})));
  choices.push_back(iterations(kernel, extent[2]));
  choices.push_back(choice_of_values<bool>("strides", kernel, {false, true},
                                           [](KernelPlan& mapping) -> bool& { return mapping.has_run_time_strides; }));
  choices.push_back(choice_of_values<bool>("fat", kernel, {false, true},
                                           [](KernelPlan& mapping) -> bool& { return mapping.is_fat; }));
  if (plan::find_device_kind(problem.blocks->device)->can_limit_residency)
    choices.push_back(choice_of_member(
        "resident", kernel, plan::max_resident + 1, [](KernelPlan& mapping) -> int& { return mapping.resident; },
        [](KernelPlan const&, int k) { return k; }));
  if (limits.threads_per_unit > 0) choices.push_back(buffering(kernel));
  return choices;
}

} // namespace chemora::tuning
