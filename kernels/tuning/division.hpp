/// The division of a graph into kernels, in a form in which every combination of decisions has a meaning. A plan of
/// several kernels must satisfy many conditions (codegen/plan/fission.hpp). A division need not: to_plan() ignores
/// decisions that have no effect.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"

#include <vector>

namespace chemora::tuning {

struct Division {
  /// Sentinel of kernel_of_value: the first kernel that computes the value stores it.
  static constexpr int first_kernel = -1;

  std::vector<int> kernel_of_store; ///< for each store of the graph, the kernel that executes it
  std::vector<bool> is_stored;      ///< whether each value of the graph is stored on the grid; otherwise, each kernel
                                    ///< that needs the value recomputes it
  std::vector<int> kernel_of_value; ///< the kernel that computes and stores each value, or `first_kernel`
};

/// Returns the values about which a division decides. They vary over the grid, are computed in the element type of the
/// graph, and are used several times or are derivatives (plan::stencil_values).
std::vector<ir::ValueId> storable_values(ir::Graph const& graph);

/// Returns the division with one kernel.
Division undivided(ir::Graph const& graph);

/// Returns the division of a legal plan.
Division division_of(ir::Graph const& graph, plan::Plan const& plan);

struct DividedPlan {
  plan::Plan plan;
  std::vector<std::size_t> kernels; ///< for each kernel of the plan, its number in the division
};

/// Returns the plan of a division. Kernel k has the decisions of `mappings[k]`. The plan omits kernels that store
/// nothing, and stored values that no later kernel reads. It stores inputs that are overwritten before their last use.
/// The lists of stores name variables in the order of the graph, then values in increasing order. If one kernel
/// remains, the plan has no list of stores.
DividedPlan to_plan(ir::Graph const& graph, Division division, std::vector<plan::KernelPlan> const& mappings,
                    std::string const& device);

/// Returns the plan with the same kernels in the form that to_plan() generates.
plan::Plan canonical(ir::Graph const& graph, plan::Plan const& plan);

} // namespace chemora::tuning
