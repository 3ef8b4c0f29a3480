#include "codegen/passes/extract_region.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "codegen/passes/eliminate_dead_values.hpp"

#include <algorithm>

namespace chemora::passes {

ir::Graph extract_region(ir::Graph const& graph, ir::Region region) {
  ir::GraphBuilder builder(graph);
  std::vector<ir::ValueId> now(graph.values.size());
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    ir::Value value = graph.values[id];
    for (ir::ValueId& operand : value.operands) operand = now[static_cast<std::size_t>(operand)];
    now[id] = builder.add(std::move(value));
  }
  for (ir::Store const& store : graph.stores)
    if (store.region == region) builder.store(store.variable, now[static_cast<std::size_t>(store.value)], region);
  return eliminate_dead_values(builder.finish());
}

std::vector<ir::Region> stored_regions(ir::Graph const& graph) {
  std::vector<ir::Region> regions;
  for (ir::Region region : {ir::Region::interior, ir::Region::boundary, ir::Region::everywhere})
    if (std::any_of(graph.stores.begin(), graph.stores.end(),
                    [&](ir::Store const& store) { return store.region == region; }))
      regions.push_back(region);
  return regions;
}

} // namespace chemora::passes
