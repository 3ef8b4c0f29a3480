// The planner of the host: the tile with the lowest estimated cost.
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
  /// On the host, the cheapest tile of each length of rows, the chosen one first: what is least certain.
  std::vector<base::Index3> by_rows{};
};

/// Weighs the even candidates by what host_model.hpp says of them. Arrays are taken to lie as `line_begin` says, so
/// that the choice depends on sizes alone and equal processes choose alike. How a tile is gone through:
/// choose_details.hpp.
Choice choose_plan(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine);

} // namespace chemora::tiling
