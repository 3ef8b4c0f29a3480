// Random plans of several kernels for a graph: any partition must give the bits of the whole.
#pragma once

#include "codegen/plan/plan.hpp"

#include <cstdint>

namespace chemora::testing_support {

/// A legal plan with one kernel per group of outputs, and kernels that store values of the grid only; any value of the
/// graph's type may be on the grid. Tiles, unrolling, streaming and prefetching are random, too. Same arguments, same
/// plan.
plan::Plan random_partition(ir::Graph const& graph, std::uint64_t seed);

} // namespace chemora::testing_support
