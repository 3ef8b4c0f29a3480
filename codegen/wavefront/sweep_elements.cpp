#include "codegen/wavefront/sweep_elements.hpp"

#include "codegen/wavefront/tables_in_place.hpp"
#include "framework/base/text.hpp"

namespace chemora::wavefront {

namespace {

using base::Index3;
using ir::linear;
using ir::LinearExpression;
using recursion::Function;

std::string private_name(SweepNest const& nest, std::string const& function) {
  return "at_point_" + function + nest.suffix;
}

} // namespace

SweepElements::SweepElements(SweepGeometry const& geometry, SweepKernel& result)
    : geometry_(geometry), result_(result) {
  if (geometry.has_row_buffers()) in_buffers_ = tables_in_place(geometry.sweep, geometry.passes);
}

bool SweepElements::is_called_here(std::size_t pass, std::string const& function) const {
  for (std::string const& caller : geometry_.passes.passes[pass].functions)
    if (auto const found = geometry_.passes.reads.find(caller); found != geometry_.passes.reads.end())
      for (SweepRead const& read : found->second)
        if (read.is_call && read.name == function && read.offset == Index3{0, 0, 0}) return true;
  return false;
}

ir::ExpressionPtr SweepElements::add_private(SweepNest const& nest, std::string const& function) {
  ir::TypedArray array{.name = private_name(nest, function)};
  array.copies = nest.loops;
  result_.kernel.arrays.push_back(array);
  return ir::make_element(array.type, array.name, {});
}

ir::ExpressionPtr SweepElements::condition(std::size_t pass, SweepNest const& nest, Function const& function,
                                           loops::Constraint const& constraint) const {
  LinearExpression expression = with_sizes(constraint.expression);
  for (int axis = 0; axis < geometry_.passes.n_axes; ++axis)
    expression = expression.with(function.dimensions[axis].name,
                                 geometry_.parameter("lower_", axis) + geometry_.local_index(pass, nest, axis));
  ir::ExpressionPtr const zero = ir::make_integer(0);
  return constraint.is_equality ? ir::make_operation(ir::Op::equal, {ir::make_linear(expression), zero})
                                : ir::make_operation(ir::Op::less_equal, {zero, ir::make_linear(expression)});
}

LinearExpression SweepElements::with_sizes(LinearExpression expression) const {
  for (auto const& [name, size] : geometry_.space.sizes) expression = expression.with(name, linear(size));
  return expression;
}

ir::ExpressionPtr SweepElements::value(std::size_t pass, SweepNest const& nest, Function const& function,
                                       ir::ExpressionPtr const& expression) {
  if (expression->kind == ir::ExpressionKind::name) return value_of_name(pass, nest, function, expression);
  if (expression->kind == ir::ExpressionKind::element) {
    if (lanes_)
      if (ir::ExpressionPtr const found = lanes_->element(nest, expression->name, offset_of(*expression))) return found;
    return element(pass, nest, expression->name, offset_of(*expression), true);
  }
  auto copy = std::make_shared<ir::Expression>(*expression);
  for (ir::ExpressionPtr& operand : copy->operands) operand = value(pass, nest, function, operand);
  return copy;
}

ir::ExpressionPtr SweepElements::value_of_name(std::size_t pass, SweepNest const& nest, Function const& function,
                                               ir::ExpressionPtr const& name) const {
  for (int axis = 0; axis < geometry_.passes.n_axes; ++axis)
    if (function.dimensions[axis].name == name->name)
      return ir::make_linear(geometry_.parameter("lower_", axis) + geometry_.local_index(pass, nest, axis));
  if (auto const size = geometry_.space.sizes.find(name->name); size != geometry_.space.sizes.end())
    return ir::make_integer(size->second);
  return name;
}

ir::ExpressionPtr SweepElements::element(std::size_t pass, SweepNest const& nest, std::string const& name,
                                         Index3 const& offset, bool is_read) {
  bool const is_call = geometry_.sweep.system.find_function(name) != nullptr;
  if (auto const found = geometry_.passes.axis_of.find(name); found != geometry_.passes.axis_of.end())
    return axis_element(pass, nest, name, found->second, offset);
  if (is_call) {
    bool const is_here = base::contains(geometry_.passes.passes[pass].functions, name) && offset == Index3{0, 0, 0};
    if (is_here && is_read) return ir::make_element(ir::Type::real64, private_name(nest, name), {});
    std::string const& array = geometry_.passes.arrays.at(name);
    if (auto const shared = in_buffers_.find(name); shared != in_buffers_.end())
      return buffer_element(pass, nest, shared->second, offset, true);
    if (!base::contains(geometry_.passes.grid, array)) return table_element(pass, nest, array, offset);
    return buffer_element(pass, nest, array, offset, true);
  }
  bool const is_copied = geometry_.passes.copied.contains(name);
  if (is_copied && !base::contains(result_.copies, name)) result_.copies.push_back(name);
  return buffer_element(pass, nest, is_copied ? "old_" + name : name, offset, false);
}

/// The value of a function of one axis, or of none.
ir::ExpressionPtr SweepElements::axis_element(std::size_t pass, SweepNest const& nest, std::string const& name,
                                              int axis, Index3 const& offset) {
  if (axis < 0) return ir::make_name(ir::Type::real64, "constant_" + name);
  ir::TypedArray& argument = arguments_[name];
  if (argument.name.empty())
    argument.axes.push_back(
        {geometry_.letter(axis), linear(geometry_.space.sizes.at("points_" + geometry_.letter(axis)))});
  argument.name = name;
  argument.is_argument = true;
  LinearExpression const global = geometry_.parameter("lower_", axis) + geometry_.local_index(pass, nest, axis);
  return ir::make_element(argument.type, name, {ir::make_linear(global + linear(offset[axis]))});
}

ir::ExpressionPtr SweepElements::argument_element(std::string const& array,
                                                  std::array<LinearExpression, 3> const& indices) {
  ir::TypedArray& argument = arguments_[array];
  bool const is_new = argument.name.empty();
  argument.name = array;
  argument.is_argument = true;
  std::vector<ir::ExpressionPtr> subscripts;
  for (int axis = 0; axis < geometry_.passes.n_axes; ++axis) {
    if (is_new)
      argument.axes.push_back(
          {geometry_.letter(axis), geometry_.parameter("allocated_", axis), ir::AxisLayout::nested, axis});
    subscripts.push_back(ir::make_linear(indices[axis]));
  }
  return ir::make_element(argument.type, array, subscripts);
}

ir::ExpressionPtr SweepElements::grid_element(std::size_t pass, SweepNest const& nest, std::string const& array,
                                              Index3 const& offset) {
  std::array<LinearExpression, 3> indices;
  for (int axis = 0; axis < geometry_.passes.n_axes; ++axis)
    indices[axis] = geometry_.local_index(pass, nest, axis) + linear(offset[axis]);
  return argument_element(array, indices);
}

/// The element of a grid function, or of the buffer to which its rows are copied.
ir::ExpressionPtr SweepElements::buffer_element(std::size_t pass, SweepNest const& nest, std::string const& array,
                                                Index3 const& offset, bool is_call) {
  if (!geometry_.has_row_buffers() || offset[1] != 0 || offset[2] != 0) return grid_element(pass, nest, array, offset);
  RowBuffer& buffer = buffers_[array];
  (is_call ? buffer.is_written : buffer.is_read) = true;
  if (buffer.array.name.empty()) {
    buffer.array = {.name = "rows_" + array, .scope = ir::Scope::tile};
    buffer.array.copies = geometry_.outer.loops;
    buffer.array.axes = {{"row", linear(geometry_.plan.tile[1]), ir::AxisLayout::nested, 0},
                         {"x", linear(geometry_.space.max_points[0]), ir::AxisLayout::nested, 1}};
    result_.kernel.arrays.push_back(buffer.array);
  }
  LinearExpression const x =
      geometry_.local_index(pass, nest, 0) - geometry_.parameter("first_", 0) + linear(offset[0]);
  return ir::make_element(buffer.array.type, buffer.array.name,
                          {ir::make_linear(nest.steps[1] - geometry_.tile_start[1]), ir::make_linear(x)});
}

/// The element of a table: an argument, or for fused passes an array of the tile.
ir::ExpressionPtr SweepElements::table_element(std::size_t pass, SweepNest const& nest, std::string const& array,
                                               Index3 const& offset) {
  if (!geometry_.plan.is_fused) {
    if (!base::contains(result_.tables, array)) result_.tables.push_back(array);
    return grid_element(pass, nest, array, offset);
  }
  bool const is_new = !result_.kernel.find_array(array);
  ir::TypedArray table{.name = array};
  table.scope = geometry_.plan.is_device ? ir::Scope::registers : ir::Scope::tile;
  table.copies = geometry_.outer.loops;
  std::vector<ir::ExpressionPtr> subscripts;
  auto const add = [&](int axis, LinearExpression const& subscript, long extent) {
    table.axes.push_back(
        {geometry_.letter(axis), linear(extent), ir::AxisLayout::nested, static_cast<int>(table.axes.size())});
    subscripts.push_back(ir::make_linear(subscript));
  };
  int const lanes = geometry_.plan.is_device ? -1 : geometry_.lane_axis();
  if (lanes >= 0 && geometry_.is_free(lanes))
    add(lanes, nest.steps[lanes] - geometry_.tile_start[lanes], geometry_.plan.tile[lanes]);
  for (int axis = 0; axis < geometry_.passes.n_axes; ++axis)
    if (geometry_.is_directed(axis))
      add(axis, geometry_.local_index(pass, nest, axis) - geometry_.parameter("first_", axis) + linear(offset[axis]),
          geometry_.space.max_points[axis]);
  if (is_new) result_.kernel.arrays.push_back(table);
  return ir::make_element(table.type, array, subscripts);
}

void SweepElements::add_arguments() {
  for (auto const& [name, array] : arguments_) result_.kernel.arrays.push_back(array);
}

} // namespace chemora::wavefront
