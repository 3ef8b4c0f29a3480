// Generates random kernels that are as large as right-hand sides of the Einstein equations, to test and measure the
// compiler and the planner.
#pragma once

#include "codegen/ir/graph.hpp"

#include <cstdint>

namespace chemora::testing_support {

struct LargeGraphOptions {
  int n_operations = 8000; ///< approximate number of sums and products, without the derivatives
  int n_fields = 25;
  std::uint64_t seed = 1;
};

/// Generates a kernel with the structure of a BSSN right-hand side. The kernel computes first, second and mixed
/// derivatives of all fields at fourth order. Each output is a sum of products of derivatives that share factors, and
/// there are as many outputs as fields. Equal options give equal graphs.
ir::Graph large_graph(LargeGraphOptions const& options);

} // namespace chemora::testing_support
