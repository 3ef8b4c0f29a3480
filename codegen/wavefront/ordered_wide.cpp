/// Probabilities with an exponent of their own, for systems in which rows have no common exponent. Probabilities are
/// not negative, so that numbers with a larger exponent are larger.
#include "codegen/wavefront/ordered_lowering.hpp"
#include "codegen/wavefront/scaled_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::wavefront {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;
using ir::Type;
using recursion::Constraints;
using recursion::Function;
using recursion::ValueType;

namespace {

constexpr int bits = 512;                 ///< multiples of which are exponents
constexpr int extreme_exponent = 1 << 28; ///< of infinity; that of 0 is its negative

ExpressionPtr number(double value) { return ir::make_number(Type::real64, value); }
ExpressionPtr power(int exponent) { return number(std::ldexp(1, exponent)); }
ExpressionPtr product(ExpressionPtr const& value, int exponent) {
  return operation(Op::multiply, value, power(exponent));
}

/// Returns mantissa * 2^difference for a difference that is not positive, or 0 if it is less than -512.
ExpressionPtr aligned(ExpressionPtr const& mantissa, ExpressionPtr const& difference) {
  return choose(operation(Op::equal, difference, ir::make_integer(0)), mantissa,
                choose(operation(Op::equal, difference, ir::make_integer(-bits)), product(mantissa, -bits), number(0)));
}

} // namespace

ExpressionPtr OrderedLowering::exponent_of(ExpressionPtr const& element) {
  return ir::make_element(Type::int32, "exponents_of_" + element->name, element->operands);
}

void OrderedLowering::assign(Wide const& target, Wide const& value) {
  assign(target.mantissa, value.mantissa);
  assign(target.exponent, value.exponent);
}

OrderedLowering::Wide OrderedLowering::in_temporaries(Wide const& value) {
  Wide const result{builder_.scalar(builder_.new_name("mantissa"), Type::real64),
                    builder_.scalar(builder_.new_name("exponent"), Type::int32)};
  assign(result, value);
  return result;
}

OrderedLowering::Wide OrderedLowering::chosen(ExpressionPtr const& condition, Wide const& left, Wide const& right) {
  return {choose(condition, left.mantissa, right.mantissa), choose(condition, left.exponent, right.exponent)};
}

ExpressionPtr OrderedLowering::is_less(Wide const& left, Wide const& right) {
  ExpressionPtr const is_same = operation(Op::equal, left.exponent, right.exponent);
  return operation(Op::logical_or, operation(Op::less, left.exponent, right.exponent),
                   operation(Op::logical_and, is_same, operation(Op::less, left.mantissa, right.mantissa)));
}

OrderedLowering::Wide OrderedLowering::normalised(ExpressionPtr const& mantissa, ExpressionPtr const& exponent) {
  Wide const given = in_temporaries({mantissa, exponent});
  ExpressionPtr const& m = given.mantissa;
  ExpressionPtr const is_small = operation(Op::less, m, power(-bits / 2));
  ExpressionPtr const is_large = operation(Op::less_equal, power(bits / 2), m);
  ExpressionPtr const step =
      choose(is_small, ir::make_integer(-bits), choose(is_large, ir::make_integer(bits), ir::make_integer(0)));
  ExpressionPtr const is_zero = operation(Op::equal, m, number(0));
  return in_temporaries(
      {choose(is_small, product(m, bits), choose(is_large, product(m, -bits), m)),
       choose(is_zero, ir::make_integer(-extreme_exponent), operation(Op::add, given.exponent, step))});
}

/// Returns a number of type real64 that is not negative.
OrderedLowering::Wide OrderedLowering::wide_number(ExpressionPtr const& value) {
  if (value->kind == ExpressionKind::number && (value->number == 0 || std::isinf(value->number)))
    return {value, ir::make_integer(value->number == 0 ? -extreme_exponent : extreme_exponent)};
  if (value->kind == ExpressionKind::number && std::abs(std::log2(value->number)) < bits / 2 - 1)
    return {value, ir::make_integer(0)};
  // One step divides the range of exponents of real64 by about two.
  ExpressionPtr const temporary = builder_.scalar(builder_.new_name("mantissa"), Type::real64);
  assign(temporary, value);
  ExpressionPtr const is_small = operation(Op::less, temporary, power(-3 * bits / 2));
  ExpressionPtr const is_large = operation(Op::less_equal, power(3 * bits / 2), temporary);
  ExpressionPtr const once_smaller = product(product(temporary, bits), bits);
  ExpressionPtr const once_larger = product(product(temporary, -bits), -bits);
  return normalised(
      choose(is_small, once_smaller, choose(is_large, once_larger, temporary)),
      choose(is_small, ir::make_integer(-2 * bits), choose(is_large, ir::make_integer(2 * bits), ir::make_integer(0))));
}

OrderedLowering::Wide OrderedLowering::wide_sum(Wide const& left, Wide const& right) {
  ExpressionPtr const top = builder_.scalar(builder_.new_name("exponent"), Type::int32);
  assign(top, operation(Op::maximum, left.exponent, right.exponent));
  auto const term = [&](Wide const& value) {
    return aligned(value.mantissa, operation(Op::subtract, value.exponent, top));
  };
  return normalised(operation(Op::add, term(left), term(right)), top);
}

OrderedLowering::Wide OrderedLowering::combined(Op op, Wide const& left, Wide const& right) {
  switch (op) {
  case Op::add:
    return wide_sum(left, right);
  case Op::multiply:
    return normalised(operation(Op::multiply, left.mantissa, right.mantissa),
                      operation(Op::add, left.exponent, right.exponent));
  case Op::divide:
    return normalised(operation(Op::divide, left.mantissa, right.mantissa),
                      operation(Op::subtract, left.exponent, right.exponent));
  case Op::minimum:
    return in_temporaries(chosen(is_less(right, left), right, left));
  case Op::maximum:
    return in_temporaries(chosen(is_less(left, right), right, left));
  default:
    throw NotOrdered{fmt::format("probabilities have no operation `{}`", ir::info(op).name)};
  }
}

void OrderedLowering::compute_wide(OrderedPlace const& place, Scope& scope) {
  std::optional<Wide> result;
  std::vector<PossibleCase> const parts = possible_cases(scope);
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    Wide const own = wide(part->value, scope);
    result = result ? in_temporaries(chosen(values_.condition(part->unknown, context(scope)), own, *result)) : own;
  }
  ExpressionPtr const element = own_element(place);
  assign(Wide{element, exponent_of(element)}, result.value_or(Wide{number(0), ir::make_integer(-extreme_exponent)}));
}

OrderedLowering::Wide OrderedLowering::wide(ExpressionPtr const& e, Scope& scope) {
  if (!reads_probabilities(original_, e)) return wide_number(value(e, ValueType::real, scope));
  switch (e->kind) {
  case ExpressionKind::element: {
    ExpressionPtr const element = converted(e, ValueType::real, scope);
    return in_temporaries({element, exponent_of(element)});
  }
  case ExpressionKind::reduction:
    return wide_reduction(e, scope);
  default:
    return wide_operation(*e, scope);
  }
}

OrderedLowering::Wide OrderedLowering::wide_operation(Expression const& e, Scope& scope) {
  if (e.op == Op::select) {
    ExpressionPtr const condition = temporary_value(value(e.operands[0], ValueType::boolean, scope));
    Wide const left = wide(e.operands[1], scope), right = wide(e.operands[2], scope);
    return in_temporaries(chosen(scalar(condition->name), left, right));
  }
  if (e.operands.size() != 2)
    throw NotOrdered{fmt::format("probabilities have no operation `{}`", ir::info(e.op).name)};
  Wide const left = wide(e.operands[0], scope);
  return combined(e.op, left, wide(e.operands[1], scope));
}

OrderedLowering::Wide OrderedLowering::wide_reduction(ExpressionPtr const& reduction, Scope& scope) {
  Function const& function = *scope.place->function;
  Wide const start = wide_number(neutral(*reduction, function));
  Wide const total = in_temporaries(start);
  auto const range = std::ranges::find(function.ranges, reduction->loops.front(), &recursion::Range::variable);
  std::size_t const n_outer = builder_.loops().size();
  Scope inner = scope;
  Constraints const conditions = open_range(*range, inner);
  Wide term = wide(reduction->operands.front(), inner);
  if (!conditions.empty()) term = in_temporaries(chosen(values_.condition(conditions, context(inner)), term, start));
  assign(total, combined(reduction->op, total, term));
  builder_.close_to(n_outer);
  return total;
}

ExpressionPtr OrderedLowering::temporary_value(ExpressionPtr const& value) {
  std::string const name = builder_.new_name("value");
  system_.functions.push_back(
      {.name = name, .type = value->type == Type::boolean ? ValueType::boolean : ValueType::real});
  assign(builder_.scalar(name, value->type), value);
  return ir::make_element(value->type, name, {});
}

ExpressionPtr OrderedLowering::without_probabilities(ExpressionPtr const& e, Scope& scope) {
  if (e->kind != ExpressionKind::operation || !reads_probabilities(original_, e)) return e;
  bool const is_comparison = ir::info(e->op).returns_boolean() && ir::is_real(e->operands[0]->type);
  if (is_comparison) {
    Wide const left = wide(e->operands[0], scope), right = wide(e->operands[1], scope);
    auto const negated = [](ExpressionPtr const& condition) {
      return ir::make_operation(Op::logical_not, {condition});
    };
    ExpressionPtr const is_different = operation(Op::logical_or, is_less(left, right), is_less(right, left));
    return temporary_value(e->op == Op::less         ? is_less(left, right)
                           : e->op == Op::less_equal ? negated(is_less(right, left))
                           : e->op == Op::equal      ? negated(is_different)
                                                     : is_different);
  }
  std::vector<ExpressionPtr> operands;
  for (ExpressionPtr const& operand : e->operands) operands.push_back(without_probabilities(operand, scope));
  return e->op == Op::convert ? ir::make_conversion(e->type, operands[0]) : ir::make_operation(e->op, operands);
}

} // namespace chemora::wavefront
