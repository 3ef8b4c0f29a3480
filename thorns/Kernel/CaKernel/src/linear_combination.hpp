// The updates of time integrators as kernels: target <- scale * target + sum of factor * source.
#pragma once

#include "cctk.h"
#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"
#include "grid_array.hpp"

#include <vector>

namespace ca_kernel {

/// "target", "source0", ... are its arrays, "scale" and "factor0", ... its parameters. With `keeps_target` the sum
/// begins with scale * target, otherwise with the first source (or 0 without any); each operation rounds by itself, in
/// this order, as in loops on the host.
chemora::ir::Graph linear_combination(int n_sources, bool keeps_target);

/// Collective: carries out a sum where kernels run, and tells Accelerator. Only compiles in a run that only compiles.
void run_sum(cGH const* cctkGH, int refinement_level, Sum const& sum);

/// Collective: sets the points of these boxes to zero.
void run_zero(cGH const* cctkGH, int refinement_level, GridArray const& array,
              std::vector<chemora::base::Box> const& boxes);

} // namespace ca_kernel
