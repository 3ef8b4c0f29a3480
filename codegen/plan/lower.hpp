// Graph and plan to loops.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/plan/plan.hpp"

namespace chemora::plan {

/// What is fixed when a kernel is specialised: allocated extents of all arrays (row strides follow), or
/// ir::told_at_launch.
struct Layout {
  base::Index3 allocated{1, 1, 1};
};

/// Loops over the tiles of a box given at launch, one register per value, loads where they are first needed. The graph
/// is all that this kernel does: the piece of a plan of several kernels (split.hpp). Values that do not vary over the
/// grid are computed before the loops.
ir::Loops lower(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout);

/// Registers needed at a time in the innermost loop, as a slim kernel orders its statements and as a fat one does.
struct LiveRegisters {
  int slim = 0, fat = 0;
};
LiveRegisters live_registers(ir::Graph const& graph, KernelPlan plan, Layout const& layout);

} // namespace chemora::plan
