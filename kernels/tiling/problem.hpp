// What a planner is asked.
#pragma once

#include "framework/base/box.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/cost_model.hpp"

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

} // namespace chemora::tiling
