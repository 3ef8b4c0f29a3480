/// Orders the values of a graph as statements of loop bodies, depth first, for lowering.
#include "codegen/plan/lower.hpp"

#include <algorithm>
#include <utility>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::Statement;
using ir::Value;
using ir::ValueId;

/// Returns the number of registers needed to compute each value if no value were shared (Sethi and Ullman 1970). Values
/// outside the innermost loop need no registers.
std::vector<int> register_needs(ir::Graph const& graph, std::vector<unsigned> const& axes) {
  std::vector<int> needs(graph.values.size(), 0);
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if ((axes[id] & 1u) == 0) continue;
    std::vector<int> operands;
    for (ValueId operand : graph.values[id].operands) operands.push_back(needs[operand]);
    std::sort(operands.rbegin(), operands.rend());
    needs[id] = 1;
    for (std::size_t n = 0; n < operands.size(); ++n)
      if (operands[n] > 0) needs[id] = std::max(needs[id], operands[n] + static_cast<int>(n));
  }
  return needs;
}

/// Returns the value as a statement. A shift becomes a load at the displaced point.
Statement statement_of(ir::Graph const& graph, ValueId id) {
  Value const& from = graph.values[id];
  Statement statement{.target = id,
                      .op = from.op,
                      .type = from.type,
                      .operands = from.operands,
                      .number = from.number,
                      .axis = from.axis};
  if (from.op == Op::parameter) statement.name = from.name;
  if (from.op == Op::load) statement.access = ir::access_at(from.name, {0, 0, 0});
  if (from.op == Op::shift) {
    statement.op = Op::load;
    statement.operands.clear();
    statement.access = ir::access_at(graph.values[from.operands[0]].name, from.offset);
  }
  return statement;
}

} // namespace

ValueScheduler::ValueScheduler(ir::Graph const& graph)
    : graph_(graph), axes_(ir::axes_of_variation(graph)), needs_(register_needs(graph, axes_)),
      is_scheduled_before_(graph.values.size(), false) {}

SchedulingScope ValueScheduler::make_scope(std::function<std::vector<Statement>&(unsigned axes)> body,
                                           std::function<std::optional<ir::Access>(ValueId value)> buffered) const {
  return {std::move(body), std::move(buffered), std::vector<bool>(graph_.values.size(), false)};
}

/// Uses its own stack instead of recursion, because graphs may be deep.
void ValueScheduler::schedule(ValueId root, SchedulingScope& scope) {
  std::vector<ValueId> pending{root};
  while (!pending.empty()) {
    ValueId const id = pending.back();
    if (is_scheduled(id, scope)) {
      pending.pop_back();
      continue;
    }
    auto const missing = missing_operands(id, scope);
    pending.insert(pending.end(), missing.begin(), missing.end());
    if (!missing.empty()) continue;
    schedule_one(id, scope);
    pending.pop_back();
  }
}

bool ValueScheduler::is_scheduled(ValueId id, SchedulingScope const& scope) const {
  return axes_[id] == 0 ? is_scheduled_before_[id] : scope.is_scheduled[id];
}

/// Returns the operands that are not scheduled yet. The caller schedules the last operand first. The list therefore
/// starts with operands that need few registers, and loads precede operations with the same need.
std::vector<ValueId> ValueScheduler::missing_operands(ValueId id, SchedulingScope const& scope) const {
  std::vector<ValueId> missing;
  Value const& value = graph_.values[id];
  if (value.op == Op::shift || scope.buffered(id)) return missing;
  for (ValueId operand : value.operands)
    if (!is_scheduled(operand, scope)) missing.push_back(operand);
  std::reverse(missing.begin(), missing.end());
  auto const key = [&](ValueId id) {
    bool const is_load = graph_.values[id].op == Op::load || graph_.values[id].op == Op::shift;
    return std::make_pair(needs_[id], !is_load);
  };
  std::stable_sort(missing.begin(), missing.end(), [&](ValueId a, ValueId b) { return key(a) < key(b); });
  return missing;
}

void ValueScheduler::schedule_one(ValueId id, SchedulingScope& scope) {
  if (axes_[id] == 0) {
    is_scheduled_before_[id] = true;
    before_.push_back(statement_of(graph_, id));
    return;
  }
  scope.is_scheduled[id] = true;
  if (auto access = scope.buffered(id))
    scope.body(all_axes).push_back(
        {.target = id, .op = Op::load, .type = graph_.values[id].type, .access = std::move(*access)});
  else
    scope.body(axes_[id]).push_back(statement_of(graph_, id));
}

} // namespace chemora::plan
