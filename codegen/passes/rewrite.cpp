// The walk shared by the passes.
#include "codegen/passes/rewrite.hpp"

#include "codegen/ir/evaluate.hpp"
#include "codegen/passes/eliminate_dead_values.hpp"

namespace chemora::passes {

ir::Graph rewrite(ir::Graph const& graph, Rule const& rule) {
  ir::GraphBuilder builder(graph);
  std::vector<ir::ValueId> now(graph.values.size());
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    ir::Value value = graph.values[id];
    for (ir::ValueId& operand : value.operands) operand = now[static_cast<std::size_t>(operand)];
    bool const is_still = value.op == ir::Op::shift && !builder.varies(value.operands[0]);
    now[id] = is_still ? value.operands[0] : rule(builder, std::move(value));
  }
  for (ir::Store const& store : graph.stores)
    builder.store(store.variable, now[static_cast<std::size_t>(store.value)], store.region);
  return eliminate_dead_values(builder.finish());
}

ir::ValueId immediate(ir::GraphBuilder& builder, ir::Type type, double number) {
  return builder.add({.op = ir::Op::immediate, .type = type, .number = ir::rounded_to(type, number)});
}

} // namespace chemora::passes
