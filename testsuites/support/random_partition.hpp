// Generates random plans that divide a graph into several kernels. The results must be bitwise equal to those of the
// whole graph.
#pragma once

#include "codegen/plan/plan.hpp"

#include <cstdint>

namespace chemora::testing_support {

/// Returns a legal plan with one kernel per group of outputs, and kernels that only store intermediate values to grid
/// arrays. Any intermediate value of the element type can be stored. Tiles, unrolling, streaming and prefetching are
/// random, too. Equal arguments give equal plans.
plan::Plan random_partition(ir::Graph const& graph, std::uint64_t seed);

} // namespace chemora::testing_support
