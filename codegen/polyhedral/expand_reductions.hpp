/// Replaces rules by their bodies, and reductions by accumulations into private temporaries:
///
///     store: [i] y[i] = reduce add(k: a[i, k]) order i
///
/// becomes
///
///     store_init: [i] store_sum = 0.0 order i, 0
///     store_update: [i, k] store_sum = store_sum + a[i, k] order i, 1, k, 0
///     store: [i] y[i] = store_sum order i, 2
///
/// A loop that other instructions use, or other reductions, is renamed, because a schedule opens each loop once.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

namespace chemora::polyhedral {

loops::LoopKernel without_rules_and_reductions(loops::LoopKernel const& kernel);

} // namespace chemora::polyhedral
