// A graph and what is known when it is first launched, to the text that is compiled.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/passes/pipeline.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/box.hpp"
#include "kernels/device/device.hpp"

#include <string>
#include <vector>

namespace chemora::jit {

/// Exact (hexadecimal) text, equal for equal values only: tells specialised kernels apart in memory.
std::string to_text(passes::KnownValues const& known);

/// The part of a graph that one launch computes, with the known values put in.
struct RegionGraph {
  ir::Region region;
  ir::Graph graph;
};

/// One graph per region that `graph` stores to. Same bits as `graph`.
std::vector<RegionGraph> specialise(ir::Graph const& graph, passes::KnownValues const& known);

/// Graph and plan by way of loops to the language of a device, for arrays of extents `allocated`.
struct Lowered {
  std::string loops; ///< text form
  std::string source;
  device::LaunchShape shape;
};
Lowered lower_to_source(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated,
                        plan::Language language = plan::Language::cpp);

} // namespace chemora::jit
