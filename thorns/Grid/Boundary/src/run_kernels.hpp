// Conditions as kernels: those of several variables in turn, so that what all of them read stays near the processor.
#pragma once

#include "conditions/updates.hpp"

#include <vector>

namespace boundary {

// Conditions of one kind, each by kernels, in this order. All processes call it with the same ones: kernels are
// compiled by all together.
void run_kernels(std::vector<Update const*> const& updates);

} // namespace boundary
