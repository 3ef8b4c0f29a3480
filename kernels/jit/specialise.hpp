/// From a graph and the values that are known at its first launch to the source that is compiled.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/box.hpp"
#include "kernels/device/device.hpp"

#include <string>
#include <vector>

namespace chemora::jit {

/// Exact (hexadecimal) text that is equal for equal values only; it identifies specialised kernels in memory.
std::string to_text(passes::KnownValues const& known);

/// The part of a graph that one launch computes, with the known values inserted.
struct RegionGraph {
  ir::Region region;
  ir::Graph graph;
};

/// One graph for each region to which `graph` stores. The results have the same bits.
std::vector<RegionGraph> specialise(ir::Graph const& graph, passes::KnownValues const& known);

struct Lowered {
  std::string loops; ///< text form
  std::string source;
  device::LaunchShape shape;
};

/// Lowers graph and plan to loops and then to a device's language, for arrays of extents `allocated`.
Lowered lower_to_source(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated,
                        plan::Language language = plan::Language::cpp);

} // namespace chemora::jit
