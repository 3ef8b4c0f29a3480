// Graph and plan of several kernels to graphs of one kernel each.
//
//     graph k { ... %4 = sqrt %3 ... store o %7 interior store p %9 interior }      with
//     plan k on host / grid %4 / kernel 1: stores o; ... / kernel 2: stores p; ...       becomes
//     graph k_1 { ... %4 = sqrt %3 ... store o %7 interior  store temporary::v4 %4 interior }   and
//     graph k_2 { %0 = load temporary::v4 ... store p %5 interior }
#pragma once

#include "codegen/plan/plan.hpp"

namespace chemora::plan {

/// An array that lives while the kernels of one plan run. As shifts stand on loads only, it is read at the point
/// itself: it has no ghost zones, and only the points computed have values.
struct Temporary {
  std::string variable;
  ir::ValueId value = 0; ///< of the unsplit graph
  int slot = 0;          ///< temporaries that do not live at the same time share memory

  bool operator==(Temporary const&) const = default;
};

/// One kernel: all that its graph says, mapped as its plan says.
struct Piece {
  ir::Graph graph;
  KernelPlan plan;
};

struct Pieces {
  std::vector<Piece> pieces; ///< to be run in this order on the same points
  std::vector<Temporary> temporaries;
  int n_slots = 0; ///< arrays needed for the temporaries
};

/// Every value is computed with the same operations as in `graph`, so the bits are the same. A plan of one kernel gives
/// the graph itself. Throws base::UserError as check_legality does.
Pieces split(ir::Graph const& graph, Plan const& plan);

/// `plan` with those inputs on the grid that one kernel overwrites and a later one still reads at the point.
Plan keep_overwritten_inputs(ir::Graph const& graph, Plan const& plan);

} // namespace chemora::plan
