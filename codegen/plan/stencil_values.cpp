/// Finds the derivatives in a graph, for loop fission and for the statistics of edlc.
#include "codegen/plan/fission.hpp"

#include <optional>

namespace chemora::plan {

namespace {

using ir::Offset;
using ir::Op;
using ir::ValueId;

/// Describes how a value depends on the points that it reads.
struct Kind {
  bool varies = false;
  bool is_linear = false;         ///< whether the value is a term at one point or a sum of such terms
  std::optional<Offset> offset{}; ///< offset of the only point that the value reads; empty if it reads several points

  bool is_stencil() const { return varies && is_linear && (!offset || *offset != Offset{0, 0, 0}); }
};

/// Returns the kind of an operation on values at one point, which is a term at that point.
Kind common_point(std::vector<Kind> const& operands) {
  Kind result{.varies = true, .is_linear = true};
  for (Kind const& operand : operands) {
    if (!operand.varies) continue;
    if (!operand.offset || (result.offset && *result.offset != *operand.offset)) return {.varies = true};
    result.offset = operand.offset;
  }
  return result;
}

bool is_sum(Op op, std::vector<Kind> const& operands) {
  switch (op) {
  case Op::negate:
  case Op::add:
  case Op::subtract:
    return true;
  case Op::multiply:
    return !operands[0].varies || !operands[1].varies;
  case Op::divide:
    return !operands[1].varies;
  case Op::fma:
    return !operands[0].varies || !operands[1].varies;
  default:
    return false;
  }
}

Kind kind_of(ir::Value const& value, std::vector<Kind> const& kinds) {
  if (value.op == Op::load || value.op == Op::index || value.op == Op::coordinate)
    return {.varies = true, .is_linear = true, .offset = Offset{0, 0, 0}};
  if (value.op == Op::shift) return {.varies = true, .is_linear = true, .offset = value.offset};
  std::vector<Kind> operands;
  bool varies = false, is_linear = true;
  for (ValueId operand : value.operands) {
    operands.push_back(kinds[operand]);
    varies = varies || operands.back().varies;
    is_linear = is_linear && (operands.back().is_linear || !operands.back().varies);
  }
  if (!varies) return {};
  if (Kind const at_one_point = common_point(operands); at_one_point.is_linear) return at_one_point;
  return {.varies = true, .is_linear = is_linear && is_sum(value.op, operands)};
}

} // namespace

std::vector<ValueId> stencil_values(ir::Graph const& graph) {
  std::vector<Kind> kinds;
  kinds.reserve(graph.values.size());
  for (ir::Value const& value : graph.values) kinds.push_back(kind_of(value, kinds));
  // A value that cannot be stored on the grid is not a stencil, but its operands may be stencils.
  std::vector<bool> is_stencil(graph.values.size()), is_needed(graph.values.size(), false);
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    is_stencil[id] = kinds[id].is_stencil() && graph.values[id].type == graph.real;
  for (ir::Store const& store : graph.stores) is_needed[store.value] = true;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (!is_stencil[id])
      for (ValueId operand : graph.values[id].operands) is_needed[operand] = true;
  std::vector<ValueId> result;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (is_stencil[id] && is_needed[id]) result.push_back(static_cast<ValueId>(id));
  return result;
}

namespace {

using Marks = std::vector<bool>; ///< one mark for each value of the graph

/// Marks values whose magnitude is computed, these magnitudes, and products of such values with values that do not
/// vary.
Marks velocities(ir::Graph const& graph, Marks const& varies) {
  Marks marks(graph.values.size(), false);
  for (std::size_t id = 0; id < marks.size(); ++id)
    if (graph.values[id].op == Op::absolute && varies[id]) marks[id] = marks[graph.values[id].operands[0]] = true;
  for (std::size_t id = 0; id < marks.size(); ++id) {
    auto const& op = graph.values[id].op;
    auto const& operands = graph.values[id].operands;
    if (op == Op::negate) marks[id] = marks[id] || marks[operands[0]];
    if (op != Op::multiply) continue;
    ValueId const a = operands[0], b = operands[1];
    marks[id] = marks[id] || (marks[a] && !varies[b]) || (marks[b] && !varies[a]);
  }
  return marks;
}

/// Returns whether the value is a product of a velocity and a stencil, or a sum with such a product.
bool is_advection(ir::Value const& value, Marks const& is_velocity, Marks const& is_stencil) {
  if (value.op != Op::multiply && value.op != Op::fma) return false;
  ValueId const a = value.operands[0], b = value.operands[1];
  return (is_velocity[a] && is_stencil[b]) || (is_velocity[b] && is_stencil[a]);
}

/// Marks the value and all values on which it depends.
void mark_with_operands(ir::Graph const& graph, ValueId id, Marks& marks) {
  std::vector<ValueId> pending{id};
  while (!pending.empty()) {
    ValueId const next = pending.back();
    pending.pop_back();
    if (marks[next]) continue;
    marks[next] = true;
    for (ValueId operand : graph.values[next].operands) pending.push_back(operand);
  }
}

} // namespace

OperationsByPurpose operations_by_purpose(ir::Graph const& graph) {
  std::size_t const n = graph.values.size();
  Marks const varies = ir::varies_over_grid(graph), is_velocity = velocities(graph, varies);
  Marks is_stencil(n, false), is_product(n, false), is_advective(n, false);
  for (ValueId stencil : stencil_values(graph)) is_stencil[stencil] = true;
  for (std::size_t id = 0; id < n; ++id) {
    if (!is_advection(graph.values[id], is_velocity, is_stencil)) continue;
    is_product[id] = true;
    for (std::size_t k = 0; k < 2; ++k) {
      ValueId const operand = graph.values[id].operands[k];
      if (is_stencil[operand]) is_advective[operand] = true;
    }
  }
  Marks of_derivatives(n, false), of_advection(n, false);
  for (std::size_t id = 0; id < n; ++id)
    if (is_stencil[id])
      mark_with_operands(graph, static_cast<ValueId>(id), is_advective[id] ? of_advection : of_derivatives);
  OperationsByPurpose counts;
  for (std::size_t id = 0; id < n; ++id) {
    if (!varies[id] || !ir::is_real(graph.values[id].type)) continue;
    int const flops = ir::info(graph.values[id].op).flops;
    if (of_derivatives[id])
      counts.derivatives += flops;
    else if (of_advection[id] || is_product[id])
      counts.advection += flops;
  }
  return counts;
}

} // namespace chemora::plan
