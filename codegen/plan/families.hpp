// Which values of a graph are one and the same expression at displaced points.
//
//     %2 = shift %0 [1,0,0]     %3 = multiply %0 %1     %4 = multiply %2 %1      with %1 the same at every point:
//     %0 and %2 are of one family, %2 displaced from %0 by [1,0,0]; so are %3 and %4
#pragma once

#include "codegen/ir/graph.hpp"

#include <vector>

namespace chemora::plan {

/// A value as the member of its family that is displaced by `offset` from where the family has its origin.
struct Member {
  int family = 0; ///< numbered such that those of operands come before
  ir::Offset offset{0, 0, 0};

  bool operator==(Member const&) const = default;
};

/// By value. Members of one family are computed by the same operations in the same order, but for a + b and b + a, so
/// that the value of one is, to the last bit, the value of another at the displaced point. Shifts must stand on loads.
/// What depends on an index or a coordinate is displaced from nothing but itself.
std::vector<Member> families(ir::Graph const& graph);

} // namespace chemora::plan
