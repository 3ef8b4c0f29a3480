// Graph and plan to loops.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/plan/plan.hpp"

namespace chemora::plan {

/// The memory layout for which a kernel is compiled: the allocated extents of all arrays, or ir::run_time_extents.
struct Layout {
  base::Index3 allocated{1, 1, 1};
};

/// Returns loops over the tiles of a box given at launch, with one register per value and loads at their first use.
/// Each operation is in the outermost loop that has all its axes; values that do not vary are computed before the
/// loops. The graph is that of one kernel: for a plan of several kernels, a piece of it (split.hpp).
ir::Loops lower(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout);

/// Register pressure of the innermost loop (max_live) without and with `fat`.
struct LiveRegisters {
  int slim = 0, fat = 0;
};
LiveRegisters live_registers(ir::Graph const& graph, KernelPlan plan, Layout const& layout);

} // namespace chemora::plan
