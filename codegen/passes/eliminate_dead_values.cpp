// Marks from the stores backwards, then rebuilds what is marked.
#include "codegen/passes/eliminate_dead_values.hpp"

#include "codegen/ir/graph_builder.hpp"

#include <algorithm>

namespace chemora::passes {

ir::Graph eliminate_dead_values(ir::Graph graph) {
  std::vector<bool> is_live(graph.values.size(), false);
  for (ir::Store const& store : graph.stores) is_live[static_cast<std::size_t>(store.value)] = true;
  for (std::size_t id = graph.values.size(); id-- > 0;)
    if (is_live[id])
      for (ir::ValueId operand : graph.values[id].operands) is_live[static_cast<std::size_t>(operand)] = true;

  if (std::find(is_live.begin(), is_live.end(), false) == is_live.end()) return graph;

  ir::GraphBuilder builder(graph);
  std::vector<ir::ValueId> now(graph.values.size(), -1);
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if (!is_live[id]) continue;
    ir::Value value = graph.values[id];
    for (ir::ValueId& operand : value.operands) operand = now[static_cast<std::size_t>(operand)];
    now[id] = builder.add(std::move(value));
  }
  for (ir::Store const& store : graph.stores)
    builder.store(store.variable, now[static_cast<std::size_t>(store.value)], store.region);
  return builder.finish();
}

} // namespace chemora::passes
