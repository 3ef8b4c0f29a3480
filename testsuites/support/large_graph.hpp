// Kernels as large as those of general relativity, made up: what compilers and planners of ours are measured on.
#pragma once

#include "codegen/ir/graph.hpp"

#include <cstdint>

namespace chemora::testing_support {

struct LargeGraphOptions {
  int n_operations = 8000; ///< about: sums and products after the derivatives
  int n_fields = 25;
  std::uint64_t seed = 1;
};

/// First, second and mixed derivatives of fourth order of all fields, sums of products of them in terms that share
/// factors, and as many outputs as fields: the shape of a BSSN right-hand side. Same options, same graph.
ir::Graph large_graph(LargeGraphOptions const& options);

} // namespace chemora::testing_support
