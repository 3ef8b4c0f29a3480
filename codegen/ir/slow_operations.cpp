// By the table of operations.
#include "codegen/ir/slow_operations.hpp"

namespace chemora::ir {

SlowOperations slow_operations(Graph const& graph) {
  auto const varies = varies_over_grid(graph);
  SlowOperations slow;
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if (!varies[id]) continue;
    Op const op = graph.values[id].op;
    slow.divisions += op == Op::divide;
    slow.square_roots += op == Op::sqrt;
    slow.cube_roots += op == Op::cbrt;
    slow.functions += info(op).is_transcendental();
  }
  return slow;
}

} // namespace chemora::ir
