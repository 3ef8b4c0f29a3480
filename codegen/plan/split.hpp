// Splits a graph into the graphs of the kernels of a plan.
//
//     graph k { ... %4 = sqrt %3 ... store o %7 interior store p %9 interior }      with
//     plan k on host / grid %4 / kernel 1: stores o; ... / kernel 2: stores p; ...       becomes
//     graph k_1 { ... %4 = sqrt %3 ... store o %7 interior  store temporary::v4 %4 interior }   and
//     graph k_2 { %0 = load temporary::v4 ... store p %5 interior }
#pragma once

#include "codegen/plan/plan.hpp"

namespace chemora::plan {

/// An array that exists while the kernels of one plan run. It is read only at the point itself, because all shifts are
/// shifts of loads. So it has no ghost zones, and only the computed points have values.
struct Temporary {
  std::string variable;
  ir::ValueId value = 0; ///< of the whole graph
  int slot = 0;          ///< temporaries with equal slots share memory; they are not live at the same time

  bool operator==(Temporary const&) const = default;
};

/// One kernel: its graph and its mapping.
struct Piece {
  ir::Graph graph;
  KernelPlan plan;
};

struct Pieces {
  std::vector<Piece> pieces; ///< run in this order on the same points
  std::vector<Temporary> temporaries;
  int n_slots = 0; ///< arrays needed for the temporaries
};

/// Every value is computed with the same operations as in `graph`, so that the bits are the same. A plan of one kernel
/// returns the graph itself. Throws base::UserError as check_legality does.
Pieces split(ir::Graph const& graph, Plan const& plan);

/// Returns the plan with the inputs in `grid` that one kernel overwrites and a later kernel reads at the point.
Plan store_overwritten_inputs(ir::Graph const& graph, Plan const& plan);

} // namespace chemora::plan
