/// Evaluates a graph point by point and operation by operation, without a plan: the reference for all tests.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::ir {

/// Arguments besides the arrays. All arrays have extent `extent`, with x fastest. Elements are stored as doubles here;
/// for graphs of real32, values are rounded after each operation.
struct InterpreterInput {
  base::Index3 extent{1, 1, 1};
  GridScalars scalars;
  std::map<std::string, double> parameters; ///< reals, ints and keyword indices, booleans as 0 or 1
};

/// Evaluates every store at the points of `box` and writes the results to `arrays` after all points have been
/// evaluated. The regions of the stores are ignored. Throws base::InternalError when a shifted load leaves the array or
/// a name is missing.
void interpret(Graph const& graph, InterpreterInput const& input, base::Box const& box,
               std::map<std::string, std::vector<double>>& arrays);

} // namespace chemora::ir
