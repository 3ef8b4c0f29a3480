/// The order in which a schedule executes the sequential loops and the statements of a loop kernel. Loops of hardware
/// axes, vectors and interleaved loops are added later (schedule_parallel.hpp).
#pragma once

#include "codegen/polyhedral/program.hpp"

#include <set>
#include <string>
#include <vector>

namespace chemora::polyhedral {

struct ScheduleNode {
  enum class Kind { loop, statement, barrier };

  Kind kind = Kind::statement;
  std::string loop{};
  std::size_t statement = 0; ///< index in Program::statements; explicit barriers are statements at first
  ir::Scope barrier = ir::Scope::tile;
  std::vector<ScheduleNode> children{};
};

/// Returns whether the loop is opened once in a schedule: not a hardware axis, vector or interleaved loop.
bool is_scheduled(loops::LoopKernel const& kernel, std::string const& loop);

/// Adds the indices of all statements in the nodes.
void add_statements(std::vector<ScheduleNode> const& nodes, std::set<std::size_t>& statements);

/// Returns the nodes of the root. Dependent instances are executed in the order that defines the result if each of
/// them is executed by one thread after another. Throws base::UserError with the dependence that prevents an order.
std::vector<ScheduleNode> order_statements(Program const& program);

} // namespace chemora::polyhedral
