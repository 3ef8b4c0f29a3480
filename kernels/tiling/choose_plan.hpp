// The planner of the host: the tile with the lowest estimated cost.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/cost_model.hpp"

#include <string>

namespace chemora::tiling {

struct BlockMachine; // choose_block_plan.hpp

struct Problem {
  base::Index3 allocated{1, 1, 1}; ///< extents of all arrays
  base::Box box;                   ///< the largest box the kernel will run on
  int n_threads = 1;
  Formula formula = Formula::corrected;
  BlockMachine const* blocks = nullptr; ///< a device that runs blocks of threads; null on the host
  int line_begin = 0;                   ///< a place along x where cache lines begin, if rows are whole lines
};

struct Choice {
  plan::Plan plan;
  std::string reason; ///< one sentence with the numbers that decided
  int n_candidates = 0;
  TileCost cost;
};

/// Weighs the even candidates: sigma, plus what prefetching loses at the beginning of rows, times load imbalance (a
/// tile costs what the slowest thread does). Arrays are taken to lie as `line_begin` says, so that the choice depends
/// on sizes alone and equal processes choose alike. How a tile is gone through: choose_details.hpp.
Choice choose_plan(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine);

} // namespace chemora::tiling
