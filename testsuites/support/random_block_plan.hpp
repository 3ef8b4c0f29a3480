// Generates random plans for devices that run blocks of threads. The plans buffer values in tiles (shared memory) and
// registers.
#pragma once

#include "codegen/plan/plan.hpp"

#include <cstdint>

namespace chemora::testing_support {

/// Returns a legal plan for one kernel that computes all outputs of `graph`. The plan depends only on `graph` and
/// `seed`.
plan::KernelPlan random_block_plan(ir::Graph const& graph, std::uint64_t seed);

} // namespace chemora::testing_support
