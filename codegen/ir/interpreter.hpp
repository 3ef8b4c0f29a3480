/// Evaluates a graph point by point and operation by operation, without a plan. The interpreter is the reference for
/// all tests.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::ir {

/// The arguments of the interpreter other than the arrays. All arrays have extent `extent`, and x varies fastest.
/// Elements are stored as doubles; for graphs of real32, each operation rounds its result to 32 bits.
struct InterpreterInput {
  base::Index3 extent{1, 1, 1};
  GridScalars scalars;
  std::map<std::string, double> parameters; ///< values of reals and ints, keyword indices, and booleans as 0 or 1
};

/// Evaluates every store at the points of `box`. The results are written to `arrays` after all points have been
/// evaluated. The regions of the stores are ignored. Throws base::InternalError if a shifted load is outside the array
/// or if a name is missing.
void interpret(Graph const& graph, InterpreterInput const& input, base::Box const& box,
               std::map<std::string, std::vector<double>>& arrays);

} // namespace chemora::ir
