// Decides on the old graph, where uses can be counted, then rebuilds.
#include "codegen/passes/form_fma.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "codegen/passes/eliminate_dead_values.hpp"
#include "codegen/passes/rewrite.hpp"

namespace chemora::passes {

namespace {

using ir::Op;
using ir::Value;
using ir::ValueId;

class FmaFormer {
public:
  explicit FmaFormer(ir::Graph const& graph)
      : graph_(graph), varies_(varies_over_grid(graph)), uses_(graph.values.size(), 0), builder_(graph) {
    for (Value const& value : graph.values)
      for (ValueId operand : value.operands) ++uses_[static_cast<std::size_t>(operand)];
    for (ir::Store const& store : graph.stores) ++uses_[static_cast<std::size_t>(store.value)];
  }

  ir::Graph run() {
    now_.resize(graph_.values.size());
    for (std::size_t id = 0; id < graph_.values.size(); ++id) now_[id] = rebuild(static_cast<ValueId>(id));
    for (ir::Store const& store : graph_.stores) builder_.store(store.variable, new_id(store.value), store.region);
    return eliminate_dead_values(builder_.finish());
  }

private:
  Value const& old(ValueId id) const { return graph_.values[static_cast<std::size_t>(id)]; }
  ValueId new_id(ValueId id) const { return now_[static_cast<std::size_t>(id)]; }

  ValueId rebuild(ValueId id) {
    Value value = old(id);
    bool const is_sum = (value.op == Op::add || value.op == Op::subtract) && is_real(value.type);
    if (is_sum) {
      ValueId const a = value.operands[0], b = value.operands[1];
      bool const first_fits = can_fuse(a, id), second_fits = can_fuse(b, id);
      if (second_fits && (!first_fits || b > a)) return fused(b, a, value.op == Op::subtract, false);
      if (first_fits) return fused(a, b, false, value.op == Op::subtract);
    }
    for (ValueId& operand : value.operands) operand = new_id(operand);
    return builder_.add(std::move(value));
  }

  bool can_fuse(ValueId product, ValueId sum) const {
    auto const at = static_cast<std::size_t>(product);
    return old(product).op == Op::multiply && uses_[at] == 1 && varies_[at] == varies_[static_cast<std::size_t>(sum)];
  }

  ValueId fused(ValueId product, ValueId addend, bool negates_product, bool negates_addend) {
    ValueId x = new_id(old(product).operands[0]);
    ValueId y = new_id(old(product).operands[1]);
    ValueId z = new_id(addend);
    if (negates_product) (builder_[y].op == Op::immediate ? y : x) = negated(builder_[y].op == Op::immediate ? y : x);
    if (negates_addend) z = negated(z);
    return builder_.apply(Op::fma, {x, y, z});
  }

  ValueId negated(ValueId id) {
    Value const& value = builder_[id];
    if (value.op == Op::immediate) return immediate(builder_, value.type, -value.number);
    if (value.op == Op::negate) return value.operands[0];
    return builder_.apply(Op::negate, {id});
  }

  ir::Graph const& graph_;
  std::vector<bool> varies_;
  std::vector<int> uses_;
  ir::GraphBuilder builder_;
  std::vector<ValueId> now_;
};

} // namespace

ir::Graph form_fma(ir::Graph const& graph) {
  ir::Graph const live = eliminate_dead_values(graph); // dead values would count as uses
  return FmaFormer(live).run();
}

} // namespace chemora::passes
