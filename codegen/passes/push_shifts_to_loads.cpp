/// The pass that moves shifts to the loads, where they become addresses of neighbouring points.
#include "codegen/ir/graph_builder.hpp"
#include "codegen/passes/passes.hpp"

#include <map>

namespace chemora::passes {

namespace {

using ir::Offset;
using ir::Op;
using ir::ValueId;

Offset sum(Offset const& a, Offset const& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

/// Adds every value at each displacement at which it is needed.
class Displacer {
public:
  explicit Displacer(ir::Graph const& graph) : graph_(graph), varies_(varies_over_grid(graph)), builder_(graph) {}

  ir::Graph run() {
    // All values without displacement are added first, in order. The recursion is then at most as deep as the shifted
    // expressions.
    for (ValueId id = 0; id < static_cast<ValueId>(graph_.values.size()); ++id) at(id, {0, 0, 0});
    for (ir::Store const& store : graph_.stores)
      builder_.store(store.variable, at(store.value, {0, 0, 0}), store.region);
    return eliminate_dead_values(builder_.finish());
  }

private:
  /// Returns the new value that equals value `id` of the original graph at the displaced point.
  ValueId at(ValueId id, Offset const& offset) {
    if (!varies_[id] && offset != Offset{0, 0, 0}) return at(id, {0, 0, 0});
    auto const key = std::make_pair(id, offset);
    if (auto const found = displaced_.find(key); found != displaced_.end()) return found->second;
    ValueId const result = make(graph_.values[id], offset);
    displaced_.emplace(key, result);
    return result;
  }

  ValueId make(ir::Value value, Offset const& offset) {
    if (value.op == Op::shift) return at(value.operands[0], sum(value.offset, offset));
    if (offset == Offset{0, 0, 0} || !value.operands.empty()) {
      for (ValueId& operand : value.operands) operand = at(operand, offset);
      return builder_.add(std::move(value));
    }
    if (value.op == Op::load) return builder_.shift(builder_.load(value.name), offset);
    return displaced_leaf(value, offset[value.axis]);
  }

  /// Returns an index or a coordinate displaced by `steps` points along its axis.
  ValueId displaced_leaf(ir::Value const& value, int steps) {
    if (steps == 0) return builder_.add(value);
    ValueId const index = builder_.apply(Op::add, {builder_.leaf(Op::index, value.axis), builder_.integer(steps)});
    if (value.op == Op::index) return index;
    ValueId const distance =
        builder_.apply(Op::multiply, {builder_.convert(index, value.type), builder_.leaf(Op::spacing, value.axis)});
    return builder_.apply(Op::add, {builder_.leaf(Op::origin, value.axis), distance});
  }

  ir::Graph const& graph_;
  std::vector<bool> varies_;
  ir::GraphBuilder builder_;
  std::map<std::pair<ValueId, Offset>, ValueId> displaced_;
};

} // namespace

ir::Graph push_shifts_to_loads(ir::Graph const& graph) { return Displacer(graph).run(); }

} // namespace chemora::passes
