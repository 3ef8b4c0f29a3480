// Run-time values that are known when a kernel is specialised become immediates.
//
//     %0 = parameter eps          ->   %0 = immediate real64 0.1
//     %1 = spacing x              ->   %1 = immediate real64 0.0125
//
// Exact: the immediate has the bits the kernel would have been given. Coordinates stay as they are. A parameter that
// is not among the known values stays a parameter.
#pragma once

#include "codegen/ir/graph.hpp"

#include <map>
#include <optional>
#include <string>

namespace chemora::passes {

struct KnownValues {
  std::map<std::string, double> parameters{}; ///< reals, ints, keyword indices, booleans as 0 or 1
  std::optional<std::array<double, 3>> spacing{};
  std::optional<std::array<double, 3>> origin{};
  std::optional<std::array<int, 3>> global_size{};
  std::optional<double> time_step{};
};

/// Throws base::InternalError when a known value does not fit the parameter's type.
ir::Graph substitute_known_values(ir::Graph const& graph, KnownValues const& known);

} // namespace chemora::passes
