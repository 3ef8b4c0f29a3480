// Sharing is what the graph builder does (hash-consing): it is enough to build the graph again.
#include "codegen/passes/eliminate_common_subexpressions.hpp"

#include "codegen/passes/rewrite.hpp"

namespace chemora::passes {

ir::Graph eliminate_common_subexpressions(ir::Graph const& graph) {
  return rewrite(graph, [](ir::GraphBuilder& builder, ir::Value value) { return builder.add(std::move(value)); });
}

} // namespace chemora::passes
