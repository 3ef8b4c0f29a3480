// Orders operands by their need of registers.
#include "codegen/plan/place_values.hpp"

#include <algorithm>
#include <utility>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::Statement;
using ir::Value;
using ir::ValueId;

constexpr unsigned all_axes = 7;

std::size_t at(ValueId id) { return static_cast<std::size_t>(id); }

/// Registers needed to compute each value if nothing were shared (Sethi and Ullman 1970). What is computed outside
/// the innermost loop needs none of it.
std::vector<int> register_needs(ir::Graph const& graph, std::vector<unsigned> const& axes) {
  std::vector<int> needs(graph.values.size(), 0);
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if ((axes[id] & 1u) == 0) continue;
    std::vector<int> operands;
    for (ValueId operand : graph.values[id].operands) operands.push_back(needs[at(operand)]);
    std::sort(operands.rbegin(), operands.rend());
    needs[id] = 1;
    for (std::size_t n = 0; n < operands.size(); ++n)
      if (operands[n] > 0) needs[id] = std::max(needs[id], operands[n] + static_cast<int>(n));
  }
  return needs;
}

/// The value as a statement, a shift as a load at the displaced point.
Statement statement_of(ir::Graph const& graph, ValueId id) {
  Value const& from = graph.values[at(id)];
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
    statement.access = ir::access_at(graph.values[at(from.operands[0])].name, from.offset);
  }
  return statement;
}

} // namespace

ValuePlacer::ValuePlacer(ir::Graph const& graph)
    : graph_(graph), axes_(ir::axes_of_variation(graph)), needs_(register_needs(graph, axes_)),
      is_before_(graph.values.size(), false) {}

PlacingScope ValuePlacer::make_scope(std::function<std::vector<Statement>&(unsigned axes)> body,
                                     std::function<std::optional<ir::Access>(ValueId value)> kept) const {
  return {std::move(body), std::move(kept), std::vector<bool>(graph_.values.size(), false)};
}

/// Own stack: graphs may be deep.
void ValuePlacer::place(ValueId root, PlacingScope& scope) {
  std::vector<ValueId> pending{root};
  while (!pending.empty()) {
    ValueId const id = pending.back();
    if (is_placed(id, scope)) {
      pending.pop_back();
      continue;
    }
    auto const missing = missing_operands(id, scope);
    pending.insert(pending.end(), missing.begin(), missing.end());
    if (!missing.empty()) continue;
    place_alone(id, scope);
    pending.pop_back();
  }
}

bool ValuePlacer::is_placed(ValueId id, PlacingScope const& scope) const {
  return axes_[at(id)] == 0 ? is_before_[at(id)] : scope.is_placed[at(id)];
}

/// Operands not yet placed, least need first and loads before operations of the same need, as the last on the stack
/// is the next done.
std::vector<ValueId> ValuePlacer::missing_operands(ValueId id, PlacingScope const& scope) const {
  std::vector<ValueId> missing;
  Value const& value = graph_.values[at(id)];
  if (value.op == Op::shift || scope.kept(id)) return missing;
  for (ValueId operand : value.operands)
    if (!is_placed(operand, scope)) missing.push_back(operand);
  std::reverse(missing.begin(), missing.end());
  auto const key = [&](ValueId id) {
    bool const is_load = graph_.values[at(id)].op == Op::load || graph_.values[at(id)].op == Op::shift;
    return std::make_pair(needs_[at(id)], !is_load);
  };
  std::stable_sort(missing.begin(), missing.end(), [&](ValueId a, ValueId b) { return key(a) < key(b); });
  return missing;
}

void ValuePlacer::place_alone(ValueId id, PlacingScope& scope) {
  if (axes_[at(id)] == 0) {
    is_before_[at(id)] = true;
    before_.push_back(statement_of(graph_, id));
    return;
  }
  scope.is_placed[at(id)] = true;
  if (auto access = scope.kept(id))
    scope.body(all_axes).push_back(
        {.target = id, .op = Op::load, .type = graph_.values[at(id)].type, .access = std::move(*access)});
  else
    scope.body(axes_[at(id)]).push_back(statement_of(graph_, id));
}

} // namespace chemora::plan
