// How passes rebuild a graph: value by value, operands first, equal values shared, dead values left out at the end.
#pragma once

#include "codegen/ir/graph_builder.hpp"

#include <functional>

namespace chemora::passes {

/// Adds what stands for `value`, whose operands are already those of the new graph, and gives its number.
using Rule = std::function<ir::ValueId(ir::GraphBuilder& builder, ir::Value value)>;

/// A graph with the same stores in which each value is what `rule` made of it. A shift of what rules made the same at
/// every point is that value itself.
ir::Graph rewrite(ir::Graph const& graph, Rule const& rule);

/// The immediate of `type` nearest to `number`.
ir::ValueId immediate(ir::GraphBuilder& builder, ir::Type type, double number);

} // namespace chemora::passes
