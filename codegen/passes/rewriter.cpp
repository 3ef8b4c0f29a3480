#include "codegen/passes/rewriter.hpp"

#include "codegen/ir/operation.hpp"
#include "codegen/passes/passes.hpp"
#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::passes {

using ir::Graph;
using ir::GraphBuilder;
using ir::Op;
using ir::Value;
using ir::ValueId;

ValueId immediate(GraphBuilder& builder, ir::Type type, double number) {
  return builder.add({.op = Op::immediate, .type = type, .number = ir::rounded_to(type, number)});
}

Value renumbered(Value value, std::vector<ValueId> const& new_ids) {
  for (ValueId& operand : value.operands) operand = new_ids[operand];
  return value;
}

std::vector<ValueId> copy_values(GraphBuilder& builder, Graph const& graph,
                                 std::map<std::string, ValueId> const& computed) {
  std::vector<ValueId> new_ids(graph.values.size());
  for (std::size_t id = 0; id < new_ids.size(); ++id) {
    Value const& value = graph.values[id];
    auto const replacement = value.op == Op::load ? computed.find(value.name) : computed.end();
    new_ids[id] = replacement != computed.end() ? replacement->second : builder.add(renumbered(value, new_ids));
  }
  return new_ids;
}

Graph Rewriter::run(Graph const& graph) {
  builder_.emplace(graph);
  std::vector<ValueId> new_ids(graph.values.size());
  for (std::size_t id = 0; id < new_ids.size(); ++id) {
    Value value = renumbered(graph.values[id], new_ids);
    bool const is_shift_of_constant = value.op == Op::shift && !builder_->varies(value.operands[0]);
    new_ids[id] = is_shift_of_constant ? value.operands[0] : make(std::move(value));
  }
  for (ir::Store const& store : graph.stores) builder_->store(store.variable, new_ids[store.value], store.region);
  return eliminate_dead_values(builder_->finish());
}

ValueId Rewriter::make(Op op, std::vector<ValueId> operands) {
  return make(Value{.op = op, .operands = std::move(operands)});
}

ValueId Rewriter::make(Value value) {
  switch (value.op) {
  case Op::negate:
    return negation(std::move(value));
  case Op::add:
    return sum(std::move(value));
  case Op::subtract:
    return difference(std::move(value));
  case Op::multiply:
    return product(std::move(value));
  case Op::divide:
    return quotient(std::move(value));
  default:
    return other(std::move(value));
  }
}

namespace {

bool is_immediate(GraphBuilder const& builder, ValueId id) { return builder[id].op == Op::immediate; }

ValueId evaluated(GraphBuilder& builder, Value const& value) {
  std::vector<double> numbers;
  for (ValueId operand : value.operands) numbers.push_back(builder[operand].number);
  ir::Type const type = builder[value.operands[0]].type;
  return immediate(builder, value.type, ir::evaluate(value.op, type, value.type, numbers));
}

/// Returns the operand to which a logical_and or logical_or with one immediate operand reduces.
ValueId deciding_operand(GraphBuilder const& builder, Value const& value) {
  bool const first_is_known = is_immediate(builder, value.operands[0]);
  ValueId const known = value.operands[first_is_known ? 0 : 1];
  ValueId const unknown = value.operands[first_is_known ? 1 : 0];
  bool const decides = (builder[known].number != 0) == (value.op == Op::logical_or);
  return decides ? known : unknown;
}

} // namespace

ValueId ConstantFolder::add(Value value) {
  if (value.operands.empty() || value.op == Op::shift) return builder().add(std::move(value));
  auto const is_known = [&](ValueId id) { return is_immediate(builder(), id); };
  if (std::all_of(value.operands.begin(), value.operands.end(), is_known)) return evaluated(builder(), value);
  if (value.op == Op::select && is_known(value.operands[0]))
    return value.operands[builder()[value.operands[0]].number != 0 ? 1 : 2];
  bool const is_logical = value.op == Op::logical_and || value.op == Op::logical_or;
  if (is_logical && std::any_of(value.operands.begin(), value.operands.end(), is_known))
    return deciding_operand(builder(), value);
  return builder().add(std::move(value));
}

Graph fold_constants(Graph const& graph) { return ConstantFolder().run(graph); }

Graph eliminate_common_subexpressions(Graph const& graph) { return Rewriter().run(graph); }

Graph eliminate_dead_values(Graph graph) {
  std::vector<bool> is_live(graph.values.size(), false);
  for (ir::Store const& store : graph.stores) is_live[store.value] = true;
  for (std::size_t id = graph.values.size(); id-- > 0;)
    if (is_live[id])
      for (ValueId operand : graph.values[id].operands) is_live[operand] = true;

  if (!base::contains(is_live, false)) return graph;

  GraphBuilder builder(graph);
  std::vector<ValueId> new_ids(graph.values.size(), -1);
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (is_live[id]) new_ids[id] = builder.add(renumbered(graph.values[id], new_ids));
  for (ir::Store const& store : graph.stores) builder.store(store.variable, new_ids[store.value], store.region);
  return builder.finish();
}

Graph extract_region(Graph const& graph, ir::Region region) {
  GraphBuilder builder(graph);
  std::vector<ValueId> const new_ids = copy_values(builder, graph);
  for (ir::Store const& store : graph.stores)
    if (store.region == region) builder.store(store.variable, new_ids[store.value], region);
  return eliminate_dead_values(builder.finish());
}

std::vector<ir::Region> stored_regions(Graph const& graph) {
  std::vector<ir::Region> regions;
  for (ir::Region region : {ir::Region::interior, ir::Region::boundary, ir::Region::everywhere})
    if (std::any_of(graph.stores.begin(), graph.stores.end(),
                    [&](ir::Store const& store) { return store.region == region; }))
      regions.push_back(region);
  return regions;
}

} // namespace chemora::passes
