// The input of the planners besides the graph and the machine.
#pragma once

#include "framework/base/box.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/tiling/cost_model.hpp"

namespace chemora::tiling {

struct BlockMachine; // choose_block_plan.hpp

struct Problem {
  base::Index3 allocated{1, 1, 1}; ///< extents of all arrays
  base::Box box;                   ///< the largest box on which the kernel will run
  int n_threads = 1;
  Formula formula = Formula::corrected;
  BlockMachine const* blocks = nullptr; ///< a device that runs blocks of threads; null on the host
  int line_begin = 0;                   ///< a point along x at the start of a cache line, if rows are whole lines
};

} // namespace chemora::tiling
