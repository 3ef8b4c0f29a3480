/// Applies conditions on the host or by kernels.
#pragma once

#include "update.hpp"

#include <vector>

namespace boundary {

/// Applies updates of one condition in the order of the list, with a thorn Accelerator that tracks boxes. Points that
/// need ghost zones in flight are set when these have arrived. All processes call it with the same variables and
/// conditions, because they compile kernels together.
void apply_updates(cGH const* cctkGH, std::vector<Update> const& updates);

} // namespace boundary
