/// Values that are the same expression at displaced points. In the example, %1 does not vary over the grid:
///
///     %2 = shift %0 [1,0,0]     %3 = multiply %0 %1     %4 = multiply %2 %1
///
/// %2 is %0 displaced by [1,0,0], and %4 is %3 displaced by [1,0,0].
#pragma once

#include "codegen/ir/graph.hpp"

#include <vector>

namespace chemora::ir {

/// A value as an expression at the point displaced by `offset`.
struct ShiftedExpression {
  int expression = 0; ///< number of the expression; the expressions of operands have smaller numbers
  Offset offset{0, 0, 0};

  bool operator==(ShiftedExpression const&) const = default;
};

/// Returns the expression and offset of every value. Values with equal expressions are computed by the same operations
/// in the same order, except for the order of commutative operands. Each of these values is bitwise equal to the others
/// at a displaced point. All shifts must be shifts of loads. A value that depends on an index or a coordinate is
/// equivalent only to itself.
std::vector<ShiftedExpression> shifted_equivalents(Graph const& graph);

} // namespace chemora::ir
