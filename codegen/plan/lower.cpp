#include "codegen/plan/lower.hpp"

#include "codegen/plan/buffered_values.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::plan {

namespace {

int tile_step(int axis, KernelPlan const& plan, Layout const& layout) {
  if (layout.allocated == ir::run_time_extents) return plan.tile[axis];
  return std::min(plan.tile[axis], std::max(1, layout.allocated[axis]));
}

/// Adds the loops over tiles, z outermost. These loops run on blocks of a device or on threads of the host.
void add_tile_loops(std::vector<ir::Loop>& nest, KernelPlan const& plan, Layout const& layout) {
  auto const mapping = plan.has_blocks()         ? ir::Mapping::blocks
                       : plan.threads_over_tiles ? ir::Mapping::threads
                                                 : ir::Mapping::sequential;
  for (int axis = 2; axis >= 0; --axis)
    nest.push_back({.axis = axis, .over_tiles = true, .step = tile_step(axis, plan, layout), .mapping = mapping});
}

/// Returns the loop over the points of a tile along an axis. If the block has one thread along the axis, the loop is
/// sequential.
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

/// Returns the nest: loops over tiles, followed by loops over points. Of the latter, the axis of `stream` is outermost,
/// then z.
std::vector<ir::Loop> make_nest(KernelPlan const& plan, Layout const& layout) {
  std::vector<ir::Loop> nest;
  add_tile_loops(nest, plan, layout);
  if (plan.stream != no_axis) nest.push_back(point_loop(plan.stream, plan, layout));
  for (int axis = 2; axis >= 0; --axis)
    if (axis != plan.stream) nest.push_back(point_loop(axis, plan, layout));
  return nest;
}

bool reads(ir::Buffer const& buffer, std::string const& name) {
  return std::any_of(buffer.body.begin(), buffer.body.end(), [&](ir::Statement const& statement) {
    return statement.op == ir::Op::load && !statement.is_store && statement.access.variable == name;
  });
}

/// Fuses buffers that have the same halo and do not read one another, so that one loop fills them. A buffer is appended
/// to the last group with its halo, unless this group or a later one contains a buffer that it reads.
std::vector<ir::Buffer> fused(std::vector<ir::Buffer> buffers) {
  std::vector<std::vector<ir::Buffer>> groups;
  for (ir::Buffer& buffer : buffers) {
    auto const is_read = [&](ir::Buffer const& other) { return reads(buffer, other.name); };
    auto group = groups.rbegin();
    while (group != groups.rend() && group->front().halo != buffer.halo &&
           std::none_of(group->begin(), group->end(), is_read))
      ++group;
    if (group == groups.rend() || std::any_of(group->begin(), group->end(), is_read))
      groups.push_back({std::move(buffer)});
    else
      group->push_back(std::move(buffer));
  }
  std::vector<ir::Buffer> result;
  for (auto& group : groups) {
    std::set<ir::RegisterId> defined; // registers that an earlier buffer of the group has set
    for (ir::Buffer& buffer : group) {
      buffer.is_fused = &buffer != &group.front();
      std::erase_if(buffer.body, [&](ir::Statement const& statement) {
        return !statement.is_store && !defined.insert(statement.target).second;
      });
      result.push_back(std::move(buffer));
    }
  }
  return result;
}

class Lowering {
public:
  Lowering(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout)
      : graph_(graph), plan_(plan), scheduler_(graph), buffered_(graph, plan) {
    loops_.kernel = graph.name;
    loops_.dimension = graph.dimension;
    loops_.real = graph.real;
    loops_.element_types = graph.element_types;
    loops_.allocated = layout.allocated;
    loops_.parameters = graph.parameters;
    // The kernel receives the index of the keyword.
    for (ir::Parameter& parameter : loops_.parameters) parameter.keywords.clear();
    loops_.inputs = graph.inputs;
    loops_.outputs = graph.outputs;
    loops_.nest = make_nest(plan, layout);
  }

  /// Lowers the graph. The statements that fill buffers come last, because the halos of buffers depend on their
  /// readers.
  ir::Loops run() {
    schedule_stores();
    if (plan_.has_blocks()) {
      for (std::size_t n = buffered_.values.size(); n-- > 0;)
        if (buffered_.values[n].is_read) fill(n);
      add_buffers();
    } else {
      add_buffers_on_host();
    }
    loops_.before = std::move(scheduler_.before());
    return std::move(loops_);
  }

private:
  /// Schedules each store directly after its value, which frees the register. A variable that is also read is stored
  /// after all loads. All operations then read the old value of the variable, as in the interpreter.
  void schedule_stores() {
    SchedulingScope scope =
        scheduler_.make_scope([&](unsigned axes) -> std::vector<ir::Statement>& { return statements_for(axes); },
                              [&](ir::ValueId value) { return buffered_.read_at_point(value); });
    std::vector<ir::Statement> last;
    for (ir::Store const& store : graph_.stores) {
      scheduler_.schedule(store.value, scope);
      ir::Statement statement{.is_store = true,
                              .type = graph_.real,
                              .operands = {store.value},
                              .access = ir::access_at(store.variable, {0, 0, 0}),
                              .is_nontemporal = base::contains(plan_.nontemporal, store.variable)};
      bool const is_read = base::contains(graph_.inputs, store.variable);
      (is_read ? last : loops_.nest.back().body).push_back(std::move(statement));
    }
    auto& innermost = loops_.nest.back().body;
    innermost.insert(innermost.end(), last.begin(), last.end());
    if (plan_.is_fat) innermost = order_for_few_registers(innermost, graph_.inputs);
  }

  /// Returns the body of the innermost loop along which a value varies. `axes` are the axes of that value.
  std::vector<ir::Statement>& statements_for(unsigned axes) {
    std::size_t n = loops_.nest.size() - 1;
    while (loops_.nest[n].over_tiles || (axes & (1u << loops_.nest[n].axis)) == 0) --n;
    return loops_.nest[n].body;
  }

  void fill(std::size_t n) {
    ir::Buffer& buffer = buffered_.values[n].buffer;
    SchedulingScope scope = scheduler_.make_scope([&](unsigned) -> std::vector<ir::Statement>& { return buffer.body; },
                                                  [&](ir::ValueId value) { return buffered_.read_in_fill(value, n); });
    scheduler_.schedule(buffered_.values[n].value, scope);
    buffer.body.push_back({.is_store = true,
                           .type = buffer.type,
                           .operands = {buffered_.values[n].value},
                           .access = ir::access_at(buffer.name, {0, 0, 0})});
  }

  /// Adds the buffers to the nest. A buffer holds the whole tile, or some planes of the tile if threads move through
  /// it. A barrier precedes the first use of elements that have just been filled.
  void add_buffers() {
    auto const is_over_points = [](ir::Loop const& loop) { return !loop.over_tiles; };
    auto const first_over_points = std::find_if(loops_.nest.begin(), loops_.nest.end(), is_over_points);
    std::vector<ir::Buffer>& buffers = (plan_.stream != no_axis ? first_over_points : first_over_points - 1)->buffers;
    for (BufferedValue& value : buffered_.values) {
      if (!value.is_read) continue; // no statement reads this buffer
      if (!buffers.empty() && needs_barrier(buffers, value.buffer)) buffers.back().is_followed_by_barrier = true;
      buffers.push_back(std::move(value.buffer));
    }
    if (!buffers.empty() && buffers.back().scope == ir::Scope::tile) buffers.back().is_followed_by_barrier = true;
  }

  /// Adds the buffers of the host to the nest. Each buffer is added to the innermost loop over rows or planes in which
  /// its halo is available and which is not inside the loop of a buffer that reads it.
  void add_buffers_on_host() {
    std::vector<std::size_t> innermost(buffered_.values.size(), loops_.nest.size() - 2);
    for (std::size_t n = buffered_.values.size(); n-- > 0;) {
      if (!buffered_.values[n].is_read) continue;
      fill(n);
      ir::Buffer& buffer = buffered_.values[n].buffer;
      std::size_t const loop = std::min(innermost[n], loop_of_halo(buffer.halo));
      for (std::size_t earlier = 0; earlier < n; ++earlier)
        if (reads(buffer, buffered_.values[earlier].buffer.name))
          innermost[earlier] = std::min(innermost[earlier], loop);
      auto& buffers = loops_.nest[loop].buffers;
      buffers.insert(buffers.begin(), std::move(buffer));
    }
    for (ir::Loop& loop : loops_.nest) loop.buffers = fused(std::move(loop.buffers));
  }

  /// Returns the index of the outermost loop over points along whose axis the halo extends, or of the last loop over
  /// rows.
  std::size_t loop_of_halo(ir::Halo const& halo) const {
    for (std::size_t n = 0; n + 1 < loops_.nest.size(); ++n) {
      int const axis = loops_.nest[n].axis;
      if (!loops_.nest[n].over_tiles && (halo.from[axis] != 0 || halo.to[axis] != 0)) return n;
    }
    return loops_.nest.size() - 2;
  }

  static bool needs_barrier(std::vector<ir::Buffer> const& filled, ir::Buffer const& next) {
    if (filled.back().scope != ir::Scope::tile) return false;
    if (next.scope != ir::Scope::tile) return true; // the previous buffer is the last buffer in shared memory
    for (std::size_t n = filled.size(); n-- > 0 && !filled[n].is_followed_by_barrier;)
      for (ir::Statement const& statement : next.body)
        if (statement.op == ir::Op::load && statement.access.variable == filled[n].name) return true;
    return false;
  }

  ir::Graph const& graph_;
  KernelPlan const& plan_;
  ValueScheduler scheduler_;
  BufferedValues buffered_;
  ir::Loops loops_;
};

} // namespace

namespace {

ir::Loops lower_unlimited(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout) {
  check_graph_form(graph);
  check_legality(graph, plan);
  Layout const used = plan.has_run_time_strides ? Layout{ir::run_time_extents} : layout;
  ir::Loops loops = Lowering(graph, plan, used).run();
  ir::verify(loops, "lowering");
  return loops;
}

} // namespace

std::size_t bytes_in_tile(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout) {
  return ir::tile_bytes(lower_unlimited(graph, plan, layout));
}

ir::Loops lower(ir::Graph const& graph, KernelPlan const& plan, Layout const& layout) {
  ir::Loops loops = lower_unlimited(graph, plan, layout);
  if (std::size_t const bytes = ir::tile_bytes(loops); bytes > max_tile_bytes)
    throw base::UserError(
        fmt::format("Plan for kernel `{}`: the buffers in the tile have {} bytes; the limit is {}. Use a smaller tile.",
                    graph.name, bytes, max_tile_bytes));
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
