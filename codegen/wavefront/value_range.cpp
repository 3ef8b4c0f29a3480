#include "codegen/wavefront/value_range.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace chemora::wavefront {

namespace {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using recursion::Function;
using recursion::System;

double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

Interval product(Interval const& a, Interval const& b) {
  auto const [lower, upper] = std::minmax(
      {product(a.lower, b.lower), product(a.lower, b.upper), product(a.upper, b.lower), product(a.upper, b.upper)});
  return {lower, upper};
}

/// Returns whether the expression contains no infinite number.
bool is_finite(ExpressionPtr const& expression) {
  bool result = true;
  ir::for_each(expression, [&](ExpressionPtr const& e) { result &= std::isfinite(e->number); });
  return result;
}

/// Values of the names in expressions of one case.
using Names = std::map<std::string, Interval>;

Interval interval_of(LinearExpression const& expression, Names const& names) {
  auto const constant = static_cast<double>(expression.constant);
  Interval result{constant, constant};
  for (auto const& [name, factor] : expression.factors) {
    auto const found = names.find(name);
    Interval const of = found == names.end() ? Interval{-infinity, infinity} : found->second;
    auto const f = static_cast<double>(factor);
    result.lower += f * (f > 0 ? of.lower : of.upper);
    result.upper += f * (f > 0 ? of.upper : of.lower);
  }
  return result;
}

/// Restricts the names to values that a constraint on one name permits.
void restrict_names(Names& names, loops::Constraint const& constraint) {
  LinearExpression const& e = constraint.expression;
  if (e.factors.size() != 1 || std::abs(e.factors.begin()->second) != 1) return;
  auto const& [name, factor] = *e.factors.begin();
  Interval& values = names.at(name);
  auto const bound = static_cast<double>(-factor * e.constant);
  if (constraint.is_equality || factor > 0) values.lower = std::max(values.lower, bound);
  if (constraint.is_equality || factor < 0) values.upper = std::min(values.upper, bound);
}

Names names_of(Function const& function, recursion::Case const* part, InputLimits const& limits) {
  Names names(limits.sizes.begin(), limits.sizes.end());
  for (recursion::Dimension const& dimension : function.dimensions)
    names[dimension.name] = {interval_of(dimension.lower, limits.sizes).lower,
                             interval_of(dimension.upper, limits.sizes).upper};
  for (loops::Constraint const& constraint : part ? part->domain : std::vector<loops::Constraint>{})
    restrict_names(names, constraint);
  return names;
}

/// An upper bound of the finite values of an expression: linear + constant. The constant is -infinity if there are no
/// finite values, and infinity if no bound is known.
struct Bound {
  LinearExpression linear{};
  double constant = -infinity;
  bool can_be_minus_infinity = false, can_be_infinity = false;
};

/// Computes upper bounds of `sign` times the values of expressions. The values of a function are at most its constant,
/// plus `slope` times the value of one dimension of all functions, or of the sum of all dimensions.
class UpperBounds {
public:
  UpperBounds(System const& system, InputLimits const& limits, int sign, std::map<std::string, Bound> functions)
      : system_(system), limits_(limits), sign_(sign), functions_(std::move(functions)) {}

  /// Increases constants until all cases obey them. Constants that keep increasing become infinite. From bounds that
  /// all cases obey, the cases give bounds that are not larger.
  void complete() {
    std::size_t const n_rounds = 2 * system_.functions.size() + 2;
    bool is_changed = true;
    for (std::size_t round = 0; is_changed; ++round) {
      is_changed = false;
      for (Function const& function : system_.functions) {
        if (function.type != recursion::ValueType::integer) continue;
        for (recursion::Case const& part : function.cases)
          is_changed |= include(functions_.at(function.name), bound(part.value, function, &part), round >= n_rounds);
      }
    }
    for (std::size_t round = 0; round < system_.functions.size(); ++round)
      for (Function const& function : system_.functions) {
        if (function.type != recursion::ValueType::integer) continue;
        double constant = -infinity;
        for (recursion::Case const& part : function.cases)
          constant = std::max(constant, bound(part.value, function, &part).constant);
        functions_.at(function.name).constant = constant;
      }
  }

  /// Returns a bound whose linear part is that of the function.
  Bound bound(ExpressionPtr const& expression, Function const& function, recursion::Case const* part) {
    names_ = names_of(function, part, limits_);
    function_ = &function;
    base_ = functions_.at(function.name).linear;
    return based(evaluate(expression, sign_));
  }

  /// Returns the largest value that the function's bound permits.
  double largest(Function const& function) const {
    Bound const& bound = functions_.at(function.name);
    return plus(bound.constant, interval_of(bound.linear, names_of(function, nullptr, limits_)).upper);
  }
  Bound const& of(std::string const& function) const { return functions_.at(function); }

private:
  static double plus(double a, double b) { return a == -infinity || b == -infinity ? -infinity : a + b; }

  static bool include(Bound& bound, Bound const& value, bool is_late) {
    Bound const before = bound;
    bound.can_be_infinity |= value.can_be_infinity;
    bound.can_be_minus_infinity |= value.can_be_minus_infinity;
    if (value.constant > bound.constant) bound.constant = is_late ? infinity : value.constant;
    return bound.constant != before.constant || bound.can_be_infinity != before.can_be_infinity ||
           bound.can_be_minus_infinity != before.can_be_minus_infinity;
  }

  /// Returns the bound with the linear part of the function.
  Bound based(Bound bound) const {
    if (bound.linear == base_) return bound;
    bound.constant = plus(bound.constant, interval_of(bound.linear - base_, names_).upper);
    bound.linear = base_;
    return bound;
  }

  static Bound constant(double value) { return {.linear = {}, .constant = value}; }
  Bound of_interval(Interval const& values, int sign) const {
    return constant(sign > 0 ? values.upper : -values.lower);
  }

  /// Returns the values of an expression without calls.
  Interval interval(ExpressionPtr const& e) {
    Bound const upper = evaluate(e, 1), lower = evaluate(e, -1);
    return {-plus(lower.constant, interval_of(lower.linear, names_).upper),
            plus(upper.constant, interval_of(upper.linear, names_).upper)};
  }

  /// Returns an upper bound of sign times the values of the expression.
  Bound evaluate(ExpressionPtr const& e, int sign) {
    if (auto const linear = is_finite(e) ? ir::as_linear(e) : std::nullopt) {
      LinearExpression part = sign * *linear;
      auto const number = static_cast<double>(part.constant);
      part.constant = 0;
      return {.linear = std::move(part), .constant = number};
    }
    switch (e->kind) {
    case ExpressionKind::number:
      return {.linear = {}, .can_be_minus_infinity = e->number<0, .can_be_infinity = e->number> 0};
    case ExpressionKind::element:
      return system_.find_function(e->name) ? called(*e, sign) : of_interval(limits_.arrays.at(e->name), sign);
    case ExpressionKind::reduction:
      return reduced(*e, sign);
    case ExpressionKind::operation:
      return operation(*e, sign);
    default:
      return constant(infinity);
    }
  }

  Bound called(ir::Expression const& call, int sign) {
    Bound bound = functions_.at(call.name);
    if (sign != sign_ || system_.function(call.name).type != recursion::ValueType::integer) {
      bound.constant = infinity;
      bound.linear = {};
      return bound;
    }
    Function const& callee = system_.function(call.name);
    LinearExpression linear;
    for (std::size_t axis = 0; axis < callee.dimensions.size(); ++axis) {
      long const factor = bound.linear.factor(callee.dimensions[axis].name);
      if (factor == 0) continue;
      if (auto const argument = ir::as_linear(call.operands[axis]))
        linear += factor * *argument;
      else
        bound.constant = infinity;
    }
    bound.linear = linear;
    return bound;
  }

  Bound reduced(ir::Expression const& reduction, int sign) {
    for (recursion::Range const& range : function_->ranges)
      if (range.variable == reduction.loops.front())
        names_[range.variable] = {interval(range.first).lower, interval(range.last).upper};
    Bound result = evaluate(reduction.operands.front(), sign);
    names_.erase(reduction.loops.front());
    if (reduction.op == Op::maximum) result.can_be_minus_infinity = true; // without iterations
    if (reduction.op == Op::minimum) result.can_be_infinity = true;
    if (reduction.op != Op::maximum && reduction.op != Op::minimum) return constant(infinity);
    return result;
  }

  Bound operation(ir::Expression const& e, int sign) {
    auto const operand = [&](std::size_t n, int sign_of_operand) { return evaluate(e.operands[n], sign_of_operand); };
    switch (e.op) {
    case Op::negate:
      return negated(operand(0, -sign));
    case Op::add:
      return sum(operand(0, sign), operand(1, sign));
    case Op::subtract:
      return sum(operand(0, sign), negated(operand(1, -sign)));
    case Op::minimum:
    case Op::maximum:
      return extremum(e.op, operand(0, sign), operand(1, sign), sign);
    case Op::select:
      return either(operand(1, sign), operand(2, sign));
    case Op::multiply:
      return of_interval(product(interval(e.operands[0]), interval(e.operands[1])), sign);
    case Op::absolute: {
      Interval const values = interval(e.operands[0]);
      return of_interval({0, std::max(-values.lower, values.upper)}, sign);
    }
    case Op::convert:
      return e.operands[0]->type == ir::Type::boolean ? of_interval({0, 1}, sign) : constant(infinity);
    case Op::floor_divide:
      return of_interval(quotient(interval(e.operands[0]), interval(e.operands[1])), sign);
    case Op::modulo: {
      Interval const divisor = interval(e.operands[1]);
      return of_interval({std::min(divisor.lower, 0.), std::max(divisor.upper, 0.)}, sign);
    }
    default:
      return constant(infinity);
    }
  }

  static Interval quotient(Interval const& dividend, Interval const& divisor) {
    if (divisor.lower < 1) return {-infinity, infinity};
    return {std::floor(std::min(dividend.lower, 0.) / divisor.lower), std::max(dividend.upper, 0.) / divisor.lower};
  }

  static Bound negated(Bound bound) {
    std::swap(bound.can_be_infinity, bound.can_be_minus_infinity);
    return bound;
  }

  static Bound sum(Bound a, Bound const& b) {
    a.linear += b.linear;
    a.constant = plus(a.constant, b.constant);
    a.can_be_infinity |= b.can_be_infinity;
    a.can_be_minus_infinity |= b.can_be_minus_infinity;
    return a;
  }

  Bound either(Bound a, Bound b) const {
    if (a.linear != b.linear) a = based(a), b = based(b);
    a.constant = std::max(a.constant, b.constant);
    a.can_be_infinity |= b.can_be_infinity;
    a.can_be_minus_infinity |= b.can_be_minus_infinity;
    return a;
  }

  /// A maximum is at least each operand that is not -infinity.
  Bound extremum(Op op, Bound const& a, Bound const& b, int sign) const {
    bool const is_maximum = op == Op::maximum;
    auto const is_neutral = [&](Bound const& bound) {
      return is_maximum ? bound.can_be_minus_infinity : bound.can_be_infinity;
    };
    Bound result = either(a, b);
    (is_maximum ? result.can_be_minus_infinity : result.can_be_infinity) = is_neutral(a) && is_neutral(b);
    if (is_maximum == (sign > 0) || (is_neutral(a) && is_neutral(b))) return result;
    Bound first = a, second = b;
    if (first.linear != second.linear) first = based(first), second = based(second);
    result.linear = first.linear;
    result.constant = is_neutral(a)   ? second.constant
                      : is_neutral(b) ? first.constant
                                      : std::min(first.constant, second.constant);
    return result;
  }

  System const& system_;
  InputLimits const& limits_;
  int sign_;
  std::map<std::string, Bound> functions_;

  // The case whose expressions are evaluated.
  Names names_{};
  Function const* function_ = nullptr;
  LinearExpression base_{};
};

/// Returns the largest absolute value that a case adds to the values of calls. A maximum adds the smaller value of its
/// operands, unless each of them can be infinite.
double largest_step(System const& system, InputLimits const& limits, int sign, bool can_be_infinite) {
  std::map<std::string, Bound> none;
  for (Function const& function : system.functions)
    none[function.name] = {.constant = 0, .can_be_minus_infinity = can_be_infinite, .can_be_infinity = can_be_infinite};
  double largest = 0;
  for (Function const& function : system.functions)
    for (recursion::Case const& part : function.cases) {
      bool has_call = false;
      ir::for_each(part.value, [&](ExpressionPtr const& e) {
        has_call |= e->kind == ExpressionKind::element && system.find_function(e->name);
      });
      if (!has_call || function.type != recursion::ValueType::integer) continue;
      UpperBounds bounds(system, limits, sign, none);
      Bound const step = bounds.bound(part.value, function, &part);
      if (std::isfinite(step.constant)) largest = std::max(largest, step.constant);
    }
  return largest;
}

/// Linear parts of bounds, by function: none, or multiples of one dimension or of all dimensions.
std::vector<std::map<std::string, Bound>> candidates(System const& system, InputLimits const& limits, int sign) {
  std::set<long> slopes;
  for (bool const can_be_infinite : {false, true})
    for (long const direction : {1, -1})
      slopes.insert(direction * static_cast<long>(std::ceil(largest_step(system, limits, sign, can_be_infinite))));
  std::size_t n_dimensions = 0;
  for (Function const& function : system.functions) n_dimensions = std::max(n_dimensions, function.dimensions.size());
  std::vector<std::map<std::string, Bound>> result;
  for (std::size_t n = 0; n <= n_dimensions + 1; ++n)
    for (long const factor : slopes) {
      std::map<std::string, Bound> functions;
      for (Function const& function : system.functions) {
        Bound& bound = functions[function.name];
        for (std::size_t axis = 0; n > 0 && axis < function.dimensions.size(); ++axis)
          if (n > n_dimensions || axis == n - 1) bound.linear += factor * ir::linear(function.dimensions[axis].name);
      }
      result.push_back(std::move(functions));
      if (n == 0) break;
    }
  return result;
}

} // namespace

ValueRanges::ValueRanges(System const& system, InputLimits const& limits) : system_(system), limits_(limits) {
  for (Function const& function : system.functions) ranges_[function.name].finite = {-infinity, infinity};
  for (int const sign : {1, -1})
    for (auto& functions : candidates(system, limits, sign)) {
      UpperBounds bounds(system, limits, sign, std::move(functions));
      bounds.complete();
      for (Function const& function : system.functions) {
        ValueRange& range = ranges_.at(function.name);
        double const largest = bounds.largest(function);
        if (sign > 0) range.finite.upper = std::min(range.finite.upper, largest);
        if (sign < 0) range.finite.lower = std::max(range.finite.lower, -largest);
        range.can_be_infinity = bounds.of(function.name).can_be_infinity;
        range.can_be_minus_infinity = bounds.of(function.name).can_be_minus_infinity;
      }
    }
}

ValueRange ValueRanges::of(ExpressionPtr const& expression, Function const& function,
                           recursion::Case const* part) const {
  ValueRange result;
  for (int const sign : {1, -1}) {
    std::map<std::string, Bound> functions;
    for (auto const& [name, range] : ranges_)
      functions[name] = {.linear = {},
                         .constant = sign > 0 ? range.finite.upper : -range.finite.lower,
                         .can_be_minus_infinity = range.can_be_minus_infinity,
                         .can_be_infinity = range.can_be_infinity};
    UpperBounds bounds(system_, limits_, sign, functions);
    Bound const bound = bounds.bound(expression, function, part);
    (sign > 0 ? result.finite.upper : result.finite.lower) = sign * bound.constant;
    result.can_be_infinity |= bound.can_be_infinity;
    result.can_be_minus_infinity |= bound.can_be_minus_infinity;
  }
  return result;
}

} // namespace chemora::wavefront
