#include "codegen/passes/replacements.hpp"

#include "codegen/passes/passes.hpp"
#include "codegen/passes/rewriter.hpp"

#include <cmath>

namespace chemora::passes {

using base::Number;
using ir::Op;
using ir::Value;
using ir::ValueId;

namespace {

/// Returns the cost of an operation. The cost of an operation with operands is at least 1, so that of two otherwise
/// equal drafts, the one with fewer changes of sign is preferred.
long long cost_of(Op op, bool varies) {
  if (ir::info(op).arity == 0) return 0;
  constexpr long long per_point = 1000;
  return ir::info(op).flops * (varies ? per_point : 1) + 1;
}

} // namespace

bool is_representable(ir::Type type, Number const& number) {
  if (number.value == 0) return number.is_exact();
  return type == ir::Type::real32 ? std::isnormal(static_cast<float>(number.value)) : std::isnormal(number.value);
}

Draft::Draft(ir::Graph const& graph, std::vector<bool> const& varies, ir::Type type)
    : n_old_(static_cast<ValueId>(graph.values.size())), old_varies_(&varies), type_(type) {}

ValueId Draft::add(Value value) {
  bool result_varies = false;
  for (ValueId operand : value.operands) result_varies = result_varies || varies(operand);
  values_.push_back(std::move(value));
  varies_.push_back(result_varies);
  return n_old_ + static_cast<ValueId>(values_.size()) - 1;
}

ValueId Draft::number(Number const& number) {
  is_valid_ = is_valid_ && is_representable(type_, number);
  return add({.op = Op::immediate, .type = type_, .number = number.value});
}

ValueId Draft::apply(Op op, std::vector<ValueId> operands) { return add({.op = op, .operands = std::move(operands)}); }

ValueId Draft::power(ValueId x, int n) {
  if (n == 1) return x;
  ValueId const half = power(x, n / 2);
  ValueId const square = apply(Op::multiply, {half, half});
  return n % 2 == 0 ? square : apply(Op::multiply, {square, x});
}

void Draft::accumulate(std::optional<ValueId>& sum, Number const& factor, ValueId x) {
  bool const is_negative = factor.value < 0, is_unit = factor.is(1) || factor.is(-1);
  if (!sum && is_unit) {
    sum = is_negative ? apply(Op::negate, {x}) : x;
  } else if (!sum) {
    sum = apply(Op::multiply, {number(factor), x});
  } else {
    ValueId const term = is_unit ? x : apply(Op::multiply, {number(is_negative ? -factor : factor), x});
    sum = apply(is_negative ? Op::subtract : Op::add, {*sum, term});
  }
}

bool Draft::varies(ValueId id) const { return id < n_old_ ? (*old_varies_)[id] : varies_[id - n_old_]; }

long long Draft::cost() const {
  long long total = 0;
  for (std::size_t n = 0; n < values_.size(); ++n) total += cost_of(values_[n].op, varies_[n]);
  return total;
}

std::vector<ValueId> Draft::uses() const {
  std::vector<ValueId> used;
  for (Value const& value : values_)
    for (ValueId operand : value.operands)
      if (operand < n_old_) used.push_back(operand);
  if (is_existing_value()) used.push_back(result_);
  return used;
}

ValueId Draft::build(ir::GraphBuilder& builder, std::vector<ValueId> const& new_ids) const {
  std::vector<ValueId> added;
  auto const new_id = [&](ValueId id) { return id < n_old_ ? new_ids[id] : added[id - n_old_]; };
  for (Value value : values_) {
    for (ValueId& operand : value.operands) operand = new_id(operand);
    bool const is_number = value.op == Op::immediate;
    added.push_back(is_number ? immediate(builder, value.type, value.number) : builder.add(std::move(value)));
  }
  return new_id(result_);
}

Replacements::Replacements(ir::Graph const& graph)
    : graph_(graph), varies_(varies_over_grid(graph)), uses_(graph.values.size(), 0) {
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    same_as_.push_back(static_cast<ValueId>(id));
    for (ValueId operand : graph.values[id].operands) ++uses_[operand];
  }
  for (ir::Store const& store : graph.stores) ++uses_[store.value];
}

long long Replacements::gain(ValueId id, Draft const& draft) {
  std::vector<ValueId> const acquired = draft.uses();
  for (ValueId used : acquired) ++uses_[used];
  std::vector<ValueId> released;
  long long const saved = release(id, released);
  for (ValueId used : released) ++uses_[used];
  for (ValueId used : acquired) --uses_[used];
  return saved - draft.cost();
}

/// Removes the uses by `id` and by all values that become dead. Returns the cost of these values.
long long Replacements::release(ValueId id, std::vector<ValueId>& released) {
  long long total = 0;
  std::vector<ValueId> unused{id};
  auto const remove_use = [&](ValueId used) {
    released.push_back(used);
    if (--uses_[used] == 0) unused.push_back(used);
  };
  while (!unused.empty()) {
    ValueId const next = unused.back();
    unused.pop_back();
    if (auto const draft = drafts_.find(next); draft != drafts_.end()) {
      total += draft->second.cost();
      for (ValueId used : draft->second.uses()) remove_use(used);
    } else {
      Value const& value = graph_.values[next];
      total += cost_of(value.op, varies_[next]);
      for (ValueId operand : value.operands) remove_use(same_as(operand));
    }
  }
  return total;
}

void Replacements::accept(ValueId id, Draft const& draft) {
  ++n_replaced_;
  for (ValueId used : draft.uses()) ++uses_[used];
  std::vector<ValueId> released;
  release(id, released);
  if (!draft.is_existing_value()) {
    drafts_.emplace(id, draft);
    return;
  }
  uses_[draft.result()] += uses_[id] - 1; // the draft used its result once; now all users of `id` use the result
  uses_[id] = 0;
  same_as_[id] = draft.result();
}

ir::Graph Replacements::rebuilt() const {
  ir::GraphBuilder builder(graph_);
  std::vector<ValueId> new_ids;
  for (std::size_t id = 0; id < graph_.values.size(); ++id)
    new_ids.push_back(rebuilt(static_cast<ValueId>(id), builder, new_ids));
  for (ir::Store const& store : graph_.stores) builder.store(store.variable, new_ids[store.value], store.region);
  return eliminate_dead_values(builder.finish());
}

ValueId Replacements::rebuilt(ValueId id, ir::GraphBuilder& builder, std::vector<ValueId> const& new_ids) const {
  if (same_as(id) != id) return new_ids[same_as(id)];
  if (auto const draft = drafts_.find(id); draft != drafts_.end()) return draft->second.build(builder, new_ids);
  Value value = renumbered(graph_.values[id], new_ids);
  bool const is_shift_of_constant = value.op == Op::shift && !builder.varies(value.operands[0]);
  return is_shift_of_constant ? value.operands[0] : builder.add(std::move(value));
}

} // namespace chemora::passes
