#include "codegen/wavefront/ordered_lowering.hpp"
#include "codegen/wavefront/representation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;
using recursion::at_least;
using recursion::Constraints;
using recursion::Function;
using recursion::implies;
using recursion::joined;
using recursion::ValueType;

namespace {

std::string exponent_name(WaveValue const& value) { return "exponent_" + value.table.name; }

} // namespace

void OrderedLowering::declare_value(WaveValue const& value) {
  Function const& function = original_.function(value.table.function);
  bool const is_extremum = value.table.over == Op::minimum || value.table.over == Op::maximum;
  Type const type = values_.table_type(function);
  ExpressionPtr const total = builder_.scalar(total_name(value), type);
  ExpressionPtr const start =
      is_extremum && !(function.type == ValueType::probability && value.table.over == Op::maximum)
          ? values_.infinity(function.type, value.table.over == Op::minimum)
          : ir::make_number(type, 0);
  if (function.type == ValueType::probability)
    assign(Wide{total, builder_.scalar(exponent_name(value), Type::int32)}, wide_number(start));
  else
    assign(total, start);
}

/// Combines the result with the element that has just been computed.
void OrderedLowering::update_value(WaveValue const& value, OrderedPlace const& place, Constraints const& domain) {
  Constraints all = value.domain, conditions;
  for (recursion::Dimension const& dimension : original_.function(place.function->name).dimensions)
    if (values_.varies(dimension.upper)) all.push_back(at_least(dimension.upper, ir::linear(dimension.name)));
  for (loops::Constraint const& constraint : all) {
    loops::Constraint const here{own_sizes(place.at(constraint.expression)), constraint.is_equality};
    if (recursion::is_empty(joined(domain, {here}))) return;
    if (!implies(domain, here)) conditions.push_back(constraint);
  }
  Scope const scope{.place = &place, .domain = domain, .indices = place.indices};
  ExpressionPtr const total = scalar(total_name(value)), own = own_value(place);
  ExpressionPtr const is_inside = conditions.empty() ? nullptr : values_.condition(conditions, context(scope));
  if (is_wide(*place.function)) return update_wide_value(value, is_inside, place);
  ExpressionPtr const sum = operation(*value.table.over, total, own);
  assign(total, is_inside ? choose(is_inside, sum, total) : sum);
}

void OrderedLowering::update_wide_value(WaveValue const& value, ExpressionPtr const& is_inside,
                                        OrderedPlace const& place) {
  ExpressionPtr const element = own_element(place);
  Wide const own{element, exponent_of(element)}, total{scalar(total_name(value)), scalar(exponent_name(value))};
  Wide const sum = combined(*value.table.over, total, own);
  assign(total, is_inside ? chosen(is_inside, sum, total) : sum);
}

void OrderedLowering::update_elements(Places const& places, std::size_t level, LinearExpression const& time,
                                      Constraints const& domain) {
  for (WaveValue const& value : tables_) {
    Function const& function = original_.function(value.table.function);
    bool const is_here =
        std::ranges::any_of(places, [&](OrderedPlace const& place) { return place.function->name == function.name; });
    if (value.table.over || space_.storage(function.name).level != level || !is_here) continue;
    LinearExpression component = space_.component(function.name, level);
    LinearExpression wanted = ir::linear(component.constant);
    for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis)
      wanted += component.factor(function.dimensions[axis].name) * value.table.arguments[axis];
    loops::Constraint const is_now{wanted - time, true}, here{own_sizes(wanted) - time, true};
    if (recursion::is_empty(joined(domain, {here}))) continue;
    ExpressionPtr const condition = values_.condition({is_now}, {});
    bool const is_certain = implies(domain, here);
    auto const update = [&](std::string const& name, ExpressionPtr const& number) {
      assign(scalar(name), is_certain ? number : choose(condition, number, scalar(name)));
    };
    ExpressionPtr const own = result_element(value, time);
    update(total_name(value), own);
    if (function.type != ValueType::probability) continue;
    update(exponent_name(value), is_wide_ ? exponent_of(own) : scalar("row_exponent"));
    if (!is_wide_) update("lost", operation(Op::maximum, scalar("lost"), scalar("row_lost")));
  }
}

ExpressionPtr OrderedLowering::result_element(WaveValue const& value, LinearExpression const& time) {
  Function const& function = original_.function(value.table.function);
  std::vector<ExpressionPtr> subscripts;
  for (std::size_t const axis : space_.storage(function.name).axes)
    subscripts.push_back(values_.value(ir::make_linear(value.table.arguments[axis] - function.dimensions[axis].lower),
                                       ValueType::character, {}));
  return element(function, subscripts, time);
}

void OrderedLowering::update_stored_elements() {
  for (WaveValue const& value : tables_) {
    if (value.table.over || space_.storage(value.table.function).level) continue;
    ExpressionPtr const own = result_element(value, {});
    assign(scalar(total_name(value)), own);
    if (is_wide(original_.function(value.table.function))) assign(scalar(exponent_name(value)), exponent_of(own));
  }
}

void OrderedLowering::write_values() {
  for (WaveValue const& value : tables_) {
    std::string const& name = value.table.name;
    if (name.starts_with("top_")) continue;
    write_result("result_" + name, Role::value, name, scalar(total_name(value)));
    if (original_.function(value.table.function).type == ValueType::probability)
      write_result("result_exponent_" + name, Role::exponent, name, scalar(exponent_name(value)));
  }
}

void OrderedLowering::write_result(std::string const& array, Role role, std::string const& name,
                                   ExpressionPtr const& result) {
  kernel_.arrays.push_back(values_.problem_array(array, result->type, {}));
  arguments_.push_back({array, role, name});
  assign(problem_element(array, {}), result);
}

/// The largest number of a narrow type may stand for a larger one, and 0 for a small probability.
void OrderedLowering::write_overflow() {
  ExpressionPtr condition = ir::make_number(Type::boolean, 0);
  for (WaveValue const& value : tables_) {
    if (value.table.over != Op::maximum || !options_.checked.contains(value.table.function)) continue;
    ExpressionPtr const total = scalar(total_name(value));
    ExpressionPtr const limit = ir::make_number(total->type, overflow_limit(total->type));
    condition = operation(Op::logical_or, condition, operation(Op::less_equal, limit, total));
  }
  if (scaled_level_)
    condition =
        operation(Op::logical_or, condition, operation(Op::less, ir::make_number(Type::real64, 0), scalar("lost")));
  write_result("overflow", Role::overflow, "", choose(condition, ir::make_integer(1), ir::make_integer(0)));
}

} // namespace chemora::wavefront
