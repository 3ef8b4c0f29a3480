// The oracle: evaluates a graph point by point, operation by operation, with no plan.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::ir {

/// The values a kernel sees besides its arrays.
struct GridScalars {
  std::array<double, 3> spacing{1, 1, 1};
  std::array<double, 3> origin{0, 0, 0}; ///< coordinate of global point 0
  std::array<int, 3> global_size{1, 1, 1};
  std::array<int, 3> lower_global{0, 0, 0}; ///< global index of local point 0
  double time = 0;
  double time_step = 0;
  int iteration = 0;
};

/// Local arrays: x runs fastest, all of extent `extent`; element type as the graph says, held as double here
/// (real32 values are rounded after each operation).
struct InterpreterInput {
  base::Index3 extent{1, 1, 1};
  GridScalars scalars;
  std::map<std::string, double> parameters; ///< reals, ints and keyword indices, booleans as 0 or 1
};

/// Evaluates every store at the points of `box`, reading `arrays` and writing into them after all points are
/// evaluated; the regions of the stores play no part. Throws base::InternalError when a shifted load leaves the array
/// or a name is missing.
void interpret(Graph const& graph, InterpreterInput const& input, base::Box const& box,
               std::map<std::string, std::vector<double>>& arrays);

} // namespace chemora::ir
