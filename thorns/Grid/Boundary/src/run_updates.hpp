// Applies conditions to variables: on the host or by kernels, at once or, where ghost zones have not arrived, in two
// steps.
#pragma once

#include "conditions/updates.hpp"

#include <vector>

namespace boundary {

// With a thorn Accelerator that takes account of boxes. All processes call it with the same variables and conditions.
void run_updates(cGH const* cctkGH, std::vector<Update> const& updates);

} // namespace boundary
