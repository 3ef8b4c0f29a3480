// Random plans for devices that run blocks of threads, with values kept in tiles and registers.
#pragma once

#include "codegen/plan/plan.hpp"

#include <cstdint>

namespace chemora::testing_support {

/// A legal plan for a kernel that does the whole of `graph`. Same seed, same plan, on every machine.
plan::KernelPlan random_block_plan(ir::Graph const& graph, std::uint64_t seed);

} // namespace chemora::testing_support
