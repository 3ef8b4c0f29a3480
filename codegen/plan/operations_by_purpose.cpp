#include "codegen/plan/operations_by_purpose.hpp"

#include "codegen/plan/fission.hpp"

namespace chemora::plan {

namespace {

using ir::Op;
using ir::ValueId;

using Marks = std::vector<bool>; ///< by value

std::size_t index_of(ValueId id) { return static_cast<std::size_t>(id); }

/// Values whose magnitude is computed, these magnitudes, and products of both with what is the same at all points.
Marks velocities(ir::Graph const& graph, Marks const& varies) {
  Marks marks(graph.values.size(), false);
  for (std::size_t id = 0; id < marks.size(); ++id)
    if (graph.values[id].op == Op::absolute && varies[id])
      marks[id] = marks[index_of(graph.values[id].operands[0])] = true;
  for (std::size_t id = 0; id < marks.size(); ++id) {
    auto const& op = graph.values[id].op;
    auto const& operands = graph.values[id].operands;
    if (op == Op::negate) marks[id] = marks[id] || marks[index_of(operands[0])];
    if (op != Op::multiply) continue;
    std::size_t const a = index_of(operands[0]), b = index_of(operands[1]);
    marks[id] = marks[id] || (marks[a] && !varies[b]) || (marks[b] && !varies[a]);
  }
  return marks;
}

/// Whether the value is a product of a velocity and a stencil, alone or in a sum.
bool is_advection(ir::Value const& value, Marks const& is_velocity, Marks const& is_stencil) {
  if (value.op != Op::multiply && value.op != Op::fma) return false;
  std::size_t const a = index_of(value.operands[0]), b = index_of(value.operands[1]);
  return (is_velocity[a] && is_stencil[b]) || (is_velocity[b] && is_stencil[a]);
}

/// Marks what the value is computed from, and the value itself.
void mark_with_operands(ir::Graph const& graph, std::size_t id, Marks& marks) {
  std::vector<std::size_t> pending{id};
  while (!pending.empty()) {
    std::size_t const next = pending.back();
    pending.pop_back();
    if (marks[next]) continue;
    marks[next] = true;
    for (ValueId operand : graph.values[next].operands) pending.push_back(index_of(operand));
  }
}

} // namespace

OperationsByPurpose operations_by_purpose(ir::Graph const& graph) {
  std::size_t const n = graph.values.size();
  Marks const varies = ir::varies_over_grid(graph), is_velocity = velocities(graph, varies);
  Marks is_stencil(n, false), is_product(n, false), is_advective(n, false);
  for (ValueId stencil : stencil_values(graph)) is_stencil[index_of(stencil)] = true;
  for (std::size_t id = 0; id < n; ++id) {
    if (!is_advection(graph.values[id], is_velocity, is_stencil)) continue;
    is_product[id] = true;
    for (std::size_t k = 0; k < 2; ++k) {
      std::size_t const operand = index_of(graph.values[id].operands[k]);
      if (is_stencil[operand]) is_advective[operand] = true;
    }
  }
  Marks of_derivatives(n, false), of_advection(n, false);
  for (std::size_t id = 0; id < n; ++id)
    if (is_stencil[id]) mark_with_operands(graph, id, is_advective[id] ? of_advection : of_derivatives);
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
