/// Simplifies graphs for grids that have a single point along some axes.
#include "codegen/passes/passes.hpp"
#include "codegen/passes/rewriter.hpp"

#include <algorithm>

namespace chemora::passes {

namespace {

using ir::Offset;
using ir::Op;
using ir::ValueId;

bool is_omitted(std::array<int, 3> const& global_size, int axis) { return global_size[axis] == 1; }

Offset without_omitted_axes(Offset offset, std::array<int, 3> const& global_size) {
  for (int axis = 0; axis < 3; ++axis)
    if (is_omitted(global_size, axis)) offset[axis] = 0;
  return offset;
}

/// Whether the value is the index of a displaced point along an omitted axis, as push_shifts_to_loads() writes it.
template <class Operand>
bool is_displaced_index(ir::Value const& value, std::array<int, 3> const& global_size, Operand const& operand) {
  return value.op == Op::add && value.type == ir::Type::int32 &&
         std::any_of(value.operands.begin(), value.operands.end(), [&](ValueId id) {
           return operand(id).op == Op::index && is_omitted(global_size, operand(id).axis);
         });
}

/// Replaces values at displaced points by the values at the points themselves.
class DisplacementRemover : public Rewriter {
public:
  explicit DisplacementRemover(std::array<int, 3> const& global_size) : global_size_(global_size) {}

private:
  ValueId make(ir::Value value) override {
    if (value.op == Op::shift) {
      value.offset = without_omitted_axes(value.offset, global_size_);
      if (value.offset == Offset{0, 0, 0}) return value.operands[0];
    }
    auto const operand = [&](ValueId id) -> ir::Value const& { return built(id); };
    if (is_displaced_index(value, global_size_, operand))
      return is(value.operands[0], Op::index) ? value.operands[0] : value.operands[1];
    return add(std::move(value));
  }

  std::array<int, 3> const& global_size_;
};

/// Replaces indices and coordinates along the omitted axes by those of the only point.
class IndexRemover : public Rewriter {
public:
  explicit IndexRemover(std::array<int, 3> const& global_size) : global_size_(global_size) {}

private:
  ValueId make(ir::Value value) override {
    bool const is_of_only_point = is_omitted(global_size_, value.axis);
    if (value.op == Op::index && is_of_only_point) return builder().integer(0);
    if (value.op == Op::coordinate && is_of_only_point) return builder().leaf(Op::origin, value.axis);
    return add(std::move(value));
  }

  std::array<int, 3> const& global_size_;
};

} // namespace

bool reads_omitted_axes(ir::Graph const& graph, std::array<int, 3> const& global_size) {
  auto const operand = [&](ValueId id) -> ir::Value const& { return graph.values[id]; };
  return std::any_of(graph.values.begin(), graph.values.end(), [&](ir::Value const& value) {
    return value.op == Op::shift ? value.offset != without_omitted_axes(value.offset, global_size)
                                 : is_displaced_index(value, global_size, operand);
  });
}

ir::Graph omit_axes(ir::Graph const& graph, std::array<int, 3> const& global_size) {
  if (!reads_omitted_axes(graph, global_size)) return graph;
  ir::Graph const of_grid = fold_constants(substitute_known_values(graph, {.global_size = global_size}));
  if (!reads_omitted_axes(of_grid, global_size)) return graph;
  return compile(IndexRemover(global_size).run(DisplacementRemover(global_size).run(of_grid)));
}

} // namespace chemora::passes
