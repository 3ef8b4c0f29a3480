#include "codegen/wavefront/ordered_lowering.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;
using recursion::at_least;
using recursion::Constraints;
using recursion::Function;
using recursion::implies;
using recursion::InputArray;
using recursion::joined;
using recursion::ValueType;

namespace {

constexpr char const* largest = "largest_"; ///< prefix of sizes that are not those of the lane, until an instruction
                                            ///< is complete

OrderedSpace::Arguments linear_arguments(Expression const& call) {
  OrderedSpace::Arguments arguments;
  for (ExpressionPtr const& argument : call.operands) arguments.push_back(ir::as_linear(argument));
  return arguments;
}

} // namespace

LinearExpression OrderedLowering::own_sizes(LinearExpression expression) const {
  for (std::string const& name : options_.varying)
    for (std::string const size : {"length_" + name, "longest_" + name})
      if (expression.uses(size)) expression = expression.with(size, ir::linear("own_length_" + name));
  return expression;
}

LinearExpression OrderedLowering::group_sizes(LinearExpression expression, std::set<std::string> const& varying) {
  for (std::string const& name : varying)
    if (expression.uses("length_" + name))
      expression = expression.with("length_" + name, ir::linear("longest_" + name));
  return expression;
}

recursion::System OrderedLowering::in_group(recursion::System system, std::set<std::string> const& varying) {
  for (Function& function : system.functions)
    for (recursion::Dimension& dimension : function.dimensions) {
      dimension.lower = group_sizes(dimension.lower, varying);
      dimension.upper = group_sizes(dimension.upper, varying);
    }
  return system;
}

bool OrderedLowering::uses_group_sizes(LinearExpression const& expression) const {
  return std::ranges::any_of(options_.varying,
                             [&](std::string const& name) { return expression.uses("longest_" + name); });
}

LinearExpression OrderedLowering::largest_sizes(LinearExpression expression) const {
  for (std::string const& name : options_.varying)
    if (expression.uses("length_" + name))
      expression = expression.with("length_" + name, ir::linear(largest + ("length_" + name)));
  return expression;
}

ExpressionPtr OrderedLowering::finished(ExpressionPtr const& expression) const {
  std::map<std::string, ExpressionPtr> names;
  for (std::string const& name : options_.varying)
    names[largest + ("length_" + name)] = ir::make_name(Type::int32, "length_" + name);
  for (std::string const& name : options_.varying)
    if (kernel_.find_array("longest_" + name)) names["longest_" + name] = scalar("longest_" + name);
  return names.empty() ? expression : ir::with_names(expression, names);
}

void OrderedLowering::assign(ExpressionPtr const& target, ExpressionPtr const& value) {
  std::vector<ExpressionPtr> conditions;
  for (ExpressionPtr const& condition : conditions_) conditions.push_back(finished(condition));
  builder_.assign(finished(target), finished(value), conditions);
}

ExpressionPtr OrderedLowering::scalar(std::string const& name) const {
  return ir::make_element(kernel_.array(name).type, name, {});
}

ExpressionPtr OrderedLowering::problem_element(std::string const& array,
                                               std::vector<ExpressionPtr> const& subscripts) const {
  return values_.problem_element(array, subscripts);
}

/// Returns the cases that may apply to the element, with the conditions that are not known to hold.
std::vector<OrderedLowering::PossibleCase> OrderedLowering::possible_cases(Scope const& scope) const {
  Function const& function = *scope.place->function;
  Constraints own = scope.domain; // elements after the end of the lane's sequence have no meaning
  for (recursion::Dimension const& dimension : function.dimensions)
    own.push_back(at_least(own_sizes(dimension.upper), scope.indices.at(dimension.name)));
  std::vector<PossibleCase> result;
  for (recursion::Case const& part : function.cases) {
    Constraints unknown;
    bool is_possible = true;
    for (loops::Constraint const& constraint : part.domain) {
      loops::Constraint const here{own_sizes(scope.place->at(constraint.expression)), constraint.is_equality};
      is_possible = is_possible && !recursion::is_empty(joined(own, {here}));
      if (!implies(own, here)) unknown.push_back(constraint);
    }
    if (is_possible) result.push_back({std::move(unknown), part.value});
  }
  return result;
}

ExpressionPtr OrderedLowering::case_value(Scope& scope) {
  Function const& function = *scope.place->function;
  ExpressionPtr result;
  std::vector<PossibleCase> const parts = possible_cases(scope);
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    ExpressionPtr const own = value(part->value, function.type, scope);
    result =
        result ? ir::make_operation(Op::select, {values_.condition(part->unknown, context(scope)), own, result}) : own;
  }
  return result ? result : ir::make_number(values_.table_type(function), 0);
}

ExpressionPtr OrderedLowering::value(ExpressionPtr const& expression, ValueType type, Scope& scope) {
  ExpressionPtr const real = is_wide_ ? without_probabilities(expression, scope) : expression;
  return converted(without_reductions(real, scope), type, scope);
}

/// Returns the value of an expression without reductions.
ExpressionPtr OrderedLowering::converted(ExpressionPtr const& expression, ValueType type, Scope const& scope) {
  ExpressionPtr const result = values_.value(with_limits(expression, scope), type, context(scope));
  bool const is_probability = scope.place && scope.place->function->type == ValueType::probability;
  return is_probability ? with_fused_products(result) : result;
}

LaneValues::Context OrderedLowering::context(Scope const& scope) {
  return {.dimensions = scope.indices,
          .function = scope.place ? scope.place->function : nullptr,
          .call = [this, &scope](Expression const& call) { return called(call, scope); }};
}

std::string OrderedLowering::temporary_of(Expression const& call, Scope const& scope) const {
  OrderedStorage const& storage = space_.storage(call.name);
  if (scope.is_in_loop_of_calls) return new_name(call.name, 0);
  if (!storage.is_scalar && !storage.inner_level) return "";
  OrderedDistance const distance = space_.distance(scope.place->function->name, call.name, linear_arguments(call));
  if (storage.is_scalar) return row_name(call.name, distance.rows);
  if (!distance.inner || *distance.inner < 0) return "";
  return distance.rows > 0 ? old_name(call.name, *distance.inner) : new_name(call.name, *distance.inner);
}

ExpressionPtr OrderedLowering::called(Expression const& call, Scope const& scope) {
  Function const* const callee = original_.find_function(call.name);
  if (!callee) return scalar(call.name);
  if (std::string const name = temporary_of(call, scope); !name.empty()) return scalar(name);
  OrderedStorage const& storage = space_.storage(call.name);
  std::vector<ExpressionPtr> subscripts;
  for (std::size_t const axis : storage.axes) {
    ExpressionPtr const index = values_.value(call.operands[axis], ValueType::character, context(scope));
    subscripts.push_back(operation(Op::subtract, index, ir::make_linear(callee->dimensions[axis].lower)));
    if (auto const linear = ir::as_linear(subscripts.back())) subscripts.back() = ir::make_linear(*linear);
  }
  if (!storage.level) return element(*callee, subscripts, {});
  std::string const& caller = scope.place->function->name;
  OrderedDistance const distance = space_.distance(caller, call.name, linear_arguments(call));
  LinearExpression const time = scope.place->at(space_.component(caller, *storage.level));
  return element(*callee, subscripts, time - ir::linear(distance.rows));
}

ExpressionPtr OrderedLowering::element(Function const& function, std::vector<ExpressionPtr> const& subscripts,
                                       LinearExpression const& time) const {
  OrderedStorage const& storage = space_.storage(function.name);
  if (storage.is_scalar) return scalar(row_name(function.name, 0));
  std::vector<ExpressionPtr> all = subscripts;
  long const n_rows = storage.n_rows;
  if (storage.level && (n_rows == 1 || time.is_constant()))
    all.push_back(ir::make_integer((time.constant % n_rows + n_rows) % n_rows));
  else if (storage.level)
    all.push_back(operation(Op::modulo, ir::make_linear(largest_sizes(time)), ir::make_integer(n_rows)));
  return problem_element("table_" + function.name, all);
}

ExpressionPtr OrderedLowering::own_element(OrderedPlace const& place) const {
  Function const& function = *place.function;
  OrderedStorage const& storage = space_.storage(function.name);
  std::vector<ExpressionPtr> subscripts;
  for (std::size_t const axis : storage.axes) {
    recursion::Dimension const& dimension = function.dimensions[axis];
    subscripts.push_back(ir::make_linear(place.indices.at(dimension.name) - dimension.lower));
  }
  return element(function, subscripts,
                 storage.level ? place.at(space_.component(function.name, *storage.level)) : LinearExpression{});
}

ExpressionPtr OrderedLowering::own_value(OrderedPlace const& place) const {
  bool const has_temporary = space_.storage(place.function->name).inner_level.has_value();
  return has_temporary ? scalar(new_name(place.function->name, 0)) : own_element(place);
}

/// Replaces reductions, innermost ones first, by calls of functions that stand for temporaries.
ExpressionPtr OrderedLowering::without_reductions(ExpressionPtr const& expression, Scope& scope) {
  if (expression->kind == ExpressionKind::reduction) {
    auto const fused = std::ranges::find(fused_, expression, &FusedReduction::reduction);
    if (fused != fused_.end() && fused->is_complete) return ir::make_element(expression->type, fused->total, {});
    return reduced(*expression, scope);
  }
  if (expression->operands.empty()) return expression;
  auto result = std::make_shared<Expression>(*expression);
  for (ExpressionPtr& operand : result->operands) operand = without_reductions(operand, scope);
  return result;
}

ExpressionPtr OrderedLowering::reduced(Expression const& reduction, Scope& scope) {
  ExpressionPtr const total = builder_.scalar(declare_reduction(reduction), reduction_type(reduction));
  ExpressionPtr const start = neutral(reduction, *scope.place->function);
  assign(total, start);
  auto const range =
      std::ranges::find(scope.place->function->ranges, reduction.loops.front(), &recursion::Range::variable);
  std::size_t const n_outer = builder_.loops().size();
  Scope inner = scope;
  Constraints const conditions = open_range(*range, inner);
  ExpressionPtr term = value(reduction.operands.front(), value_type(reduction.type), inner);
  if (!conditions.empty())
    term = ir::make_operation(Op::select, {values_.condition(conditions, context(inner)), term, start});
  combine(total, reduction.op, term, *scope.place->function);
  builder_.close_to(n_outer);
  return ir::make_element(reduction.type, total->name, {});
}

/// Declares a function that stands for the value of a reduction, and returns its name.
std::string OrderedLowering::declare_reduction(Expression const& reduction) {
  std::string const name = builder_.new_name("reduction");
  system_.functions.push_back({.name = name, .type = value_type(reduction.type)});
  return name;
}

Type OrderedLowering::reduction_type(Expression const& reduction) const {
  return values_.table_type(Function{.type = value_type(reduction.type)});
}

/// Returns the value of a reduction without terms. Probabilities are not negative.
ExpressionPtr OrderedLowering::neutral(Expression const& reduction, Function const& function) const {
  Op const op = reduction.op;
  bool const is_largest = op == Op::maximum && function.type == ValueType::probability;
  if (op == Op::minimum || (op == Op::maximum && !is_largest))
    return values_.infinity(value_type(reduction.type), op == Op::minimum);
  return ir::make_number(reduction_type(reduction), op == Op::multiply ? 1 : 0);
}

void OrderedLowering::combine(ExpressionPtr const& total, Op op, ExpressionPtr const& term, Function const& function) {
  ExpressionPtr const sum = operation(op, total, term);
  assign(total, function.type == ValueType::probability ? with_fused_products(sum) : sum);
}

Constraints OrderedLowering::open_range(recursion::Range const& range, Scope& scope) {
  auto const first = ir::as_linear(range.first), last = ir::as_linear(range.last);
  std::string const loop = builder_.new_name("range");
  LinearExpression const k = ir::linear(loop);
  if (!first || !last) {
    std::string const names[2] = {builder_.new_name("range_first"), builder_.new_name("range_last")};
    ExpressionPtr const lower = builder_.scalar(names[0], Type::int32), upper = builder_.scalar(names[1], Type::int32);
    assign(lower, converted(range.first, ValueType::character, scope));
    assign(upper, converted(range.last, ValueType::character, scope));
    builder_.open(loop, ir::linear(names[0]), ir::linear(names[1]));
    scope.indices[range.variable] = k;
    return {};
  }
  auto const bound = [&](LinearExpression expression, bool is_upper) {
    for (auto const& [name, index] : scope.indices) expression = expression.with(name, index);
    for (std::string const& name : options_.varying)
      if ((expression.factor("length_" + name) > 0) != is_upper) expression = expression.with("length_" + name, {});
    return group_sizes(expression, options_.varying);
  };
  Constraints const inside{at_least(k, bound(*first, false)), at_least(bound(*last, true), k)};
  builder_.open(loop);
  for (loops::Constraint const& constraint : inside) builder_.add_constraint(constraint);
  scope.domain = joined(scope.domain, inside);
  scope.indices[range.variable] = k;
  Constraints conditions;
  LinearExpression const variable = ir::linear(range.variable);
  if (values_.varies(*first)) conditions.push_back(at_least(variable, *first));
  if (values_.varies(*last)) conditions.push_back(at_least(*last, variable));
  return conditions;
}

/// Returns whether the expression is a letter, which is a valid subscript of every axis of letters.
bool OrderedLowering::is_letter(ExpressionPtr const& expression) const {
  auto const array = std::ranges::find(original_.arrays, expression->name, &InputArray::name);
  return expression->kind == ExpressionKind::element && array != original_.arrays.end() &&
         array->kind == InputArray::Kind::letters;
}

ExpressionPtr OrderedLowering::with_limits(ExpressionPtr const& expression, Scope const& scope) const {
  return ir::transformed(expression, [&](ExpressionPtr const& e) {
    if (e->kind != ExpressionKind::element || e->operands.empty()) return e;
    auto result = std::make_shared<Expression>(*e);
    if (Function const* const callee = original_.find_function(e->name)) {
      if (!temporary_of(*e, scope).empty()) return e;
      for (std::size_t const axis : space_.storage(e->name).axes) {
        recursion::Dimension const& dimension = callee->dimensions[axis];
        result->operands[axis] = limited(e->operands[axis], dimension.lower, dimension.upper, scope);
      }
      return ExpressionPtr(result);
    }
    InputArray const& array = original_.array(e->name);
    if (array.kind == InputArray::Kind::model) return e; // states and transitions are inside
    for (std::size_t axis = 0; axis < e->operands.size(); ++axis)
      if (!is_letter(e->operands[axis]))
        result->operands[axis] = limited(e->operands[axis], {}, array.extents[axis] - ir::linear(1), scope);
    return ExpressionPtr(result);
  });
}

ExpressionPtr OrderedLowering::limited(ExpressionPtr const& subscript, LinearExpression const& lower,
                                       LinearExpression const& upper, Scope const& scope) const {
  bool is_inside[2] = {false, false};
  if (auto linear = ir::as_linear(subscript)) {
    *linear = own_sizes(*linear);
    for (auto const& [name, index] : scope.indices) *linear = linear->with(name, index);
    is_inside[0] = implies(scope.domain, at_least(*linear, lower));
    is_inside[1] = implies(scope.domain, at_least(upper, *linear));
  } else if (subscript->kind == ExpressionKind::element) {
    auto const array = std::ranges::find(original_.arrays, subscript->name, &InputArray::name);
    if (array != original_.arrays.end() && array->kind == InputArray::Kind::model) return subscript;
  }
  ExpressionPtr result = subscript;
  if (!is_inside[0]) result = operation(Op::maximum, result, ir::make_linear(lower));
  if (!is_inside[1]) result = operation(Op::minimum, result, ir::make_linear(largest_sizes(upper)));
  return result;
}

} // namespace chemora::wavefront
