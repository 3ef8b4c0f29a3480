// Which kernel of a plan computes, keeps and reads which values of a graph.
#pragma once

#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"

namespace chemora::plan {

/// How a kernel comes by a value of the graph; several may hold for a load.
enum Use : unsigned char {
  unused = 0,
  computed = 1,       ///< with its operands, or loaded at the point
  read_from_grid = 2, ///< kept by an earlier kernel
  shifted = 4         ///< a load, of which other points than this one are needed
};

/// What one kernel of a plan does.
struct Share {
  std::vector<ir::Store> stores;   ///< of the graph
  std::vector<ir::ValueId> kept;   ///< values of the grid that it is the first to compute, and stores
  std::vector<unsigned char> uses; ///< bits of Use, by value of the graph
};

/// One share per kernel of the plan. A kernel needs what its stores need, down to values that earlier kernels have
/// kept. What does not fit together is told to `diagnostics`; the shares are of use only when it has no errors then.
std::vector<Share> partition(ir::Graph const& graph, Plan const& plan, base::Diagnostics& diagnostics);

/// Variables that a kernel with this share reads from memory, as inputs of the graph, sorted.
std::vector<std::string> inputs_of(ir::Graph const& graph, Share const& share);

} // namespace chemora::plan
