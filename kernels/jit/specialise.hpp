/// Specialises a graph for the values that are known at its first launch, and lowers the graph to source text.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/box.hpp"
#include "kernels/device/device.hpp"

#include <string>
#include <vector>

namespace chemora::jit {

/// Converts values exactly (in hexadecimal form) to a text that identifies specialised kernels in memory. The texts of
/// different values differ.
std::string to_text(passes::KnownValues const& known);

/// The part of a graph that one launch computes, with the known values inserted.
struct RegionGraph {
  ir::Region region;
  ir::Graph graph;
};

/// Returns a graph for each region to which `graph` stores. The results of these graphs are bitwise equal to those of
/// `graph`, except for derivatives along axes with a single point, which vanish (passes::omit_axes).
std::vector<RegionGraph> specialise(ir::Graph const& graph, passes::KnownValues const& known);

struct Lowered {
  std::string loops; ///< text form of the loops
  std::string source;
  device::LaunchShape shape;
};

/// Lowers the graph and its plan to loops, and the loops to source in the device's language. `allocated` contains the
/// extents of the arrays.
Lowered lower_to_source(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated,
                        plan::Language language = plan::Language::cpp);

} // namespace chemora::jit
