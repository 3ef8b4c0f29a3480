// Places the operations of a graph in a loop nest.
#include "codegen/plan/lower.hpp"

#include "codegen/plan/form.hpp"
#include "codegen/plan/legality.hpp"
#include "codegen/plan/order_statements.hpp"

#include <algorithm>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::Value;
using ir::ValueId;

int tile_step(int axis, KernelPlan const& plan, Layout const& layout) {
  if (layout.allocated == ir::told_at_launch) return plan.tile[axis];
  return std::min(plan.tile[axis], std::max(1, layout.allocated[axis]));
}

/// The loops over tiles, z outermost: on blocks of a device, or on the host's threads.
void add_tile_loops(std::vector<ir::Loop>& nest, KernelPlan const& plan, Layout const& layout) {
  auto const mapping = plan.has_blocks()         ? ir::Mapping::blocks
                       : plan.threads_over_tiles ? ir::Mapping::threads
                                                 : ir::Mapping::sequential;
  for (int axis = 2; axis >= 0; --axis)
    nest.push_back({.axis = axis, .over_tiles = true, .step = tile_step(axis, plan, layout), .mapping = mapping});
}

/// The loop over the points of a tile along an axis. Where a block has one thread along it, each thread goes along it
/// point by point.
ir::Loop point_loop(int axis, KernelPlan const& plan, Layout const& layout) {
  ir::Loop loop{.axis = axis, .unroll = plan.unroll[axis]};
  int const threads = std::min(plan.block[axis], tile_step(axis, plan, layout));
  if (plan.has_blocks() && threads > 1) {
    loop.mapping = ir::Mapping::block;
    loop.lanes = threads;
  } else if (axis == 0 && plan.vector_width > 1) {
    loop.mapping = ir::Mapping::vector;
    loop.lanes = plan.vector_width;
    loop.prefetch = plan.prefetch;
  }
  return loop;
}

/// Loops over tiles, then loops over points: the one along which threads walk is outermost, then z.
std::vector<ir::Loop> make_nest(KernelPlan const& plan, Layout const& layout) {
  std::vector<ir::Loop> nest;
  add_tile_loops(nest, plan, layout);
  if (plan.stream != no_axis) nest.push_back(point_loop(plan.stream, plan, layout));
  for (int axis = 2; axis >= 0; --axis)
    if (axis != plan.stream) nest.push_back(point_loop(axis, plan, layout));
  return nest;
}

/// Registers needed to compute each value if nothing were shared (Sethi and Ullman 1970). What is computed outside
/// the innermost loop needs none of it.
std::vector<int> register_needs(ir::Graph const& graph, std::vector<unsigned> const& axes) {
  std::vector<int> needs(graph.values.size(), 0);
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if ((axes[id] & 1u) == 0) continue;
    std::vector<int> operands;
    for (ValueId operand : graph.values[id].operands) operands.push_back(needs[static_cast<std::size_t>(operand)]);
    std::sort(operands.rbegin(), operands.rend());
    needs[id] = 1;
    for (std::size_t n = 0; n < operands.size(); ++n)
      if (operands[n] > 0) needs[id] = std::max(needs[id], operands[n] + static_cast<int>(n));
  }
  return needs;
}

bool contains(std::vector<std::string> const& names, std::string const& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Lowering {
public:
  Lowering(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout)
      : graph_(graph), plan_(plan), axes_(ir::axes_of_variation(graph)), needs_(register_needs(graph, axes_)),
        is_placed_(graph.values.size(), false) {
    loops_.kernel = graph.name;
    loops_.dimension = graph.dimension;
    loops_.real = graph.real;
    loops_.allocated = layout.allocated;
    loops_.parameters = graph.parameters;
    for (ir::Parameter& parameter : loops_.parameters) parameter.keywords.clear(); // the kernel sees an index
    loops_.inputs = graph.inputs;
    loops_.outputs = graph.outputs;
    loops_.nest = make_nest(plan, layout);
  }

  /// A store follows its value at once, which frees the register. A variable that is also read is stored after all
  /// loads: all operations see its old value, as the interpreter says.
  ir::Loops run() {
    std::vector<ir::Statement> last;
    for (ir::Store const& store : graph_.stores) {
      place_with_operands(store.value);
      ir::Statement statement{.is_store = true,
                              .type = graph_.real,
                              .operands = {store.value},
                              .access = ir::access_at(store.variable, {0, 0, 0}),
                              .is_nontemporal = contains(plan_.nontemporal, store.variable)};
      bool const is_read = contains(graph_.inputs, store.variable);
      (is_read ? last : loops_.nest.back().body).push_back(std::move(statement));
    }
    auto& innermost = loops_.nest.back().body;
    innermost.insert(innermost.end(), last.begin(), last.end());
    if (plan_.is_fat) innermost = order_for_few_registers(innermost, graph_.inputs);
    return std::move(loops_);
  }

private:
  Value const& value(ValueId id) const { return graph_.values[static_cast<std::size_t>(id)]; }

  /// Depth first, so that values stand near their first use; the operand with the greatest need first, so that a
  /// sum of many terms keeps one register, not one for each term. Own stack: graphs may be deep.
  void place_with_operands(ValueId root) {
    std::vector<ValueId> pending{root};
    while (!pending.empty()) {
      ValueId const id = pending.back();
      if (is_placed_[static_cast<std::size_t>(id)]) {
        pending.pop_back();
        continue;
      }
      auto const missing = missing_operands(id);
      pending.insert(pending.end(), missing.begin(), missing.end());
      if (!missing.empty()) continue;
      place(id);
      pending.pop_back();
    }
  }

  /// Operands not yet placed, least need first and loads before operations of the same need, as the last on the stack
  /// is the next done.
  std::vector<ValueId> missing_operands(ValueId id) const {
    std::vector<ValueId> missing;
    if (value(id).op == Op::shift) return missing;
    for (ValueId operand : value(id).operands)
      if (!is_placed_[static_cast<std::size_t>(operand)]) missing.push_back(operand);
    std::reverse(missing.begin(), missing.end());
    auto const key = [&](ValueId id) {
      bool const is_load = value(id).op == Op::load || value(id).op == Op::shift;
      return std::make_pair(needs_[static_cast<std::size_t>(id)], !is_load);
    };
    std::stable_sort(missing.begin(), missing.end(), [&](ValueId a, ValueId b) { return key(a) < key(b); });
    return missing;
  }

  void place(ValueId id) {
    is_placed_[static_cast<std::size_t>(id)] = true;
    Value const& from = value(id);
    ir::Statement statement{.target = id,
                            .op = from.op,
                            .type = from.type,
                            .operands = from.operands,
                            .number = from.number,
                            .axis = from.axis};
    if (from.op == Op::parameter) statement.name = from.name;
    if (from.op == Op::load) statement.access = ir::access_at(from.name, {0, 0, 0});
    if (from.op == Op::shift) {
      statement.op = Op::load;
      statement.operands.clear();
      statement.access = ir::access_at(value(from.operands[0]).name, from.offset);
    }
    statements_for(axes_[static_cast<std::size_t>(id)]).push_back(std::move(statement));
  }

  /// Inside the innermost loop along which the value differs, and no deeper.
  std::vector<ir::Statement>& statements_for(unsigned axes) {
    for (std::size_t n = loops_.nest.size(); n-- > 0;) {
      ir::Loop& loop = loops_.nest[n];
      if (!loop.over_tiles && (axes & (1u << loop.axis)) != 0) return loop.body;
    }
    return loops_.before;
  }

  ir::Graph const& graph_;
  KernelPlan const& plan_;
  std::vector<unsigned> axes_;
  std::vector<int> needs_;
  std::vector<bool> is_placed_;
  ir::Loops loops_;
};

} // namespace

ir::Loops lower(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout) {
  check_form(graph);
  check_legality(graph, plan);
  ir::Loops loops = Lowering(graph, plan, layout).run();
  ir::verify(loops, "lowering");
  return loops;
}

LiveRegisters live_registers(ir::Graph const& graph, KernelPlan plan, Layout const& layout) {
  auto const live = [&](bool is_fat) {
    plan.is_fat = is_fat;
    return max_live(lower(graph, plan, layout).nest.back().body);
  };
  return {live(false), live(true)};
}

} // namespace chemora::plan
