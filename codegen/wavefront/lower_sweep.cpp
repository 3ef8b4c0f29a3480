#include "codegen/wavefront/lower_sweep.hpp"

#include "codegen/wavefront/lane_buffers.hpp"
#include "codegen/wavefront/sweep_elements.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

namespace {

using base::Index3;
using ir::linear;
using ir::LinearExpression;
using recursion::Function;

constexpr int threads_of_block = 64; ///< on devices

/// Writes the kernel of a sweep.
class Lowering : private SweepGeometry {
public:
  Lowering(recursion::Sweep const& of_sweep, SweepPasses const& its_passes, std::size_t its_pass,
           SweepPlan const& its_plan, SweepSpace const& its_space)
      : SweepGeometry(of_sweep, its_passes, its_pass, its_plan, its_space), elements_(*this, result_) {}

  SweepKernel run() {
    result_.kernel.name = plan.is_fused ? "sweep" : fmt::format("sweep_{}", kernel_pass);
    add_parameters();
    add_outerloops();
    for (std::size_t pass = 0; pass < passes.passes.size(); ++pass)
      if (plan.is_fused || pass == kernel_pass) add_pass(pass);
    for (auto const& [name, buffer] : elements_.row_buffers()) {
      if (buffer.is_read) add_copy(name, buffer.array, true);
      if (buffer.is_written) add_copy(name, buffer.array, false);
    }
    elements_.add_arguments();
    return std::move(result_);
  }

private:
  loops::LoopKernel& kernel() { return result_.kernel; }
  void add_parameters() {
    for (char const* const name : {"first_", "last_", "lower_", "allocated_"})
      for (int axis = 0; axis < passes.n_axes; ++axis)
        kernel().parameters.push_back({fmt::format("{}{}", name, base::axis_names[axis]), ir::Type::int32});
    kernel().parameters.push_back({"front", ir::Type::int32});
    for (auto const& [name, type] : sweep.system.scalars) kernel().parameters.push_back({name, type});
    for (auto const& [name, axis] : passes.axis_of)
      if (axis < 0) kernel().parameters.push_back({"constant_" + name, ir::Type::real64});
  }

  void add_constraint(LinearExpression expression) { kernel().constraints.push_back({std::move(expression), false}); }

  std::string add_loop(std::string const& name, loops::Tag tag = loops::Tag::sequential, int axis = 0) {
    kernel().loops.push_back({name, tag, axis});
    return name;
  }

  /// Adds a loop over blocks of threads and returns its variable.
  LinearExpression add_block_loop(std::string const& name) {
    outer.loops.push_back(add_loop(name, loops::Tag::block_axis, n_blocks_++));
    outer.order.push_back(linear(name));
    add_constraint(linear(name));
    return linear(name);
  }

  void bound(LinearExpression const& steps, int axis) {
    add_constraint(steps);
    add_constraint(parameter("last_", axis) - parameter("first_", axis) - steps);
  }

  /// Adds the loops over tiles and threads.
  void add_outerloops() {
    add_tile_loops();
    if (!plan.is_device) kernel().priorities.push_back(outer.loops);
    // The blocks along the first axis of the grid are neighbours in memory.
    for (loops::Loop& loop : kernel().loops)
      if (loop.tag == loops::Tag::block_axis) loop.axis = n_blocks_ - 1 - loop.axis;
  }

  void add_tile_loops() {
    if (plan.is_device) return add_device_loops();
    if (uses_fronts) {
      LinearExpression const tile = add_block_loop("tile_y");
      tile_start[1] = plan.tile[1] * tile;
      tile_start[2] = plan.tile[2] * (linear("front") - tile);
      bound(tile_start[1], 1);
      bound(tile_start[2], 2);
      return;
    }
    for (int axis = passes.n_axes - 1; axis >= 0; --axis) {
      if (!is_free(axis)) continue;
      bool const is_divided = axis == lane_axis();
      auto const name = fmt::format("{}{}", is_divided ? "tile_" : "", base::axis_names[axis]);
      tile_start[axis] = (is_divided ? plan.tile[axis] : 1) * add_block_loop(name);
      bound(tile_start[axis], axis);
      outer.steps[axis] = tile_start[axis];
    }
  }

  void add_device_loops() {
    int const threads = is_free(0) || uses_fronts ? 0 : is_free(1) ? 1 : 2; // the axis of the threads of a block
    for (int axis = passes.n_axes - 1; axis >= 0; --axis) {
      bool const is_last = uses_fronts && axis == passes.n_axes - 1; // follows from the number of the plane
      if (is_last || (!is_free(axis) && !uses_fronts)) continue;
      LinearExpression steps = (axis == threads ? threads_of_block : 1) * add_block_loop("block_" + letter(axis));
      if (axis == threads) steps += linear("thread");
      outer.steps[axis] = steps;
      bound(axis == threads ? steps - linear("thread") : steps, axis);
    }
    if (!is_free(threads) && !uses_fronts) return;
    outer.loops.push_back(add_loop("thread", loops::Tag::thread_axis, 0));
    outer.order.push_back(linear("thread"));
    add_constraint(linear("thread"));
    add_constraint(linear(threads_of_block - 1) - linear("thread"));
    add_constraint(parameter("last_", threads) - parameter("first_", threads) - outer.steps[threads]);
    if (!uses_fronts) return;
    int const last = passes.n_axes - 1;
    outer.steps[last] = linear("front") - outer.steps[0];
    if (last == 2) outer.steps[2] -= outer.steps[1];
    bound(outer.steps[last], last);
  }

  void add_pass(std::size_t pass) {
    SweepNest nest = outer;
    nest.place = space.place;
    nest.order.push_back(linear(static_cast<long>(pass)));
    nest.suffix = fmt::format("_{}", pass);
    buffers_.emplace(static_cast<SweepGeometry const&>(*this), elements_, result_.kernel, pass);
    add_axis(pass, std::move(nest), 0);
  }

  /// Adds the sequential loop of loop_axes()[number] and those inside it.
  void add_axis(std::size_t pass, SweepNest nest, std::size_t number) {
    if (number == loop_axes().size()) return add_lanes(pass, std::move(nest));
    int const axis = loop_axes()[number];
    bool const has_loop = is_directed(axis) ? !(plan.is_device && uses_fronts) : axis == 1 && has_rows();
    if (!has_loop) return add_axis(pass, std::move(nest), number + 1);
    if (!plan.is_fused || !is_directed(axis)) return add_axis_loop(pass, std::move(nest), number, {});
    auto segments = segments_of(sweep.system, axis, space.sizes);
    if (passes.passes[pass].direction[axis] < 0) std::reverse(segments.begin(), segments.end());
    for (std::size_t n = 0; n < segments.size(); ++n) {
      SweepNest part = nest;
      part.order.push_back(linear(static_cast<long>(n)));
      part.suffix += fmt::format("_{}", n);
      add_axis_loop(pass, std::move(part), number, segments[n]);
    }
  }

  void add_axis_loop(std::size_t pass, SweepNest nest, std::size_t number, std::optional<Segment> const& segment) {
    int const axis = loop_axes()[number];
    bool const is_rows = axis == 1 && has_rows();
    std::string const name = add_loop((is_rows ? "rows" : letter(axis)) + nest.suffix);
    nest.loops.push_back(name);
    nest.order.push_back(linear(name));
    add_constraint(linear(name));
    if (is_rows) {
      if (has_tile_of_rows()) add_constraint(linear(plan.tile[1] / plan.lanes - 1) - linear(name));
      nest.steps[1] = tile_start[1] + plan.lanes * linear(name);
      bound(nest.steps[1], 1);
    } else {
      nest.steps[axis] = tile_start[axis] + linear(name);
      if (axis != skewed_axis()) bound(nest.steps[axis], axis);
      if (axis == 2 && skewed_axis() == 2) add_constraint(linear(plan.tile[2] + plan.lanes - 2) - linear(name));
    }
    if (segment) {
      nest.place[axis] = segment;
    }
    if (segment && !(axis == 0 && is_skewed()) && !is_rows) add_segment(pass, nest, axis);
    if (skewed_axis() == 2 && axis == 1) buffers_->add_fills(nest);
    if (skewed_axis() == 2 && axis == 2) buffers_->add_starts(nest);
    add_axis(pass, std::move(nest), number + 1);
  }

  /// Restricts the points of the nest to its segment of the axis.
  void add_segment(std::size_t pass, SweepNest const& nest, int axis) {
    LinearExpression const global = parameter("lower_", axis) + local_index(pass, nest, axis);
    add_constraint(global - linear(nest.place[axis]->lower));
    add_constraint(linear(nest.place[axis]->upper) - global);
  }

  void add_lanes(std::size_t pass, SweepNest nest) {
    if (lane_axis() >= 0 && !plan.is_device) {
      bool const is_vector = is_decided(pass, nest.place);
      std::string const name = add_loop("lane" + nest.suffix, is_vector ? loops::Tag::vector : loops::Tag::sequential);
      long const n_lanes = lane_axis() == 0 ? plan.tile[0] : plan.lanes;
      nest.loops.push_back(name);
      nest.order.push_back(linear(name));
      nest.lane = name;
      add_constraint(linear(name));
      add_constraint(linear(n_lanes - 1) - linear(name));
      int const axis = lane_axis();
      nest.steps[axis] = (axis == 0 ? tile_start[0] : nest.steps[1]) + linear(name);
      bound(nest.steps[axis], axis);
      if (int const skewed = skewed_axis(); skewed >= 0) {
        nest.steps[skewed] -= linear(name);
        bound(nest.steps[skewed], skewed);
        if (skewed == 2) {
          LinearExpression const in_tile = nest.steps[2] - tile_start[2];
          add_constraint(in_tile);
          add_constraint(linear(plan.tile[2] - 1) - in_tile);
        }
      }
      for (int each = 0; each < 2; ++each)
        if (plan.is_fused && is_directed(each) && (each == 1 ? has_rows() : is_skewed())) add_segment(pass, nest, each);
    }
    add_statements(pass, nest);
  }

  /// Adds the loops that copy the rows of a tile to a buffer before the passes, or back after them.
  void add_copy(std::string const& array, ir::TypedArray const& buffer, bool is_before) {
    std::string const suffix = fmt::format("_{}_{}", array, is_before ? "in" : "out");
    SweepNest nest = outer;
    nest.order.push_back(linear(is_before ? -1 : static_cast<long>(passes.passes.size())));
    std::string const x = add_loop("copy_x" + suffix, loops::Tag::vector), row = add_loop("copy_row" + suffix);
    for (std::string const& loop : {x, row}) {
      nest.loops.push_back(loop);
      nest.order.push_back(linear(loop));
      add_constraint(linear(loop));
    }
    add_constraint(linear(space.max_points[0] - 1) - linear(x));
    add_constraint(linear(plan.tile[1] - 1) - linear(row));
    bound(linear(x), 0);
    bound(tile_start[1] + linear(row), 1);
    std::array<LinearExpression, 3> indices = outer.steps;
    indices[0] = linear(x);
    indices[1] = tile_start[1] + linear(row);
    for (int axis = 0; axis < passes.n_axes; ++axis) indices[axis] += parameter("first_", axis);
    auto const in_memory = elements_.argument_element(array, indices);
    auto const in_buffer =
        ir::make_element(buffer.type, buffer.name, {ir::make_linear(linear(row)), ir::make_linear(linear(x))});
    add_instruction(nest, "copy" + suffix, is_before ? in_buffer : in_memory, is_before ? in_memory : in_buffer, {}, 0,
                    sweep.where);
  }

  // --- Statements ---

  void add_statements(std::size_t pass, SweepNest const& nest) {
    long number = 0;
    elements_.set_buffers(&*buffers_);
    buffers_->add_reads(nest);
    for (std::string const& name : passes.passes[pass].functions) {
      Function const& function = sweep.system.function(name);
      bool const has_array = passes.arrays.contains(name);
      ir::ExpressionPtr const in_memory = has_array ? elements_.element(pass, nest, name, {0, 0, 0}) : nullptr;
      ir::ExpressionPtr target = in_memory;
      if (!has_array || elements_.is_called_here(pass, name) || buffers_->needs_value(name))
        target = elements_.add_private(nest, name);
      std::size_t n_case = 0;
      for (recursion::Case const& each : function.cases) {
        ++n_case;
        if (excludes(function, each, nest.place, space.sizes)) continue;
        std::vector<ir::ExpressionPtr> conditions;
        for (loops::Constraint const& constraint : undecided(function, each, nest.place, space.sizes))
          conditions.push_back(elements_.condition(pass, nest, function, constraint));
        add_instruction(nest, fmt::format("{}{}_case_{}", name, nest.suffix, n_case), target,
                        elements_.value(pass, nest, function, each.value), conditions, number++, function.where);
      }
      if (has_array && target != in_memory)
        add_instruction(nest, fmt::format("{}{}_store", name, nest.suffix), in_memory, target, {}, number++,
                        function.where);
    }
    buffers_->add_updates(nest, number);
    elements_.set_buffers(nullptr);
  }

  void add_instruction(SweepNest const& nest, std::string const& id, ir::ExpressionPtr const& target,
                       ir::ExpressionPtr const& value, std::vector<ir::ExpressionPtr> const& conditions, long number,
                       base::SourcePosition const& where) {
    loops::Instruction instruction = instruction_in(nest, id, target, value, number, where);
    instruction.conditions = conditions;
    kernel().instructions.push_back(std::move(instruction));
  }

  SweepKernel result_;
  SweepElements elements_;
  std::optional<LaneBuffers> buffers_{};
  int n_blocks_ = 0;
};

} // namespace

std::optional<std::string> why_not_fused(SweepPasses const& passes) {
  auto const directed = passes.directed_axes();
  int n_free = 0;
  for (int axis = 0; axis < passes.n_axes; ++axis) n_free += directed[axis] ? 0 : 1;
  if (n_free == 0) return "all axes have a direction";
  for (auto const& [caller, reads] : passes.reads)
    for (SweepRead const& read : reads) {
      bool const is_written = read.is_call || (passes.is_stored(read.name) && !passes.copied.contains(read.name));
      for (int axis = 0; is_written && axis < passes.n_axes; ++axis)
        if (!directed[axis] && read.offset[axis] != 0)
          return fmt::format("`{}` reads `{}`, which the sweep computes, at other points along {}", caller, read.name,
                             base::axis_names[axis]);
    }
  return std::nullopt;
}

SweepKernel lower_sweep(recursion::Sweep const& sweep, SweepPasses const& passes, std::size_t pass,
                        SweepPlan const& plan, SweepSpace const& space) {
  return Lowering(sweep, passes, pass, plan, space).run();
}

int n_fronts(SweepPasses const& passes, std::size_t pass, SweepPlan const& plan, Index3 const& extents) {
  if (!has_fronts(passes, pass, plan)) return 1;
  if (!plan.is_device)
    return (extents[1] + plan.tile[1] - 1) / plan.tile[1] + (extents[2] + plan.tile[2] - 1) / plan.tile[2] - 1;
  int sum = 1;
  for (int axis = 0; axis < passes.n_axes; ++axis) sum += extents[axis] - 1;
  return sum;
}

} // namespace chemora::wavefront
