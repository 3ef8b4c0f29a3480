/// Integer expressions of kernels, in the type of the plan.
#include "codegen/wavefront/lane_values.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::wavefront {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;
using ir::Type;

namespace {

/// Returns the numbers that are added to the first term of a chain of sums and differences, which is `first`.
double added_numbers(ExpressionPtr const& e, ExpressionPtr& first) {
  if (e->kind == ExpressionKind::operation && (e->op == Op::add || e->op == Op::subtract))
    for (std::size_t n : {1u, 0u}) {
      if (n == 0 && e->op == Op::subtract) break;
      ExpressionPtr const& number = e->operands[n];
      if (number->kind != ExpressionKind::number || !std::isfinite(number->number)) continue;
      double const others = added_numbers(e->operands[1 - n], first);
      return others + (e->op == Op::add ? number->number : -number->number);
    }
  first = e;
  return 0;
}

/// Returns whether narrow integers represent all parts of an expression without calls if they represent its value.
bool has_simple_parts(ExpressionPtr const& e) {
  switch (e->op) {
  case Op::select:
  case Op::minimum:
  case Op::maximum:
    return true;
  case Op::add:
  case Op::subtract: {
    ExpressionPtr first = e;
    added_numbers(e, first);
    auto const is_leaf = [](ExpressionPtr const& operand) { return operand->kind != ExpressionKind::operation; };
    return is_leaf(first) || (first == e && std::ranges::all_of(e->operands, is_leaf));
  }
  default:
    return false;
  }
}

} // namespace

/// Returns whether the expression contains no call.
bool LaneValues::is_relative(ExpressionPtr const& expression) const {
  bool result = true;
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    result &= e->kind != ExpressionKind::element || !system_.find_function(e->name);
  });
  return result;
}

ExpressionPtr LaneValues::integer(ExpressionPtr const& e, bool is_absolute, Context const& context) {
  Type const type = plan_.integers;
  auto const offset = static_cast<double>(is_absolute ? options_.offset : 0);
  if (e->kind == ExpressionKind::number && std::isinf(e->number))
    return infinity(recursion::ValueType::integer, e->number > 0);
  if (e->kind == ExpressionKind::number)
    return ir::make_conversion(type, ir::make_number(Type::int32, e->number + offset));
  if (is_index(e)) {
    ExpressionPtr number = index(e, context);
    if (offset != 0) number = ir::make_operation(Op::add, {number, ir::make_number(Type::int32, offset)});
    return ir::make_conversion(type, number);
  }
  if (e->kind == ExpressionKind::element && system_.find_function(e->name)) return context.call(*e);
  if (e->kind == ExpressionKind::element) {
    ExpressionPtr const element = ir::make_conversion(type, input(e, context));
    if (offset == 0) return element;
    return ir::make_operation(Op::add_saturated, {element, ir::make_number(type, offset)});
  }
  return integer_operation(e, is_absolute, context);
}

/// Returns whether the type of the plan may not represent the values of the sum, in which numbers of the interval
/// `step` are added to a value that it represents.
bool LaneValues::may_saturate(ExpressionPtr const& expression, Interval const& step, bool is_absolute,
                              Context const& context) const {
  if (!options_.ranges || !context.function) return true;
  ValueRange const values = options_.ranges->of(expression, *context.function);
  auto const offset = static_cast<double>(is_absolute ? options_.offset : 0);
  bool const may_be_small =
      values.can_be_minus_infinity || values.finite.lower + offset < ir::min_integer(plan_.integers);
  bool const may_be_large = values.can_be_infinity || values.finite.upper + offset > ir::max_integer(plan_.integers);
  return (step.lower < 0 && may_be_small) || (step.upper > 0 && may_be_large);
}

ExpressionPtr LaneValues::integer_operation(ExpressionPtr const& e, bool is_absolute, Context const& context) {
  Type const type = plan_.integers;
  bool const is_wide = type == Type::int32;
  if (!is_wide && is_relative(e) && !has_simple_parts(e)) {
    long const offset = is_absolute ? options_.offset : 0;
    return ir::make_conversion(type, ir::make_operation(Op::add, {index(e, context), ir::make_integer(offset)}));
  }
  auto const absolute = [&](std::size_t n) { return integer(e->operands.at(n), is_absolute, context); };
  switch (e->op) {
  case Op::add:
  case Op::subtract: {
    auto const operation_for = [&](Interval const& step) {
      bool const wraps = is_wide || !may_saturate(e, step, is_absolute, context);
      if (e->op == Op::add) return wraps ? Op::add : Op::add_saturated;
      return wraps ? Op::subtract : Op::subtract_saturated;
    };
    ExpressionPtr first;
    double number = added_numbers(e, first);
    if (number != 0) {
      bool const wraps = is_wide || !may_saturate(e, {number, number}, is_absolute, context);
      Op const sum = wraps ? Op::add : Op::add_saturated, difference = wraps ? Op::subtract : Op::subtract_saturated;
      ExpressionPtr result = integer(first, is_absolute, context);
      double const limit = is_wide ? infinite_int32 : ir::max_integer(type);
      for (; number != 0;) {
        double const step = std::min(std::abs(number), limit);
        result = ir::make_operation(number > 0 ? sum : difference, {result, ir::make_number(type, step)});
        number -= number > 0 ? step : -step;
      }
      return result;
    }
    bool const is_first = !is_relative(e->operands[0]) || is_relative(e->operands[1]);
    if (e->op == Op::subtract && !is_first && !is_wide)
      throw base::InternalError("narrow integers have no negative values of tables");
    Interval step{-HUGE_VAL, HUGE_VAL};
    if (options_.ranges && context.function)
      step = options_.ranges->of(e->operands[is_first ? 1 : 0], *context.function).finite;
    if (e->op == Op::subtract) step = {-step.upper, -step.lower};
    return ir::make_operation(operation_for(step), {integer(e->operands[0], is_absolute && is_first, context),
                                                    integer(e->operands[1], is_absolute && !is_first, context)});
  }
  case Op::minimum:
  case Op::maximum:
    for (std::size_t n = 0; n < 2 && options_.has_floor && e->op == Op::maximum && is_absolute; ++n) {
      ExpressionPtr const number = e->operands[n];
      if (number->kind == ExpressionKind::number &&
          number->number + static_cast<double>(options_.offset) <= ir::min_integer(type))
        return absolute(1 - n);
    }
    return ir::make_operation(e->op, {absolute(0), absolute(1)});
  case Op::select:
    return ir::make_operation(Op::select, {boolean(e->operands[0], context), absolute(1), absolute(2)});
  default: {
    if (!is_wide) throw base::InternalError(fmt::format("narrow integers have no `{}`", ir::info(e->op).name));
    if (e->op == Op::convert) return ir::make_conversion(type, boolean(e->operands[0], context));
    std::vector<ExpressionPtr> operands;
    for (std::size_t n = 0; n < e->operands.size(); ++n) operands.push_back(absolute(n));
    return ir::make_operation(e->op, operands);
  }
  }
}

} // namespace chemora::wavefront
