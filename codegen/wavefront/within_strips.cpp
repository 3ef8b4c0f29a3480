#include "codegen/wavefront/within_lowering.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

using ir::linear;
using ir::LinearExpression;
using recursion::Function;

namespace {

constexpr char const *strip_name = "wave_strip", *launch_name = "wave_launch", *n_strips_name = "wave_n_strips",
                     *n_blocks_name = "wave_n_blocks";

LinearExpression block() { return linear(launch_name) - linear(strip_name); }

} // namespace

/// Declares a parameter with the value `extent / divisor`, rounded up. `extent` is positive.
void WithinLowering::add_quotient(std::string const& name, LinearExpression const& extent, long divisor) {
  kernel_.parameters.push_back({name});
  kernel_.assumptions.push_back({divisor * linear(name) - extent});
  kernel_.assumptions.push_back({extent - linear(1) - divisor * (linear(name) - linear(1))});
  launches_.quotients.push_back({name, extent + linear(divisor - 1), divisor});
}

void WithinLowering::open_strips() {
  Function const& function = system_.functions.front();
  recursion::Dimension const& row = function.dimensions[space_.axes(function.name).space.front()];
  n_steps_ = std::max(strips_->rows / n_rows_, 1L);
  add_quotient(n_strips_name, row.upper - row.lower + linear(1), strips_->rows);
  add_quotient(n_blocks_name, space_.last() - space_.base() + linear(1), n_rows_ * n_steps_);
  LinearExpression const last_strip = linear(n_strips_name) - linear(1), last_block = linear(n_blocks_name) - linear(1);
  launches_.parameter = launch_name;
  launches_.number = last_strip + last_block + linear(1);
  kernel_.parameters.push_back({launch_name});
  kernel_.assumptions.push_back({linear(launch_name)});
  kernel_.assumptions.push_back({last_strip + last_block - linear(launch_name)});
  builder_.open(strip_name, linear(0), last_strip, loops::Tag::block_axis, 1);
  builder_.add_at_least_0(block());
  builder_.add_at_least_0(last_block - block());
  n_block_loops_ = 2;
}

LinearExpression WithinLowering::n_strips() const { return linear(n_strips_name); }

/// Returns the first row of a strip.
LinearExpression WithinLowering::first_row() const {
  Function const& function = system_.functions.front();
  return function.dimensions[space_.axes(function.name).space.front()].lower + strips_->rows * linear(strip_name);
}

ir::ExpressionPtr WithinLowering::strip_number() const { return ir::make_linear(linear(strip_name)); }

long WithinLowering::halo(std::string const& function) const {
  auto const found = strips_->halo.find(function);
  return found == strips_->halo.end() ? 0 : found->second;
}

/// Bounds the steps of a tile by its block, and by the times at which the strip has elements. The first step is earlier
/// by the window, because the copies from the border must fill the window of the first elements.
void WithinLowering::bound_steps() {
  LinearExpression const step = linear("wave_step");
  builder_.add_at_least_0(step - n_steps_ * block());
  builder_.add_at_least_0(n_steps_ * block() + linear(n_steps_ - 1) - step);
  Function const& function = system_.functions.front();
  WaveAxes const& axes = space_.axes(function.name);
  std::size_t const row = axes.space.front(), column = *axes.eliminated;
  LinearExpression first = linear(axes.time.offset), last = first;
  for (Function const& each : system_.functions) {
    long const offset = space_.axes(each.name).time.offset;
    first.constant = std::min(first.constant, offset);
    last.constant = std::max(last.constant, offset);
  }
  auto const add = [&](long factor, LinearExpression const& lower, LinearExpression const& upper) {
    first += factor * (factor > 0 ? lower : upper);
    last += factor * (factor > 0 ? upper : lower);
  };
  add(axes.time.coefficients[row], first_row(), first_row() + linear(strips_->rows - 1));
  recursion::Dimension const& dimension = function.dimensions[column];
  add(axes.time.coefficients[column], dimension.lower, own_sizes(dimension.upper));
  builder_.add_at_least_0(n_rows_ * step + linear(n_rows_ - 1 + *window_) - first + space_.base());
  builder_.add_at_least_0(last - space_.base() - n_rows_ * step);
}

void WithinLowering::open_only(Tile tile) {
  std::string const loop = builder_.new_name("wave_tile");
  builder_.open(loop, linear(0), linear(0));
  if (tile == Tile::of_first_block) return builder_.add_constraint({block() + linear(loop), true});
  builder_.add_constraint({linear(n_strips_name) - linear(1) - linear(strip_name) + linear(loop), true});
  builder_.add_constraint({linear(n_blocks_name) - linear(1) - block() + linear(loop), true});
}

/// Returns the loops of an instruction that only the first launch executes, at a reserved position of the problem.
std::vector<std::string> WithinLowering::loops_of_first_launch(long position, std::vector<LinearExpression>& order) {
  std::string const loop = builder_.new_name("wave_tile");
  kernel_.loops.push_back({loop});
  kernel_.constraints.push_back({linear(loop)});
  kernel_.constraints.push_back({linear(launch_name) + linear(loop), true});
  order = {linear(0), linear("group"), linear(0), linear(strip_name), linear(position), linear(loop), linear(0)};
  return {"group", strip_name, loop};
}

/// Declares an array with these extents for each problem.
void WithinLowering::declare_work(std::string const& name, ir::Type type, std::string const& function,
                                  std::vector<LinearExpression> extents, Role role) {
  ir::TypedArray array{.name = name, .type = type, .is_argument = true, .scope = ir::Scope::grid};
  extents.push_back(linear("n_groups"));
  for (LinearExpression const& extent : extents)
    array.axes.push_back({.extent = extent, .nesting = static_cast<int>(array.axes.size())});
  kernel_.arrays.push_back(std::move(array));
  arguments_.push_back({name, role, function});
}

void WithinLowering::declare_border(Function const& function) {
  long const n = halo(function.name);
  if (n > 0)
    declare_work("border_" + function.name, values_.table_type(function), function.name,
                 {linear(n), n_rows_ * n_steps_ * linear(n_blocks_name)});
}

/// Declares an array with one element per strip, for a result that is a single element of a table.
void WithinLowering::declare_strip_value(WaveValue const& value) {
  Function const& function = system_.function(value.table.function);
  declare_work("strip_" + value.table.name, values_.table_type(function), function.name, {linear(n_strips_name)});
}

ir::ExpressionPtr WithinLowering::strip_value(WaveValue const& value, std::string const& strip) const {
  return problem_element("strip_" + value.table.name, {ir::make_linear(linear(strip))});
}

/// Reads such a result from the strip that contains its row, which may depend on the length of the problem.
void WithinLowering::read_strip_value(WaveValue const& value) {
  Function const& function = system_.function(value.table.function);
  std::size_t const n_outer = builder_.loops().size(), axis = space_.axes(function.name).space.front();
  std::string const strip = builder_.new_name("wave_strip_of");
  builder_.open(strip, linear(0), n_strips() - linear(1));
  std::map<std::string, ir::ExpressionPtr> lengths;
  for (std::string const& name : options_.varying)
    if (kernel_.find_array("own_length_" + name)) lengths["own_length_" + name] = scalar("own_length_" + name);
  LinearExpression const place =
      own_sizes(value.table.arguments[axis]) - function.dimensions[axis].lower - strips_->rows * linear(strip);
  ir::ExpressionPtr const row = ir::with_names(ir::make_linear(place), lengths);
  ir::ExpressionPtr const is_in_strip =
      operation(ir::Op::logical_and, operation(ir::Op::less_equal, ir::make_integer(0), row),
                operation(ir::Op::less, row, ir::make_integer(strips_->rows)));
  ir::ExpressionPtr const total = scalar(total_name(value));
  builder_.assign(total, choose(is_in_strip, strip_value(value, strip), total));
  builder_.close_to(n_outer);
}

/// Returns the element of the window of a strip: `place` is the number of rows after the first row of the halo.
ir::ExpressionPtr WithinLowering::strip_element(Function const& function, LinearExpression const& place,
                                                long row) const {
  std::vector<ir::ExpressionPtr> subscripts{ir::make_linear(place), ir::make_integer(row)};
  if (!is_in_tile()) subscripts.push_back(strip_number());
  return problem_element("table_" + function.name, std::move(subscripts));
}

void WithinLowering::transfer_window(Transfer transfer) {
  std::size_t const n_outer = builder_.loops().size();
  for (std::string const& name : functions_)
    for (long row = 0; row < n_rows_; ++row) {
      std::string const chunk = builder_.new_name("wave_chunk"), lane = builder_.new_name("wave_x0");
      long const last = halo(name) + strips_->rows - 1;
      builder_.open(chunk, linear(0), linear(last / lanes_));
      builder_.open(lane, linear(0), linear(lanes_ - 1),
                    options_.is_device ? loops::Tag::thread_axis : loops::Tag::vector);
      LinearExpression const place = lanes_ * linear(chunk) + linear(lane);
      builder_.add_at_least_0(linear(last) - place);
      ir::ExpressionPtr const in_tile = strip_element(system_.function(name), place, row);
      ir::ExpressionPtr const in_grid =
          problem_element("saved_" + name, {ir::make_linear(place), ir::make_integer(row), strip_number()});
      bool const is_load = transfer == Transfer::load;
      builder_.assign(is_load ? in_tile : in_grid, is_load ? in_grid : in_tile);
      builder_.close_to(n_outer);
    }
}

/// Copies one time of the rows that the next strip reads: from the border of the preceding strip, or to its own border.
void WithinLowering::copy_rows(Copy copy, long row) {
  std::size_t const n_outer = builder_.loops().size();
  for (std::string const& name : functions_) {
    if (halo(name) == 0) continue;
    std::string const loop = builder_.new_name("wave_border");
    builder_.open(loop, linear(0), linear(halo(name) - 1));
    LinearExpression const time = n_rows_ * linear("wave_step") + linear(row);
    ir::ExpressionPtr const border =
        problem_element("border_" + name, {ir::make_linear(linear(loop)), ir::make_linear(time)});
    Function const& function = system_.function(name);
    if (copy == Copy::from_border)
      builder_.assign(strip_element(function, linear(loop), row), border);
    else
      builder_.assign(border, strip_element(function, linear(loop) + linear(strips_->rows), row));
    builder_.close_to(n_outer);
  }
}

} // namespace chemora::wavefront
