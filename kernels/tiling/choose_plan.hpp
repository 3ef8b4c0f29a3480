// The planner of the host: it chooses the tile with the lowest estimated cost.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/tiling/host_model.hpp"
#include "kernels/tiling/problem.hpp"

#include <string>

namespace chemora::tiling {

struct Choice {
  plan::Plan plan;
  std::string reason; ///< one sentence with the numbers that decided
  int n_candidates = 0;
  HostCost cost{}; ///< on the host
  /// On the host, the cheapest tile of each row length, the chosen one first. Row lengths are the least certain choice.
  std::vector<base::Index3> by_rows{};
};

/// Chooses among the even candidates by the cost of host_model.hpp. The alignment of arrays is that of
/// `Problem::line_begin`, so that the choice depends only on sizes and processes with equal boxes choose equal tiles.
/// choose_traversal.hpp chooses how a tile is traversed.
Choice choose_plan(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine);

} // namespace chemora::tiling
