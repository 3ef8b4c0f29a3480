// Which values of a graph each kernel of a plan computes, stores and reads.
#pragma once

#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"

namespace chemora::plan {

/// How a kernel obtains a value of the graph, as bits; a load may have several.
enum Use : unsigned char {
  unused = 0,
  computed = 1,       ///< from its operands, or loaded at the point
  read_from_grid = 2, ///< stored by an earlier kernel
  shifted = 4         ///< a load at displaced points
};

/// The work of one kernel of a plan.
struct Share {
  std::vector<ir::Store> stores;   ///< of the graph
  std::vector<ir::ValueId> grid;   ///< values that it computes first and stores on the grid
  std::vector<unsigned char> uses; ///< bits of Use, by value of the graph
};

/// Returns one share per kernel of the plan. A kernel computes the values that its stores need, except those that
/// earlier kernels have stored on the grid. Inconsistencies are added to `diagnostics`; with errors the shares are
/// meaningless.
std::vector<Share> partition(ir::Graph const& graph, Plan const& plan, base::Diagnostics& diagnostics);

/// The inputs of the graph that a kernel with this share reads, sorted.
std::vector<std::string> inputs_of(ir::Graph const& graph, Share const& share);

} // namespace chemora::plan
