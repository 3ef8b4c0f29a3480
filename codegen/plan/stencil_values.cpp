// Finds derivatives by their form: linear in values of displaced points.
#include "codegen/ir/graph.hpp"
#include "codegen/plan/fission.hpp"

#include <optional>

namespace chemora::plan {

namespace {

using ir::Offset;
using ir::Op;
using ir::ValueId;

/// Where a value's loads stand.
struct Kind {
  bool varies = false;
  bool is_linear = false;         ///< a term at one point, or a sum of such terms
  std::optional<Offset> offset{}; ///< of the only point at which it is read; none: several points

  bool is_stencil() const { return varies && is_linear && (!offset || *offset != Offset{0, 0, 0}); }
};

Kind still() { return {}; }

/// An operation on values of one and the same point is a term of that point.
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

Kind kind_of(ir::Value const& value, std::vector<Kind> const& known) {
  if (value.op == Op::load || value.op == Op::index || value.op == Op::coordinate)
    return {.varies = true, .is_linear = true, .offset = Offset{0, 0, 0}};
  if (value.op == Op::shift) return {.varies = true, .is_linear = true, .offset = value.offset};
  std::vector<Kind> operands;
  bool varies = false, is_linear = true;
  for (ValueId operand : value.operands) {
    operands.push_back(known[operand]);
    varies = varies || operands.back().varies;
    is_linear = is_linear && (operands.back().is_linear || !operands.back().varies);
  }
  if (!varies) return still();
  if (Kind const at_one_point = common_point(operands); at_one_point.is_linear) return at_one_point;
  return {.varies = true, .is_linear = is_linear && is_sum(value.op, operands)};
}

} // namespace

std::vector<ValueId> stencil_values(ir::Graph const& graph) {
  std::vector<Kind> kinds;
  kinds.reserve(graph.values.size());
  for (ir::Value const& value : graph.values) kinds.push_back(kind_of(value, kinds));
  // What cannot be kept on the grid is no stencil, but its operands may be.
  std::vector<bool> is_stencil(graph.values.size()), is_wanted(graph.values.size(), false);
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    is_stencil[id] = kinds[id].is_stencil() && graph.values[id].type == graph.real;
  for (ir::Store const& store : graph.stores) is_wanted[store.value] = true;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (!is_stencil[id])
      for (ValueId operand : graph.values[id].operands) is_wanted[operand] = true;
  std::vector<ValueId> result;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (is_stencil[id] && is_wanted[id]) result.push_back(static_cast<ValueId>(id));
  return result;
}

} // namespace chemora::plan
