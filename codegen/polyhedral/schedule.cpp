#include "codegen/polyhedral/emit_tree.hpp"
#include "codegen/polyhedral/expand_reductions.hpp"
#include "codegen/polyhedral/order_reductions.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/polyhedral/schedule_order.hpp"
#include "codegen/polyhedral/schedule_parallel.hpp"

namespace chemora::polyhedral {

ir::LoopTree schedule(loops::LoopKernel const& kernel) {
  loops::LoopKernel const expanded = without_rules_and_reductions(kernel);
  Program const program(expanded);
  std::vector<ScheduleNode> nodes = with_barriers(program, order_statements(program));
  check_parallel_loops(program, nodes);
  return with_ordered_reductions(expanded, emit_tree(program, with_parallel_loops(program, std::move(nodes))));
}

} // namespace chemora::polyhedral
