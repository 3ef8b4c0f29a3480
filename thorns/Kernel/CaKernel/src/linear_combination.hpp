// The updates of time integrators as kernels: target <- scale * target + sum of factor * source.
#pragma once

#include "codegen/ir/graph.hpp"

namespace ca_kernel {

/// "target", "source0", ... are its arrays, "scale" and "factor0", ... its parameters. With `keeps_target` the sum
/// begins with scale * target, otherwise with the first source (or 0 without any); each operation rounds by itself, in
/// this order, as in loops on the host.
chemora::ir::Graph linear_combination(int n_sources, bool keeps_target);

} // namespace ca_kernel
