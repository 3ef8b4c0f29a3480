#include "codegen/wavefront/real_integers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::wavefront {

namespace {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;
using ir::Type;
using recursion::Function;
using recursion::System;
using recursion::ValueType;

class Converter {
public:
  explicit Converter(System const& system) : system_(system) {
    if (!system.result) return;
    for (recursion::TableValue const& table : system.result->tables)
      if (system.function(table.function).type == ValueType::integer) tables_.insert(table.name);
  }

  /// Returns an integer expression as real64.
  ExpressionPtr real(ExpressionPtr const& e) const {
    switch (e->kind) {
    case ExpressionKind::number:
      return ir::make_number(Type::real64, e->number);
    case ExpressionKind::element:
      if (is_call(*e)) return ir::make_element(Type::real64, e->name, e->operands);
      return ir::make_conversion(Type::real64, e);
    case ExpressionKind::operation:
      if (e->op == Op::convert) return ir::make_conversion(Type::real64, other(e->operands[0]));
      return with_operands(*e);
    case ExpressionKind::reduction:
      return ir::make_reduction(e->op, e->loops, real(e->operands[0]));
    default:
      return tables_.contains(e->name) ? ir::make_name(Type::real64, e->name) : ir::make_conversion(Type::real64, e);
    }
  }

  /// Returns an expression of another type, with integers that it compares or converts as real64.
  ExpressionPtr other(ExpressionPtr const& e) const {
    if (!has_call(e)) return e;
    if (e->kind == ExpressionKind::reduction) return ir::make_reduction(e->op, e->loops, other(e->operands[0]));
    if (e->kind != ExpressionKind::operation) return e;
    if (e->op == Op::convert && e->operands[0]->type == Type::int32) return real(e->operands[0]);
    return with_operands(*e);
  }

  bool is_call(ir::Expression const& e) const {
    Function const* const function = system_.find_function(e.name);
    return function && function->type == ValueType::integer;
  }

  /// Returns whether the expression contains an element of an integer table, or the name of one in a result.
  bool has_call(ExpressionPtr const& expression) const {
    bool result = false;
    ir::for_each(expression, [&](ExpressionPtr const& e) {
      result |= e->kind == ExpressionKind::element && is_call(*e);
      result |= e->kind == ExpressionKind::name && tables_.contains(e->name);
    });
    return result;
  }

private:
  ExpressionPtr with_operands(ir::Expression const& e) const {
    bool const has_integers =
        std::ranges::any_of(e.operands, [](auto const& operand) { return operand->type == Type::int32; });
    std::vector<ExpressionPtr> operands;
    for (ExpressionPtr const& operand : e.operands)
      operands.push_back(has_integers && operand->type == Type::int32 ? real(operand) : other(operand));
    if (e.op == Op::convert) return ir::make_conversion(e.type, operands[0]);
    return ir::make_operation(e.op, std::move(operands));
  }

  System const& system_;
  std::set<std::string> tables_{}; ///< names in the result
};

/// Calls `visit` for the integers of an expression, without those in subscripts and arguments of calls.
void for_each_integer(ExpressionPtr const& e, std::function<void(ExpressionPtr const&)> const& visit) {
  if (e->type == Type::int32) visit(e);
  if (e->kind == ExpressionKind::element) return;
  for (ExpressionPtr const& operand : e->operands) for_each_integer(operand, visit);
}

/// Returns why the integers of a case may not be exact; empty if they are.
std::string reason_of(Converter const& converter, ValueRanges const& ranges, Function const& function,
                      recursion::Case const& part) {
  std::string reason;
  for_each_integer(part.value, [&](ExpressionPtr const& e) {
    if (!reason.empty() || (e->kind == ExpressionKind::number && std::isinf(e->number))) return;
    ValueRange const range = ranges.of(e, function, &part);
    // An interval without finite values is empty.
    bool const is_finite = range.finite.lower <= range.finite.upper;
    if (is_finite && !(range.finite.lower >= -recursion::max_integer && range.finite.upper <= recursion::max_integer))
      reason = fmt::format("values of `{}` may exceed {:.0f}", function.name, recursion::max_integer);
    if (e->kind != ExpressionKind::operation || !converter.has_call(e)) return;
    bool const is_sum = e->op == Op::add || e->op == Op::subtract;
    if (is_sum && may_cancel(*e, ranges, function, part))
      reason = fmt::format("`{}` may add infinity and -infinity", function.name);
    if (e->op == Op::multiply && (range.can_be_infinity || range.can_be_minus_infinity))
      reason = fmt::format("`{}` may multiply infinity", function.name);
    if (!is_sum && e->op != Op::minimum && e->op != Op::maximum && e->op != Op::select && e->op != Op::multiply &&
        e->op != Op::negate && e->op != Op::absolute)
      reason = fmt::format("`{}` contains the operation `{}`", function.name, ir::info(e->op).name);
  });
  return reason;
}

} // namespace

System with_real_integers(System system) {
  System const original = system;
  Converter const converter(original);
  for (Function& function : system.functions) {
    bool const is_integer = function.type == ValueType::integer;
    for (recursion::Case& part : function.cases)
      part.value = is_integer ? converter.real(part.value) : converter.other(part.value);
    for (recursion::CallSite& site : function.call_sites)
      if (converter.is_call(*site.element)) site.element = converter.real(site.element);
    if (is_integer) function.type = ValueType::real;
  }
  if (!system.result) return system;
  ir::ExpressionPtr& value = system.result->value;
  value = value->type == Type::int32 ? converter.real(value) : converter.other(value);
  return system;
}

RepresentationOrReason real_representation(System const& system, InputLimits const& limits) {
  ValueRanges const ranges(system, limits);
  Converter const converter(system);
  for (Function const& function : system.functions)
    for (recursion::Case const& part : function.cases)
      if (std::string const reason = reason_of(converter, ranges, function, part); !reason.empty())
        return {std::nullopt, reason};
  double n_elements = 1;
  for (auto const& [name, values] : limits.sizes) n_elements *= values.upper + 2;
  for (recursion::TableValue const& table : system.result->tables) {
    if (table.over != Op::add || system.function(table.function).type != ValueType::integer) continue;
    Interval const values = ranges.of(table.function).finite;
    if (!(std::max(-values.lower, values.upper) * n_elements <= recursion::max_integer))
      return {std::nullopt, fmt::format("the sum of `{}` may exceed {:.0f}", table.function, recursion::max_integer)};
  }
  return {Representation{}, {}};
}

} // namespace chemora::wavefront
