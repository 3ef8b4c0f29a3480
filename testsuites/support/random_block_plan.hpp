// Generates random plans that buffer values: in shared memory and registers for devices that run blocks of threads, and
// in tiles for the host.
#pragma once

#include "codegen/plan/plan.hpp"

#include <cstdint>

namespace chemora::testing_support {

/// Returns a legal plan for one kernel that computes all outputs of `graph`. The plan depends only on `graph` and
/// `seed`.
plan::KernelPlan random_block_plan(ir::Graph const& graph, std::uint64_t seed);

/// Returns a legal plan for the host that buffers values in the tile. The plan depends only on `graph` and `seed`.
plan::KernelPlan random_host_plan(ir::Graph const& graph, std::uint64_t seed);

} // namespace chemora::testing_support
