#include "codegen/wavefront/lane_buffers.hpp"

#include "codegen/wavefront/sweep_elements.hpp"
#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::wavefront {

using base::Index3;
using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;

namespace {

constexpr Index3 west{-1, 0, 0}, south{0, -1, 0}, down{0, 0, -1}, here{0, 0, 0}, up{0, 0, 1};

ExpressionPtr at_least_0(LinearExpression const& expression) {
  return ir::make_operation(ir::Op::less_equal, {ir::make_integer(0), ir::make_linear(expression)});
}

} // namespace

LaneBuffers::LaneBuffers(SweepGeometry const& geometry, SweepElements& elements, loops::LoopKernel& kernel,
                         std::size_t pass)
    : geometry_(geometry), elements_(elements), kernel_(kernel), pass_(pass), suffix_("_" + std::to_string(pass)) {
  if (geometry.skewed_axis() != 2 || !geometry.is_decided(pass, geometry.space.place)) return;
  collect();
  int const lanes = geometry_.plan.lanes;
  for (auto const& [name, calls] : calls_) {
    if (calls.has_rows()) add_array("rows_", name, lanes + 1, true);
    if (calls.is_west) add_array("last_", name, lanes, false);
    if (calls.is_south) add_array("before_", name, lanes, false);
  }
  for (auto const& [name, reach] : grid_) add_array("rows_", name, lanes, true);
}

/// Finds the elements that buffers can contain.
void LaneBuffers::collect() {
  auto const& functions = geometry_.passes.passes[pass_].functions;
  std::set<std::string> is_read_ahead;
  for (std::string const& caller : functions) {
    recursion::Function const& function = geometry_.sweep.system.function(caller);
    for (recursion::Case const& each : function.cases) {
      if (excludes(function, each, geometry_.space.place, geometry_.space.sizes)) continue;
      ir::for_each(each.value, [&](ExpressionPtr const& e) {
        if (e->kind != ir::ExpressionKind::element || geometry_.passes.axis_of.contains(e->name)) return;
        Index3 const distance = in_direction(offset_of(*e));
        bool const is_called = base::contains(functions, e->name);
        if (is_called && distance == west) calls_[e->name].is_west = true;
        if (is_called && distance == south) calls_[e->name].is_south = true;
        if (is_called && distance == down) calls_[e->name].is_down = true;
        if (geometry_.sweep.system.find_function(e->name)) return;
        if (distance == up) is_read_ahead.insert(e->name);
        if (distance[0] < 0 || distance[1] != 0 || distance[2] != 0) return;
        int& reach = grid_.try_emplace(e->name, 0).first->second;
        reach = std::max(reach, distance[0]);
      });
    }
  }
  std::erase_if(grid_, [&](auto const& each) { return !is_read_ahead.contains(each.first); });
}

/// The distance in steps of the pass.
Index3 LaneBuffers::in_direction(Index3 const& offset) const {
  Index3 const& direction = geometry_.passes.passes[pass_].direction;
  return {offset[0] * direction[0], offset[1] * direction[1], offset[2] * direction[2]};
}

void LaneBuffers::add_array(std::string const& kind, std::string const& name, int lanes, bool has_points) {
  ir::TypedArray array{.name = kind + name + suffix_, .scope = ir::Scope::tile};
  array.copies = geometry_.outer.loops;
  array.axes.push_back({"lane", linear(lanes), ir::AxisLayout::nested, 0});
  if (has_points)
    array.axes.push_back({"x", geometry_.parameter("allocated_", 0) + linear(1), ir::AxisLayout::nested, 1});
  kernel_.arrays.push_back(array);
}

ExpressionPtr LaneBuffers::of_lane(std::string const& kind, std::string const& name,
                                   LinearExpression const& lane) const {
  return ir::make_element(ir::Type::real64, kind + name + suffix_, {ir::make_linear(lane)});
}

ExpressionPtr LaneBuffers::of_row(std::string const& name, LinearExpression const& x,
                                  LinearExpression const& lane) const {
  return ir::make_element(ir::Type::real64, "rows_" + name + suffix_, {ir::make_linear(lane), ir::make_linear(x)});
}

ExpressionPtr LaneBuffers::ahead(std::string const& name) const {
  return ir::make_element(ir::Type::real64, "up_" + name + suffix_, {});
}

ExpressionPtr LaneBuffers::in_memory(SweepNest const& nest, std::string const& name, Index3 const& distance) {
  return elements_.element(pass_, nest, name, in_direction(distance));
}

std::string LaneBuffers::add_loop(SweepNest& nest, std::string const& name, loops::Tag tag) {
  kernel_.loops.push_back({name + suffix_, tag, 0});
  nest.loops.push_back(kernel_.loops.back().name);
  nest.order.push_back(linear(nest.loops.back()));
  return nest.loops.back();
}

void LaneBuffers::add_constraint(LinearExpression expression) {
  kernel_.constraints.push_back({std::move(expression), false});
}

void LaneBuffers::bound(LinearExpression const& steps, int axis) {
  add_constraint(steps);
  add_constraint(geometry_.parameter("last_", axis) - geometry_.parameter("first_", axis) - steps);
}

LinearExpression LaneBuffers::add_points(SweepNest& nest, std::string const& name, loops::Tag tag) {
  LinearExpression const x = linear(add_loop(nest, name, tag));
  bound(x, 0);
  nest.steps[0] = x;
  return x;
}

LinearExpression LaneBuffers::add_lanes(SweepNest& nest, std::string const& name) {
  LinearExpression const lane = linear(add_loop(nest, name, loops::Tag::vector));
  add_constraint(lane);
  add_constraint(linear(geometry_.plan.lanes - 1) - lane);
  nest.steps[1] += lane;
  bound(nest.steps[1], 1);
  return lane;
}

void LaneBuffers::add(SweepNest const& nest, std::string const& id, ExpressionPtr const& target,
                      ExpressionPtr const& value, long number, std::vector<ExpressionPtr> conditions) {
  kernel_.instructions.push_back(instruction_in(nest, id + suffix_, target, value, number, geometry_.sweep.where));
  kernel_.instructions.back().conditions = std::move(conditions);
}

void LaneBuffers::add_fills(SweepNest const& nest) {
  bool const has_down = std::any_of(calls_.begin(), calls_.end(), [](auto const& each) { return each.second.is_down; });
  if (grid_.empty() && !has_down) return;
  SweepNest fill = nest;
  fill.order.push_back(linear(-1));
  LinearExpression const x = add_points(fill, "fill_x", loops::Tag::sequential), lane = add_lanes(fill, "fill_lane");
  fill.steps[2] = geometry_.tile_start[2];
  for (auto const& [name, calls] : calls_)
    if (calls.is_down) add(fill, "fill_" + name, of_row(name, x, lane + linear(1)), in_memory(fill, name, down), 0);
  for (auto const& [name, reach] : grid_)
    add(fill, "fill_" + name, of_row(name, x, lane), in_memory(fill, name, here), 0);
}

void LaneBuffers::add_starts(SweepNest const& nest) {
  if (is_empty()) return;
  for (auto const& [name, calls] : calls_)
    if (calls.is_south) add_first_row(nest, name);
  LinearExpression const z = nest.steps[2] - geometry_.tile_start[2];
  SweepNest start = nest;
  start.order.push_back(linear(-1));
  LinearExpression const lane = add_lanes(start, "start_lane");
  start.steps[2] -= lane;
  add_constraint(z - lane);
  add_constraint(linear(geometry_.plan.tile[2] - 1) - z + lane);
  bound(start.steps[2], 2);
  start.steps[0] = linear(0);
  for (auto const& [name, calls] : calls_) {
    if (calls.is_west) add(start, "start_last_" + name, of_lane("last_", name, lane), in_memory(start, name, west), 0);
    if (calls.is_south)
      add(start, "start_before_" + name, of_lane("before_", name, lane), of_row(name, linear(0), lane), 0);
  }
  LinearExpression const n_points = geometry_.parameter("last_", 0) - geometry_.parameter("first_", 0) + linear(1);
  for (auto const& [name, reach] : grid_)
    for (int n = 0; n < reach; ++n) {
      start.steps[0] = n_points + linear(n);
      add(start, "start_" + std::to_string(n) + name, of_row(name, start.steps[0], lane), in_memory(start, name, here),
          0);
    }
}

/// Copies the last row of the preceding tile or group of rows.
void LaneBuffers::add_first_row(SweepNest const& nest, std::string const& name) {
  LinearExpression const z = nest.steps[2] - geometry_.tile_start[2];
  SweepNest row = nest;
  row.order.push_back(linear(-2));
  LinearExpression const x = add_points(row, "start_x_" + name, loops::Tag::sequential);
  add(row, "first_row_" + name, of_row(name, x, linear(0)), in_memory(row, name, south), 0,
      {at_least_0(linear(geometry_.plan.tile[2] - 1) - z),
       at_least_0(geometry_.parameter("last_", 2) - geometry_.parameter("first_", 2) - nest.steps[2])});
}

void LaneBuffers::add_reads(SweepNest const& nest) {
  for (auto const& [name, reach] : grid_) {
    ir::TypedArray array{.name = "up_" + name + suffix_};
    array.copies = nest.loops;
    kernel_.arrays.push_back(array);
    add(nest, "read_" + name, ahead(name), in_memory(nest, name, up), -1);
  }
}

void LaneBuffers::add_updates(SweepNest const& nest, long number) {
  if (is_empty()) return;
  LinearExpression const x = nest.steps[0], lane = linear(*nest.lane);
  for (auto const& [name, calls] : calls_) {
    ExpressionPtr const value = elements_.element(pass_, nest, name, here, true);
    if (calls.is_west) add(nest, "keep_last_" + name, of_lane("last_", name, lane), value, number++);
    if (calls.is_south)
      add(nest, "keep_before_" + name, of_lane("before_", name, lane), of_row(name, x + linear(1), lane), number++);
    if (calls.has_rows()) add(nest, "keep_" + name, of_row(name, x, lane + linear(1)), value, number++);
  }
  for (auto const& [name, reach] : grid_) add(nest, "keep_" + name, of_row(name, x, lane), ahead(name), number++);
}

ExpressionPtr LaneBuffers::element(SweepNest const& nest, std::string const& name, Index3 const& offset) const {
  if (is_empty()) return nullptr;
  Index3 const distance = in_direction(offset);
  LinearExpression const x = nest.steps[0], lane = linear(*nest.lane);
  if (auto const found = calls_.find(name); found != calls_.end()) {
    if (found->second.is_west && distance == west) return of_lane("last_", name, lane);
    if (found->second.is_south && distance == south) return of_lane("before_", name, lane);
    if (found->second.is_down && distance == down) return of_row(name, x, lane + linear(1));
  }
  if (grid_.contains(name)) {
    if (distance == up) return ahead(name);
    if (distance[0] >= 0 && distance[1] == 0 && distance[2] == 0) return of_row(name, x + linear(distance[0]), lane);
  }
  return nullptr;
}

} // namespace chemora::wavefront
