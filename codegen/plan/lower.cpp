// Makes the nest, places what is stored in it, then fills the buffers that were read.
#include "codegen/plan/lower.hpp"

#include "codegen/ir/buffers.hpp"
#include "codegen/plan/form.hpp"
#include "codegen/plan/kept_values.hpp"
#include "codegen/plan/legality.hpp"
#include "codegen/plan/limits.hpp"
#include "codegen/plan/order_statements.hpp"
#include "codegen/plan/place_values.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::plan {

namespace {

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

bool contains(std::vector<std::string> const& names, std::string const& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Lowering {
public:
  Lowering(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout)
      : graph_(graph), plan_(plan), placer_(graph), kept_(graph, plan) {
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

  /// Buffers come last: what reads them says which elements they need.
  ir::Loops run() {
    place_stores();
    for (std::size_t n = kept_.kept.size(); n-- > 0;)
      if (kept_.kept[n].is_read) fill(n);
    add_buffers();
    loops_.before = std::move(placer_.before());
    return std::move(loops_);
  }

private:
  /// A store follows its value at once, which frees the register. A variable that is also read is stored after all
  /// loads: all operations see its old value, as the interpreter says.
  void place_stores() {
    PlacingScope scope =
        placer_.make_scope([&](unsigned axes) -> std::vector<ir::Statement>& { return statements_for(axes); },
                           [&](ir::ValueId value) { return kept_.read_at_point(value); });
    std::vector<ir::Statement> last;
    for (ir::Store const& store : graph_.stores) {
      placer_.place(store.value, scope);
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
  }

  /// Inside the innermost loop along which the value differs, and no deeper.
  std::vector<ir::Statement>& statements_for(unsigned axes) {
    std::size_t n = loops_.nest.size() - 1;
    while (loops_.nest[n].over_tiles || (axes & (1u << loops_.nest[n].axis)) == 0) --n;
    return loops_.nest[n].body;
  }

  void fill(std::size_t n) {
    ir::Buffer& buffer = kept_.kept[n].buffer;
    PlacingScope scope = placer_.make_scope([&](unsigned) -> std::vector<ir::Statement>& { return buffer.body; },
                                            [&](ir::ValueId value) { return kept_.read_in_fill(value, n); });
    placer_.place(kept_.kept[n].value, scope);
    buffer.body.push_back({.is_store = true,
                           .type = buffer.type,
                           .operands = {kept_.kept[n].value},
                           .access = ir::access_at(buffer.name, {0, 0, 0})});
  }

  /// For the whole tile, or plane by plane where threads walk through it. A barrier where elements just filled are
  /// needed next.
  void add_buffers() {
    auto const walks = [](ir::Loop const& loop) { return !loop.over_tiles; };
    auto const first_over_points = std::find_if(loops_.nest.begin(), loops_.nest.end(), walks);
    std::vector<ir::Buffer>& buffers = (plan_.stream != no_axis ? first_over_points : first_over_points - 1)->buffers;
    for (KeptValue& kept : kept_.kept) {
      if (!kept.is_read) continue; // a nearer buffer has all that is needed, or nothing is
      if (!buffers.empty() && needs_barrier(buffers, kept.buffer)) buffers.back().is_followed_by_barrier = true;
      buffers.push_back(std::move(kept.buffer));
    }
    if (!buffers.empty() && buffers.back().scope == ir::Scope::tile) buffers.back().is_followed_by_barrier = true;
  }

  static bool needs_barrier(std::vector<ir::Buffer> const& filled, ir::Buffer const& next) {
    if (filled.back().scope != ir::Scope::tile) return false;
    if (next.scope != ir::Scope::tile) return true; // the last one of them
    for (std::size_t n = filled.size(); n-- > 0 && !filled[n].is_followed_by_barrier;)
      for (ir::Statement const& statement : next.body)
        if (statement.op == ir::Op::load && statement.access.variable == filled[n].name) return true;
    return false;
  }

  ir::Graph const& graph_;
  KernelPlan const& plan_;
  ValuePlacer placer_;
  KeptValues kept_;
  ir::Loops loops_;
};

} // namespace

ir::Loops lower(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout) {
  check_form(graph);
  check_legality(graph, plan);
  ir::Loops loops = Lowering(graph, plan, layout).run();
  ir::verify(loops, "lowering");
  if (std::size_t const bytes = ir::tile_bytes(loops); bytes > most_tile_bytes)
    throw base::UserError(
        fmt::format("Plan for kernel `{}`: what is kept in the tile takes {} bytes; no device has more "
                    "than {} for a block.",
                    graph.name, bytes, most_tile_bytes));
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
