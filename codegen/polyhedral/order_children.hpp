/// The order of the statements and loops in the body of one loop of a schedule.
#pragma once

#include "codegen/polyhedral/schedule_order.hpp"

namespace chemora::polyhedral {

/// The dependences between two statements because of two accesses.
struct Relation {
  std::size_t first = 0, second = 0; ///< statements
  Access const* first_access = nullptr;
  Access const* second_access = nullptr;
  IntegerSet conflict{}; ///< pairs of instances that access the same element, in any order

  /// Returns a dependence between instances that have equal values of the common loops `equal`. With `loop`, the value
  /// of `loop` is larger for the first instance (`is_reversed`) or for the second.
  std::optional<Dependence> example(Program const& program, std::vector<std::string> const& equal,
                                    std::string const& loop = {}, bool is_reversed = false) const;
};

/// Returns the relations of all pairs of statements, without those that have no dependence.
std::vector<Relation> relations_of(Program const& program);

/// Returns the nodes in an order that respects dependences, `after`, barriers and shared storage, and otherwise follows
/// LoopKernel `order`. All loops `outer` are open. Throws base::UserError if there is no such order.
std::vector<ScheduleNode> order_children(Program const& program, std::vector<Relation> const& relations,
                                         std::vector<ScheduleNode> nodes, std::vector<std::string> const& outer);

} // namespace chemora::polyhedral
