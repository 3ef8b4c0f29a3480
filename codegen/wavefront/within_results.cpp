#include "codegen/wavefront/representation.hpp"
#include "codegen/wavefront/scaled_rows.hpp"
#include "codegen/wavefront/within_lowering.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::wavefront {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;
using recursion::Function;
using recursion::ValueType;

namespace {

std::string best_name(WaveValue const& value) { return "best_" + value.table.name; }

} // namespace

ExpressionPtr WithinLowering::neutral(WaveValue const& value) const {
  Function const& function = system_.function(value.table.function);
  bool const is_extremum = value.table.over == Op::minimum || value.table.over == Op::maximum;
  if (is_extremum) return values_.infinity(function.type, value.table.over == Op::minimum);
  return ir::make_number(values_.table_type(function), 0);
}

/// Declares the total, and for a reduction the partial results by position in space.
void WithinLowering::declare_value(WaveValue const& value) {
  Function const& function = system_.function(value.table.function);
  builder_.assign(builder_.scalar(total_name(value), values_.table_type(function)), neutral(value));
  if (!value.table.over && strips_) declare_strip_value(value);
  if (!value.table.over) {
    if (function.type == ValueType::probability)
      builder_.assign(builder_.scalar("exponent_" + value.table.name, Type::int32), ir::make_integer(0));
    return;
  }
  auto const declare = [&](std::string const& name, Type type) {
    ir::TypedArray array{.name = name, .type = type, .is_argument = true, .scope = ir::Scope::grid};
    auto const add = [&](LinearExpression const& extent) {
      array.axes.push_back({.extent = extent, .nesting = static_cast<int>(array.axes.size())});
    };
    if (strips_)
      add(strips_->rows * n_strips());
    else
      for (std::size_t const axis : space_.axes(function.name).space)
        add(function.dimensions[axis].upper - function.dimensions[axis].lower + ir::linear(1));
    add(ir::linear("n_groups"));
    kernel_.arrays.push_back(array);
    arguments_.push_back({name, Role::work, value.table.name});
  };
  declare(best_name(value), values_.table_type(function));
  if (strips_) open_only(Tile::of_first_block);
  builder_.assign(best(value, best_name(value), open_positions(function, true)), neutral(value));
  builder_.close_to(n_block_loops_);
}

/// Opens loops over all positions in space, or those of the strip.
WithinLowering::Elements WithinLowering::open_positions(Function const& function, bool is_vectorised) {
  Elements elements{.function = &function};
  std::vector<LinearExpression> const space = open_space(function, is_vectorised, elements.lane);
  bound_space(function, space);
  for (std::size_t n = 0; n < space.size(); ++n)
    elements.indices[function.dimensions[space_.axes(function.name).space[n]].name] = space[n];
  return elements;
}

/// Returns the partial result at the position of the elements in space.
ExpressionPtr WithinLowering::best(WaveValue const& value, std::string const& name, Elements const& elements) const {
  Function const& function = system_.function(value.table.function);
  std::vector<ExpressionPtr> subscripts;
  for (std::size_t const axis : space_.axes(function.name).space) {
    recursion::Dimension const& dimension = function.dimensions[axis];
    subscripts.push_back(ir::make_linear(largest_sizes(elements.indices.at(dimension.name), true) - dimension.lower));
  }
  return problem_element(name, std::move(subscripts));
}

/// Updates the results of parts of a table.
void WithinLowering::update_values(Function const& function, long row) {
  for (WaveValue const& value : tables_) {
    if (value.table.function != function.name || (value.domain.empty() && !function.cases.empty())) continue;
    bool const is_plane = std::ranges::any_of(value.domain, &loops::Constraint::is_equality);
    bool const is_divided = options_.is_device ? value.table.over.has_value() : !is_plane;
    std::size_t const n_outer = builder_.loops().size();
    bool const has_space = !space_.axes(function.name).space.empty();
    Elements const elements = open_elements(function, value.domain, row, is_divided && has_space);
    update_value(value, elements);
    builder_.close_to(n_outer);
  }
}

void WithinLowering::update_value(WaveValue const& value, Elements const& elements) {
  ExpressionPtr const own = own_element(elements);
  if (strips_ && !value.table.over) return builder_.assign(strip_value(value), own);
  if (!value.table.over) {
    builder_.assign(scalar(total_name(value)), own);
    if (elements.function->type != ValueType::probability) return;
    builder_.assign(scalar("exponent_" + value.table.name), scalar("wave_exponent"));
    builder_.assign(scalar("lost"), operation(Op::maximum, scalar("lost"), scalar("wave_lost")));
    return;
  }
  ExpressionPtr const partial = best(value, best_name(value), elements);
  builder_.assign(partial, operation(*value.table.over, partial, own));
}

/// Multiplies all rows of probabilities by a power of two if the largest element is far from 1.
void WithinLowering::rescale() {
  long const period = (scaling_period + n_rows_ - 1) / n_rows_;
  long constexpr all = 1 << 30; // an upper bound of all loops
  ExpressionPtr const step = ir::make_name(Type::int32, "wave_step");
  ExpressionPtr const number = operation(Op::modulo, step, ir::make_integer(period));
  auto const limit_if = [&](std::string const& name, ExpressionPtr const& condition) {
    builder_.assign(builder_.scalar(name, Type::int32), choose(condition, ir::make_integer(all), ir::make_integer(-1)));
  };
  limit_if("wave_examined", operation(Op::equal, number, ir::make_integer(period - 1)));
  ExpressionPtr const top = builder_.scalar("wave_top", Type::real64), lost = scalar("wave_lost");
  builder_.assign(top, ir::make_number(Type::real64, 0));
  rescale_rows("wave_examined", [&](Elements const& elements) {
    builder_.assign(top, operation(Op::maximum, top, own_element(elements)));
    builder_.assign(lost, operation(Op::maximum, lost, too_small(own_element(elements))));
  });
  builder_.assign(lost, choose(operation(Op::less, ir::make_number(Type::real64, largest_scaled), top),
                               ir::make_number(Type::real64, 1), lost));
  ExpressionPtr const shift = builder_.scalar("wave_shift", Type::int32);
  ExpressionPtr power = ir::make_integer(0);
  auto const number_of = [](double value) { return ir::make_number(Type::real64, value); };
  for (int const exponent : {200, 400, 800}) {
    power = choose(operation(Op::less, top, number_of(std::ldexp(1, -exponent))), ir::make_integer(exponent), power);
    power = choose(operation(Op::less, number_of(std::ldexp(1, exponent)), top), ir::make_integer(-exponent), power);
  }
  builder_.assign(shift, choose(operation(Op::less, number_of(0), top), power, ir::make_integer(0)));
  ExpressionPtr const factor = builder_.scalar("wave_factor", Type::real64);
  ExpressionPtr scale = number_of(1);
  for (int const exponent : {200, 400, 800, -200, -400, -800})
    scale = choose(operation(Op::equal, shift, ir::make_integer(exponent)), number_of(std::ldexp(1, exponent)), scale);
  builder_.assign(factor, scale);
  ExpressionPtr const total = scalar("wave_exponent");
  builder_.assign(total, operation(Op::subtract, total, shift));
  limit_if("wave_scaled", operation(Op::not_equal, shift, ir::make_integer(0)));
  rescale_rows("wave_scaled", [&](Elements const& elements) {
    ExpressionPtr const own = own_element(elements);
    builder_.assign(own, operation(Op::multiply, own, factor));
  });
}

/// Calls `change` inside loops over all elements of the rows. The loops have no iterations if the scalar is negative.
void WithinLowering::rescale_rows(std::string const& limit, std::function<void(Elements const&)> const& change) {
  std::size_t const n_outer = builder_.loops().size();
  for (std::string const& name : functions_) {
    Function const& function = system_.function(name);
    if (function.type != ValueType::probability) continue;
    for (long row = 0; row < n_rows_; ++row) {
      change(open_elements(function, {}, row, false, limit));
      builder_.close_to(n_outer);
    }
  }
}

void WithinLowering::write_value(WaveValue const& value) {
  Function const& function = system_.function(value.table.function);
  if (value.table.over) combine(value);
  if (!value.table.over && strips_) read_strip_value(value);
  if (value.table.name.starts_with("top_")) return;
  std::string const& name = value.table.name;
  write_result("result_" + name, Role::value, name, values_.table_type(function), scalar(total_name(value)));
  if (!value.table.over && function.type == ValueType::probability)
    write_result("result_exponent_" + name, Role::exponent, name, Type::int32, scalar("exponent_" + name));
}

void WithinLowering::write_result(std::string const& array, Role role, std::string const& name, Type type,
                                  ExpressionPtr const& result) {
  kernel_.arrays.push_back(values_.problem_array(array, type, {}));
  arguments_.push_back({array, role, name});
  builder_.assign(problem_element(array, {ir::make_integer(0)}), result);
}

/// Combines the partial results of all positions in space.
void WithinLowering::combine(WaveValue const& value) {
  Function const& function = system_.function(value.table.function);
  std::size_t const n_outer = builder_.loops().size();
  Elements elements{.function = &function};
  std::vector<LinearExpression> space;
  if (strips_) { // the rows of all strips
    elements.lane = builder_.new_name("wave_x0");
    builder_.open(elements.lane);
    space = {ir::linear(elements.lane)};
  } else {
    space = open_space(function, false, elements.lane);
  }
  bound_space(function, space);
  for (std::size_t n = 0; n < space.size(); ++n)
    elements.indices[function.dimensions[space_.axes(function.name).space[n]].name] = space[n];
  ExpressionPtr const total = scalar(total_name(value));
  builder_.assign(total, operation(*value.table.over, total, best(value, best_name(value), elements)));
  builder_.close_to(n_outer);
}

/// Adds the report (Role::stop), after each tile, whether a checked function has overflowed in the strip.
void WithinLowering::write_stop() {
  ExpressionPtr condition;
  for (WaveValue const& value : tables_) {
    Function const& function = system_.function(value.table.function);
    if (value.table.over != Op::maximum || !options_.checked.contains(function.name) || !value.domain.empty()) continue;
    ExpressionPtr const top = builder_.scalar("strip_top_" + value.table.name, values_.table_type(function));
    builder_.assign(top, neutral(value));
    Elements const elements = open_positions(function, false);
    builder_.assign(top, operation(Op::maximum, top, best(value, best_name(value), elements)));
    builder_.close_to(n_block_loops_);
    ExpressionPtr const is_largest =
        operation(Op::less_equal, ir::make_number(top->type, overflow_limit(top->type)), top);
    condition = condition ? operation(Op::logical_or, condition, is_largest) : is_largest;
  }
  if (!condition) return;
  declare_work("stop", Type::int32, "", {n_strips()}, Role::stop);
  builder_.assign(problem_element("stop", {strip_number()}),
                  choose(condition, ir::make_integer(1), ir::make_integer(0)));
}

/// The largest number of a narrow type may stand for a larger one, and 0 for a small probability.
void WithinLowering::write_overflow() {
  ExpressionPtr condition = ir::make_number(Type::boolean, 0);
  for (WaveValue const& value : tables_) {
    if (value.table.over != Op::maximum || !options_.checked.contains(value.table.function)) continue;
    ExpressionPtr const total = scalar(total_name(value));
    ExpressionPtr const limit = ir::make_number(total->type, overflow_limit(total->type));
    condition = operation(Op::logical_or, condition, operation(Op::less_equal, limit, total));
  }
  if (has_exponent_)
    condition =
        operation(Op::logical_or, condition, operation(Op::less, ir::make_number(Type::real64, 0), scalar("lost")));
  write_result("overflow", Role::overflow, "", Type::int32,
               choose(condition, ir::make_integer(1), ir::make_integer(0)));
}

} // namespace chemora::wavefront
