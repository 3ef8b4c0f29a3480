#include "codegen/wavefront/representation.hpp"

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

constexpr double int32_limit = 1 << 29;
constexpr int max_added_calls = 3; ///< sums of so many numbers below the limit fit in int32

bool is_integer(System const& system, std::string const& name) {
  Function const* const function = system.find_function(name);
  return function && function->type == ValueType::integer;
}

/// Returns whether the expression contains a call of an integer function.
bool has_call(System const& system, ExpressionPtr const& expression) {
  bool result = false;
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    result |= e->kind == ExpressionKind::element && is_integer(system, e->name);
  });
  return result;
}

/// Checks that results in a narrow type are correct or reported. Stored numbers saturate. Every value below `floor` is
/// stored as the smallest number of the type, and every value above `ceiling` as the largest.
class NarrowCheck {
public:
  NarrowCheck(System const& system, ValueRanges const& ranges, Type type, double floor)
      : system_(system), ranges_(ranges), type_(type), floor_(floor),
        ceiling_(floor + ir::max_integer(type) - ir::min_integer(type)) {}

  RepresentationOrReason run() {
    for (Function const& function : system_.functions)
      for (recursion::Case const& part : function.cases) {
        function_ = &function;
        part_ = &part;
        if (function.type == ValueType::integer)
          check(part.value);
        else
          check_other(part.value);
      }
    for (recursion::TableValue const& table : system_.result->tables) check_result(table);
    if (!reason_.empty()) return {std::nullopt, reason_};
    Representation result{.offset = static_cast<long>(ir::min_integer(type_) - floor_), .has_floor = true};
    bool is_limited = false, can_exceed = false;
    for (Function const& function : system_.functions) {
      if (function.type != ValueType::integer) continue;
      is_limited |= !fits(ranges_.of(function.name));
      can_exceed |= ranges_.of(function.name).finite.upper >= ceiling_;
    }
    // Values that never decrease, and are not compared by maxima with others, remain limited up to the result.
    if (is_limited && !decreases_) (can_exceed ? result.limits_results : result.has_infinity) = true;
    if (result.limits_results && can_result_be_infinite())
      return {std::nullopt, fmt::format("{} does not distinguish infinity from large values", ir::to_text(type_))};
    if (is_limited && decreases_) result.checked = growing_;
    if (!result.checked.empty() && starts_above_ceiling_)
      return {std::nullopt, fmt::format("first values of tables exceed the range of {}", ir::to_text(type_))};
    for (std::string const& name : result.checked)
      if (ranges_.of(name).can_be_infinity) return {std::nullopt, fmt::format("`{}` can be infinite", name)};
    return {result, {}};
  }

private:
  bool can_result_be_infinite() const {
    return std::ranges::any_of(system_.result->tables, [&](recursion::TableValue const& table) {
      return is_integer(system_, table.function) && ranges_.of(table.function).can_be_infinity;
    });
  }
  bool fits(ValueRange const& range) const { return range.finite.upper < ceiling_ && !range.can_be_infinity; }
  bool is_above_floor(ExpressionPtr const& e) const {
    ValueRange const range = ranges_.of(e, *function_, part_);
    return range.finite.lower >= floor_ && !range.can_be_minus_infinity;
  }
  bool is_below_ceiling(ExpressionPtr const& e) const { return fits(ranges_.of(e, *function_, part_)); }

  void fail(std::string const& reason) {
    if (reason_.empty()) reason_ = reason;
  }

  void check(ExpressionPtr const& e) {
    if (!has_call(system_, e)) {
      starts_above_ceiling_ |= !is_below_ceiling(e);
      if (e->kind == ExpressionKind::operation) check_conditions(e);
      return;
    }
    if (e->kind == ExpressionKind::element) return;
    if (e->kind == ExpressionKind::reduction) return fail(fmt::format("`{}` has a reduction", function_->name));
    switch (e->op) {
    case Op::add:
    case Op::subtract:
      return check_sum(*e);
    case Op::minimum:
    case Op::maximum:
      check(e->operands[0]);
      return check(e->operands[1]);
    case Op::select:
      check_other(e->operands[0]);
      check(e->operands[1]);
      return check(e->operands[2]);
    default:
      fail(fmt::format("`{}` contains the operation `{}`", function_->name, ir::info(e->op).name));
    }
  }

  /// Checks the conditions of an expression without calls.
  void check_conditions(ExpressionPtr const& e) {
    ir::for_each(e, [&](ExpressionPtr const& each) {
      if (each->type == Type::boolean) check_other(each);
    });
  }

  /// Checks a sum of an expression with calls and one without.
  void check_sum(ir::Expression const& e) {
    bool const is_first = has_call(system_, e.operands[0]);
    if ((is_first && has_call(system_, e.operands[1])) || (!is_first && e.op == Op::subtract))
      return fail(fmt::format("`{}` adds or subtracts several values of tables", function_->name));
    ExpressionPtr const &value = e.operands[is_first ? 0 : 1], &step = e.operands[is_first ? 1 : 0];
    check(value);
    Interval steps = ranges_.of(step, *function_, part_).finite;
    if (e.op == Op::subtract) steps = {-steps.upper, -steps.lower};
    bool const is_number = step->kind == ExpressionKind::number;
    if (!is_number && (steps.lower < -ir::max_integer(type_) || steps.upper > ir::max_integer(type_)))
      return fail(fmt::format("`{}` adds numbers that {} does not represent", function_->name, ir::to_text(type_)));
    if (steps.upper > 0 && !is_above_floor(value))
      return fail(fmt::format("`{}` increases values without a known lower limit", function_->name));
    if (steps.upper > 0) growing_.insert(function_->name);
    if (steps.lower >= 0 || is_below_ceiling(value)) return;
    decreases_ = true;
    bool is_sum = false; // whose saturation would not be seen in any table
    ir::for_each(value, [&](ExpressionPtr const& each) {
      is_sum |= each->kind == ExpressionKind::operation && (each->op == Op::add || each->op == Op::subtract) &&
                has_call(system_, each);
    });
    if (is_sum && steps.upper > 0) fail(fmt::format("`{}` changes a value in several steps", function_->name));
  }

  /// Comparisons and other types need the exact values.
  void check_other(ExpressionPtr const& expression) {
    ir::for_each(expression, [&](ExpressionPtr const& e) {
      if (e->kind != ExpressionKind::element || !is_integer(system_, e->name)) return;
      ValueRange const& range = ranges_.of(e->name);
      if (range.finite.lower < floor_ || range.can_be_minus_infinity || !fits(range) ||
          function_->type != ValueType::integer)
        fail(fmt::format("`{}` compares or converts values of `{}`", function_->name, e->name));
    });
  }

  void check_result(recursion::TableValue const& table) {
    if (!is_integer(system_, table.function)) return;
    ValueRange const& range = ranges_.of(table.function);
    bool const is_reduced = table.over == Op::minimum || table.over == Op::maximum;
    if (table.over && !is_reduced) fail("the result is a sum");
    if (range.finite.lower < floor_ || range.can_be_minus_infinity)
      fail(fmt::format("`{}` has no known lower limit", table.function));
  }

  System const& system_;
  ValueRanges const& ranges_;
  Type type_;
  double floor_, ceiling_;

  std::string reason_{};
  bool starts_above_ceiling_ = false; ///< whether values without calls may exceed the ceiling
  bool decreases_ = false;            ///< whether values above the ceiling may be decreased
  std::set<std::string> growing_{};   ///< functions whose values may exceed the ceiling although those they call do not
  Function const* function_ = nullptr;
  recursion::Case const* part_ = nullptr;
};

/// Returns the largest number of values of tables that the expression adds.
int n_added_calls(System const& system, ExpressionPtr const& e) {
  if (e->kind == ExpressionKind::element) return is_integer(system, e->name) ? 1 : 0;
  bool const is_sum = e->kind == ExpressionKind::operation && (e->op == Op::add || e->op == Op::subtract);
  int result = 0;
  for (ExpressionPtr const& operand : e->operands) {
    int const n = n_added_calls(system, operand);
    result = is_sum ? result + n : std::max(result, n);
  }
  return result;
}

/// Checks that results of type int32 are correct or reported.
class WideCheck {
public:
  WideCheck(System const& system, ValueRanges const& ranges, InputLimits const& limits)
      : system_(system), ranges_(ranges), limits_(limits) {}

  RepresentationOrReason run() const {
    Representation result;
    for (Function const& function : system_.functions) {
      if (function.type != ValueType::integer) continue;
      ValueRange const& range = ranges_.of(function.name);
      if (range.finite.lower <= -int32_limit) return {{}, fmt::format("`{}` has no known lower limit", function.name)};
      if (range.finite.upper >= int32_limit) result.checked.insert(function.name);
    }
    std::string reason = reason_of_result();
    for (Function const& function : system_.functions)
      for (recursion::Case const& part : function.cases)
        if (reason.empty()) reason = reason_of(function, part, !result.checked.empty());
    if (!reason.empty()) return {std::nullopt, reason};
    return {result, {}};
  }

private:
  std::string reason_of(Function const& function, recursion::Case const& part, bool is_limited) const {
    if (is_limited && n_added_calls(system_, part.value) > max_added_calls)
      return fmt::format("`{}` adds more than {} values without a known limit", function.name, max_added_calls);
    std::string reason;
    ir::for_each(part.value, [&](ExpressionPtr const& e) {
      bool const is_sum = e->kind == ExpressionKind::reduction && e->op == Op::add && e->type == Type::int32;
      bool const is_product = e->kind == ExpressionKind::operation && e->op == Op::multiply;
      if (is_limited && has_call(system_, e) && (is_sum || is_product))
        reason = fmt::format("`{}` adds or multiplies values without a known limit", function.name);
      bool const is_step = e->kind == ExpressionKind::operation && (e->op == Op::add || e->op == Op::subtract) &&
                           e->type == Type::int32 && has_call(system_, e);
      if (is_step && may_cancel(*e, ranges_, function, part))
        reason = fmt::format("`{}` may add infinity and -infinity", function.name);
      if (is_step && may_reach_limit(*e, function, part))
        reason = fmt::format("infinite values of `{}` may become finite", function.name);
    });
    return reason;
  }

  /// Returns whether a sum with an infinite value, repeated along the longest path, may reach the range of finite
  /// values.
  bool may_reach_limit(ir::Expression const& sum, Function const& function, recursion::Case const& part) const {
    double n_steps = 1, step = 0;
    for (auto const& [name, values] : limits_.sizes) n_steps += values.upper + 1;
    bool is_infinite = false;
    for (ExpressionPtr const& operand : sum.operands) {
      ValueRange const range = ranges_.of(operand, function, &part);
      if (has_call(system_, operand))
        is_infinite |= range.can_be_infinity || range.can_be_minus_infinity;
      else
        step = std::max({step, -range.finite.lower, range.finite.upper});
    }
    return is_infinite && n_steps * step >= int32_limit;
  }

  std::string reason_of_result() const {
    double n_elements = 1;
    for (auto const& [name, values] : limits_.sizes) n_elements *= values.upper + 2;
    for (recursion::TableValue const& table : system_.result->tables) {
      if (table.over != Op::add || !is_integer(system_, table.function)) continue;
      Interval const values = ranges_.of(table.function).finite;
      if (std::max(-values.lower, values.upper) * n_elements >= int32_limit)
        return fmt::format("the sum of `{}` may exceed int32", table.function);
    }
    return {};
  }

  System const& system_;
  ValueRanges const& ranges_;
  InputLimits const& limits_;
};

/// Returns a lower limit of all sums and values of tables.
double lower_limit(System const& system, ValueRanges const& ranges) {
  double lower = HUGE_VAL;
  for (Function const& function : system.functions) {
    if (function.type != ValueType::integer) continue;
    lower = std::min(lower, ranges.of(function.name).finite.lower);
    for (recursion::Case const& part : function.cases)
      ir::for_each(part.value, [&](ExpressionPtr const& e) {
        bool const is_sum = e->kind == ExpressionKind::operation && (e->op == Op::add || e->op == Op::subtract);
        if (is_sum && has_call(system, e)) lower = std::min(lower, ranges.of(e, function, &part).finite.lower);
      });
  }
  return lower;
}

/// Returns a representation of all values, if those below `floor`, to which -infinity is equivalent, are few.
RepresentationOrReason with_all_values(System const& system, Type type, InputLimits const& limits, double floor) {
  System const finite = with_minus_infinity(system, floor);
  ValueRanges const ranges(finite, limits);
  double const lower = lower_limit(finite, ranges), range = ir::max_integer(type) - ir::min_integer(type);
  constexpr double few = 1. / 8;
  if (!(floor - lower <= few * range)) return {};
  RepresentationOrReason result = NarrowCheck(finite, ranges, type, lower).run();
  if (result.representation) result.representation->minus_infinity = floor;
  return result;
}

} // namespace

bool may_cancel(ir::Expression const& sum, ValueRanges const& ranges, Function const& function,
                recursion::Case const& part) {
  ValueRange const left = ranges.of(sum.operands[0], function, &part);
  ValueRange right = ranges.of(sum.operands[1], function, &part);
  if (sum.op == Op::subtract) std::swap(right.can_be_infinity, right.can_be_minus_infinity);
  return (left.can_be_infinity && right.can_be_minus_infinity) || (left.can_be_minus_infinity && right.can_be_infinity);
}

RepresentationOrReason representation(System const& system, Type type, InputLimits const& limits) {
  if (type == Type::real64) return real_representation(system, limits);
  ValueRanges const ranges(system, limits);
  if (!ir::is_narrow(type)) return WideCheck(system, ranges, limits).run();
  double of_results = HUGE_VAL, of_all = HUGE_VAL;
  for (Function const& function : system.functions) {
    if (function.type != ValueType::integer) continue;
    double const lower = ranges.of(function.name).finite.lower;
    of_all = std::min(of_all, lower);
    for (recursion::TableValue const& table : system.result->tables)
      if (table.function == function.name) of_results = std::min(of_results, lower);
  }
  std::vector<double> floors{of_results, of_all};
  // Negative limits mostly follow from the sizes. The offset 0 is the same for all sizes.
  if (of_results < 0) floors = {ir::min_integer(type)};
  RepresentationOrReason result;
  for (double const floor : floors) {
    if (!std::isfinite(floor)) continue;
    RepresentationOrReason found = NarrowCheck(system, ranges, type, floor).run();
    bool const is_limited = found.representation && floor > ir::min_integer(type); // smaller values are not stored
    RepresentationOrReason const all = is_limited ? with_all_values(system, type, limits, floor) : found;
    if (all.representation) return all;
    if (found.representation) return found;
    if (result.reason.empty()) result = found;
  }
  if (result.reason.empty()) result.reason = "the results have no known lower limit";
  return result;
}

bool has_free_checks(System const& system, Representation const& representation) {
  return std::ranges::all_of(representation.checked, [&](std::string const& name) {
    return std::ranges::any_of(system.result->tables, [&](recursion::TableValue const& table) {
      bool is_all = table.function == name && table.over == Op::maximum && table.domain.empty();
      std::vector<recursion::Dimension> const& dimensions = system.function(name).dimensions;
      for (std::size_t axis = 0; is_all && axis < dimensions.size(); ++axis)
        is_all = std::ranges::any_of(table.variables, [&](recursion::Dimension const& variable) {
          return table.arguments[axis] == ir::linear(variable.name) && variable.lower == dimensions[axis].lower &&
                 variable.upper == dimensions[axis].upper;
        });
      return is_all;
    });
  });
}

double overflow_limit(Type type) { return ir::is_narrow(type) ? ir::max_integer(type) : int32_limit; }

} // namespace chemora::wavefront
