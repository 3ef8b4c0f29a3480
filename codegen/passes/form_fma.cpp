/// The pass that combines multiplications and additions into fused multiply-adds.
#include "codegen/ir/shifted_equivalents.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/passes/rewriter.hpp"

#include <algorithm>

namespace chemora::passes {

namespace {

using ir::Op;
using ir::Value;
using ir::ValueId;

/// Decides on the values of the original graph, in which uses can be counted. Displaced copies of an expression are
/// fused in the same way. They therefore remain copies of one expression, which a plan can buffer.
class FmaFormer {
public:
  explicit FmaFormer(ir::Graph const& graph)
      : graph_(graph), varies_(varies_over_grid(graph)), shifted_(shifted_equivalents(graph)),
        uses_(graph.values.size(), 0), builder_(graph) {
    std::vector<int> uses(graph.values.size(), 0);
    for (Value const& value : graph.values)
      for (ValueId operand : value.operands) ++uses[operand];
    for (ir::Store const& store : graph.stores) ++uses[store.value];
    for (std::size_t id = 0; id < uses.size(); ++id) {
      int& max_uses = uses_[static_cast<std::size_t>(shifted_[id].expression)];
      max_uses = std::max(max_uses, uses[id]);
    }
  }

  ir::Graph run() {
    for (std::size_t id = 0; id < graph_.values.size(); ++id) new_ids_.push_back(rebuild(static_cast<ValueId>(id)));
    for (ir::Store const& store : graph_.stores) builder_.store(store.variable, new_ids_[store.value], store.region);
    return eliminate_dead_values(builder_.finish());
  }

private:
  Value const& old(ValueId id) const { return graph_.values[id]; }

  ValueId rebuild(ValueId id) {
    Value const& value = old(id);
    bool const is_sum = (value.op == Op::add || value.op == Op::subtract) && is_real(value.type);
    if (is_sum) {
      ValueId const a = value.operands[0], b = value.operands[1];
      bool const can_fuse_a = can_fuse(a, id), can_fuse_b = can_fuse(b, id);
      if (can_fuse_b && (!can_fuse_a || b > a)) return fused(b, a, value.op == Op::subtract, false);
      if (can_fuse_a) return fused(a, b, false, value.op == Op::subtract);
    }
    return builder_.add(renumbered(value, new_ids_));
  }

  bool can_fuse(ValueId product, ValueId sum) const {
    int const uses = uses_[static_cast<std::size_t>(shifted_[product].expression)];
    return old(product).op == Op::multiply && uses == 1 && varies_[product] == varies_[sum];
  }

  ValueId fused(ValueId product, ValueId addend, bool negates_product, bool negates_addend) {
    ValueId x = new_ids_[old(product).operands[0]];
    ValueId y = new_ids_[old(product).operands[1]];
    ValueId z = new_ids_[addend];
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
  std::vector<ir::ShiftedExpression> shifted_;
  std::vector<int> uses_; ///< largest number of uses of a displaced copy, by the number of the expression
  ir::GraphBuilder builder_;
  std::vector<ValueId> new_ids_;
};

} // namespace

ir::Graph form_fma(ir::Graph const& graph) {
  ir::Graph const live = eliminate_dead_values(graph); // uses by dead values must not count
  return FmaFormer(live).run();
}

} // namespace chemora::passes
