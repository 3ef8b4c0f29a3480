/// Lowers a graph and a plan to loops: builds the nest and orders the statements in its bodies.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/plan/plan.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace chemora::plan {

constexpr unsigned all_axes = 7; ///< bit n: a value varies along axis n

/// The memory layout for which a kernel is compiled: the allocated extents of all arrays, or ir::run_time_extents.
struct Layout {
  base::Index3 allocated{1, 1, 1};
};

/// Returns loops over the tiles of a box that is given at launch, with one register per value and loads at their first
/// use. Each operation is in the outermost loop in which all its axes are determined. Values that do not vary are
/// computed before the loops. The graph is that of one kernel; for a plan of several kernels, it is a piece of the
/// split graph (fission.hpp).
ir::Loops lower(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout);

/// Returns the bytes of the buffers in the tile of a plan. lower() rejects plans with more than max_tile_bytes.
std::size_t bytes_in_tile(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout);

/// Register pressure of the innermost loop (max_live), without (`slim`) and with (`fat`) the plan's decision `fat`.
struct LiveRegisters {
  int slim = 0, fat = 0;
};
LiveRegisters live_registers(ir::Graph const& graph, KernelPlan plan, Layout const& layout);

/// Statements that run one after the other at a point: the statements of the nest, or those that fill a buffer.
struct SchedulingScope {
  /// Returns the statements of the loop for values that vary along `axes` (bits, never 0).
  std::function<std::vector<ir::Statement>&(unsigned axes)> body;
  /// Returns the buffer element that holds the value, or nothing if the value is not buffered. The element is loaded in
  /// the innermost body.
  std::function<std::optional<ir::Access>(ir::ValueId value)> buffered;
  std::vector<bool> is_scheduled; ///< whether each value is scheduled in this scope
};

/// Schedules values of one graph in any number of scopes. Values that do not vary over the grid are computed once,
/// before all loops.
class ValueScheduler {
public:
  explicit ValueScheduler(ir::Graph const& graph);

  SchedulingScope make_scope(std::function<std::vector<ir::Statement>&(unsigned axes)> body,
                             std::function<std::optional<ir::Access>(ir::ValueId value)> buffered) const;

  /// Schedules the value and all unscheduled values on which it depends. The traversal is depth first, so that values
  /// are close to their first use. The operand that needs most registers is scheduled first. A sum of many terms then
  /// needs one register instead of one register for each term.
  void schedule(ir::ValueId value, SchedulingScope& scope);

  std::vector<ir::Statement>& before() { return before_; }
  std::vector<unsigned> const& axes() const { return axes_; }

private:
  bool is_scheduled(ir::ValueId id, SchedulingScope const& scope) const;
  std::vector<ir::ValueId> missing_operands(ir::ValueId id, SchedulingScope const& scope) const;
  void schedule_one(ir::ValueId id, SchedulingScope& scope);

  ir::Graph const& graph_;
  std::vector<unsigned> axes_;
  std::vector<int> needs_; ///< number of registers needed to compute each value
  std::vector<bool> is_scheduled_before_;
  std::vector<ir::Statement> before_;
};

/// Returns the register pressure of a body: the maximal number of registers set in the body that are live at one
/// statement. Operands and results of the statement are live. Registers that are set outside the body or never used do
/// not count.
int max_live(std::vector<ir::Statement> const& body);

/// Returns the statements in the order with the lowest register pressure of three: the given order, the order of the
/// graph, and greedy list scheduling. Greedy list scheduling always continues with the statement after which fewest
/// registers are live. List scheduling delays loads until their first use and stores a value immediately. Stores to
/// variables in `also_read` remain at the end, so that all loads read the old values of these variables.
std::vector<ir::Statement> order_for_few_registers(std::vector<ir::Statement> const& body,
                                                   std::vector<std::string> const& also_read);

} // namespace chemora::plan
