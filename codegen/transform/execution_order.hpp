/// Positions in the order that defines the result of a loop kernel (Instruction::order): positions of new instructions,
/// and the question whether a value may be computed at another position.
#pragma once

#include "codegen/polyhedral/polyhedral.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::transform {

using Order = std::vector<ir::LinearExpression>;

/// Returns an entry of an order; entries after its end are 0.
inline ir::LinearExpression entry(Order const& order, std::size_t position) {
  return position < order.size() ? order[position] : ir::linear(0);
}

/// Compares positions of instances that agree in all loops. Returns a negative number if `left` comes first, a positive
/// number if `right` comes first, and 0 if the positions do not determine it.
int compare(Order const& left, Order const& right);

/// Returns a new position before all instructions `ids` in each iteration of the loops `outer`. It continues with those
/// loops of `outer` that do not enclose the first of the instructions directly, and with the loops `inner`. Positions
/// of instructions in `kernel` are changed where this is necessary to insert it; their order stays the same.
Order order_before(loops::LoopKernel& kernel, std::vector<std::string> const& ids,
                   std::vector<std::string> const& outer, std::vector<std::string> const& inner);

/// Like order_before, for a position after all of the instructions.
Order order_after(loops::LoopKernel& kernel, std::vector<std::string> const& ids, std::vector<std::string> const& outer,
                  std::vector<std::string> const& inner);

/// Returns a dependence that is broken if `user` computes the value of the instruction `definition` itself instead of
/// reading the result: an element that the value reads is written between the two. `loops` contains the values of the
/// loop variables of `definition` for an instance of `user`.
std::optional<polyhedral::Dependence> broken_by_evaluation_at(loops::LoopKernel const& kernel,
                                                              loops::Instruction const& definition,
                                                              loops::Instruction const& user,
                                                              polyhedral::LoopValues const& loops);

} // namespace chemora::transform
