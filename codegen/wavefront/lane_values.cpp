#include "codegen/wavefront/lane_values.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::wavefront {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;
using recursion::InputArray;

namespace {

InputArray const* find_input(recursion::System const& system, std::string const& name) {
  for (InputArray const& array : system.arrays)
    if (array.name == name) return &array;
  return nullptr;
}

bool is_product(ExpressionPtr const& e) {
  return e->kind == ExpressionKind::operation && e->op == Op::multiply && e->type == Type::real64;
}

std::string length_array(std::string const& size) { return size + "_of_lane"; }

} // namespace

ExpressionPtr with_fused_products(ExpressionPtr const& expression) {
  return ir::transformed(expression, [](ExpressionPtr const& e) {
    if (e->kind != ExpressionKind::operation || e->op != Op::add || e->type != Type::real64) return e;
    for (std::size_t n : {1u, 0u})
      if (ExpressionPtr const& product = e->operands[n]; is_product(product))
        return ir::make_operation(Op::fma, {product->operands[0], product->operands[1], e->operands[1 - n]});
    return e;
  });
}

LaneValues::LaneValues(recursion::System const& system, Plan const& plan, LoweringOptions const& options,
                       loops::LoopKernel& kernel)
    : system_(system), plan_(plan), options_(options), kernel_(kernel) {}

void LaneValues::declare_problem_loops() {
  for (std::string const& size : system_.sizes) {
    kernel_.parameters.push_back({size});
    kernel_.assumptions.push_back({ir::linear(size)});
  }
  kernel_.parameters.push_back({"n_groups"});
  kernel_.assumptions.push_back({ir::linear("n_groups") - ir::linear(1)});
  kernel_.loops.push_back({"group", loops::Tag::block_axis, 0});
  kernel_.loops.push_back({"lane", loops::Tag::thread_axis, 0});
  kernel_.constraints.push_back({ir::linear("group")});
  kernel_.constraints.push_back({ir::linear("n_groups") - ir::linear(1) - ir::linear("group")});
  kernel_.constraints.push_back({ir::linear("lane")});
  kernel_.constraints.push_back({ir::linear(plan_.lanes - 1) - ir::linear("lane")});
  kernel_.priorities.push_back({"group", "lane"});
}

Type LaneValues::table_type(recursion::Function const& function) const {
  return function.type == recursion::ValueType::integer ? plan_.integers : recursion::ir_type(function.type);
}

ir::TypedArray LaneValues::lane_scalar(std::string const& name, Type type) const {
  return {.name = name, .type = type, .scope = ir::Scope::registers, .copies = {"group", "lane"}};
}

ir::TypedArray LaneValues::problem_array(std::string const& name, Type type,
                                         std::vector<LinearExpression> const& extents) const {
  ir::TypedArray array{.name = name, .type = type, .is_argument = true, .scope = ir::Scope::grid};
  auto const add = [&](LinearExpression const& extent) {
    array.axes.push_back({.extent = extent, .nesting = static_cast<int>(array.axes.size())});
  };
  add(ir::linear(plan_.lanes));
  for (LinearExpression const& extent : extents) add(extent);
  add(ir::linear("n_groups"));
  return array;
}

std::vector<ExpressionPtr> LaneValues::problem_subscripts(std::vector<ExpressionPtr> subscripts) const {
  subscripts.insert(subscripts.begin(), ir::make_name(Type::int32, "lane"));
  subscripts.push_back(ir::make_name(Type::int32, "group"));
  return subscripts;
}

ExpressionPtr LaneValues::problem_element(std::string const& array,
                                          std::vector<ExpressionPtr> const& subscripts) const {
  ir::TypedArray const& declaration = kernel_.array(array);
  return ir::make_element(declaration.type, array,
                          declaration.is_argument ? problem_subscripts(subscripts) : subscripts);
}

bool LaneValues::varies(LinearExpression const& expression) const {
  return std::any_of(options_.varying.begin(), options_.varying.end(),
                     [&](std::string const& name) { return expression.uses("length_" + name); });
}

ExpressionPtr LaneValues::infinity(recursion::ValueType type, bool is_positive) const {
  if (type != recursion::ValueType::integer) return ir::make_number(Type::real64, is_positive ? HUGE_VAL : -HUGE_VAL);
  if (plan_.integers == Type::int32)
    return ir::make_number(Type::int32, is_positive ? infinite_int32 : -infinite_int32);
  return ir::make_number(plan_.integers,
                         is_positive ? ir::max_integer(plan_.integers) : ir::min_integer(plan_.integers));
}

ExpressionPtr LaneValues::value(ExpressionPtr const& expression, recursion::ValueType type, Context const& context) {
  switch (type) {
  case recursion::ValueType::integer:
    return integer(expression, true, context);
  case recursion::ValueType::boolean:
    return boolean(expression, context);
  case recursion::ValueType::character:
    return index(expression, context);
  default:
    return real(expression, context);
  }
}

/// Returns whether the expression contains only numbers, dimensions, sizes and letters.
bool LaneValues::is_index(ExpressionPtr const& expression) const {
  bool result = true;
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    if (e->kind == ExpressionKind::number) result &= std::isfinite(e->number);
    if (e->kind != ExpressionKind::element) return;
    InputArray const* const array = find_input(system_, e->name);
    result &= array && array->kind == InputArray::Kind::letters;
  });
  return result;
}

ExpressionPtr LaneValues::real(ExpressionPtr const& e, Context const& context) {
  switch (e->kind) {
  case ExpressionKind::element:
    return system_.find_function(e->name) ? context.call(*e) : input(e, context);
  case ExpressionKind::operation: {
    if (e->type == Type::int32) return ir::make_conversion(Type::real64, index(e, context));
    if (e->op == Op::convert && e->operands[0]->type == Type::int32)
      return ir::make_conversion(Type::real64, integer(e->operands[0], false, context));
    if (e->op == Op::convert) return ir::make_conversion(e->type, boolean(e->operands[0], context));
    std::vector<ExpressionPtr> operands;
    for (ExpressionPtr const& operand : e->operands)
      operands.push_back(operand->type == Type::boolean ? boolean(operand, context) : real(operand, context));
    return ir::make_operation(e->op, operands);
  }
  case ExpressionKind::name:
    return ir::make_conversion(Type::real64, index(e, context));
  default:
    return e->type == Type::int32 ? ir::make_number(Type::real64, e->number) : e;
  }
}

ExpressionPtr LaneValues::boolean(ExpressionPtr const& e, Context const& context) {
  if (e->kind == ExpressionKind::number) return e;
  if (e->kind == ExpressionKind::element) return system_.find_function(e->name) ? context.call(*e) : input(e, context);
  if (e->kind != ExpressionKind::operation) throw base::InternalError("a condition is a name");
  bool const is_logical = e->op == Op::logical_and || e->op == Op::logical_or || e->op == Op::logical_not ||
                          (e->op == Op::select && e->type == Type::boolean);
  if (!is_logical) return comparison(e, context);
  std::vector<ExpressionPtr> operands;
  for (ExpressionPtr const& operand : e->operands) operands.push_back(boolean(operand, context));
  return ir::make_operation(e->op, operands);
}

ExpressionPtr LaneValues::comparison(ExpressionPtr const& e, Context const& context) {
  ExpressionPtr const &left = e->operands.at(0), &right = e->operands.at(1);
  if (left->type == Type::boolean) return ir::make_operation(e->op, {boolean(left, context), boolean(right, context)});
  if (left->type != Type::int32) return ir::make_operation(e->op, {real(left, context), real(right, context)});
  auto const letters = [&](ExpressionPtr const& x) { return x->kind == ExpressionKind::element && is_index(x); };
  if (letters(left) && letters(right)) return ir::make_operation(e->op, {input(left, context), input(right, context)});
  if (is_index(left) && is_index(right))
    return ir::make_operation(e->op, {index(left, context), index(right, context)});
  return ir::make_operation(e->op, {integer(left, true, context), integer(right, true, context)});
}

/// Returns an expression without calls as int32.
ExpressionPtr LaneValues::index(ExpressionPtr const& e, Context const& context) {
  if (auto const expression = ir::as_linear(e)) return linear(*expression, context);
  if (e->kind == ExpressionKind::element) return ir::make_conversion(Type::int32, input(e, context));
  if (e->kind != ExpressionKind::operation) throw base::InternalError("an index is not an integer");
  if (e->op == Op::convert) return ir::make_conversion(Type::int32, boolean(e->operands[0], context));
  std::vector<ExpressionPtr> operands;
  for (ExpressionPtr const& operand : e->operands)
    operands.push_back(operand->type == Type::boolean ? boolean(operand, context) : index(operand, context));
  return ir::make_operation(e->op, operands);
}

ExpressionPtr LaneValues::size(std::string const& name, Context const& context) {
  for (std::string const& parameter : options_.varying)
    if (name == "length_" + parameter) {
      std::string const array = length_array(name);
      if (!kernel_.find_array(array)) {
        kernel_.arrays.push_back(problem_array(array, Type::int32, {}));
        arguments_.push_back({array, Role::length, parameter});
      }
      return hoisted(ir::make_element(Type::int32, array, problem_subscripts({})), context);
    }
  return ir::make_name(Type::int32, name);
}

ExpressionPtr LaneValues::linear(LinearExpression expression, Context const& context) {
  for (auto const& [name, value] : context.dimensions) expression = expression.with(name, value);
  if (!varies(expression)) return ir::make_linear(expression);
  ExpressionPtr result;
  for (std::string const& parameter : options_.varying) {
    std::string const name = "length_" + parameter;
    long const factor = expression.factor(name);
    if (factor == 0) continue;
    expression.factors.erase(name);
    ExpressionPtr term = size(name, context);
    if (factor != 1) term = ir::make_operation(Op::multiply, {ir::make_integer(factor), term});
    result = result ? ir::make_operation(Op::add, {result, term}) : term;
  }
  if (expression == LinearExpression{}) return result;
  return ir::make_operation(Op::add, {result, ir::make_linear(expression)});
}

ExpressionPtr LaneValues::condition(std::vector<loops::Constraint> const& constraints, Context const& context) {
  ExpressionPtr result;
  for (loops::Constraint const& constraint : constraints) {
    ExpressionPtr const zero = ir::make_integer(0), value = linear(constraint.expression, context);
    ExpressionPtr const part = constraint.is_equality ? ir::make_operation(Op::equal, {value, zero})
                                                      : ir::make_operation(Op::less_equal, {zero, value});
    result = result ? ir::make_operation(Op::logical_and, {result, part}) : part;
  }
  return result ? result : ir::make_number(Type::boolean, 1);
}

bool LaneValues::uses(ExpressionPtr const& expression, std::string const& name) const {
  return !name.empty() && ir::names_in(expression).contains(name);
}

bool LaneValues::is_lane_value(ExpressionPtr const& expression) const {
  bool result = ir::names_in(expression).contains("lane");
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    if (e->kind != ExpressionKind::element) return;
    ir::TypedArray const* const array = kernel_.find_array(e->name);
    result |= array && !array->copies.empty();
  });
  return result;
}

ExpressionPtr LaneValues::hoisted(ExpressionPtr const& expression, Context const& context) {
  if (!context.hoist || uses(expression, context.rows)) return expression;
  return context.hoist(expression);
}

void LaneValues::declare_input(InputArray const& array) {
  if (kernel_.find_array(array.name)) return;
  bool const is_letters = array.kind == InputArray::Kind::letters;
  Type const type = is_letters                                                            ? Type::int8
                    : array.type == Type::int32 && array.kind == InputArray::Kind::matrix ? plan_.integers
                                                                                          : array.type;
  if (is_letters && options_.varying.contains(array.parameter)) {
    // Plans compute up to `columns` - 1 columns after the end of the longest sequence.
    LinearExpression const extent = array.extents.at(0) + ir::linear(plan_.columns);
    kernel_.arrays.push_back(problem_array(array.name, type, {extent}));
    arguments_.push_back({array.name, Role::letters, array.parameter});
    return;
  }
  ir::TypedArray declared{.name = array.name, .type = type, .is_argument = true, .scope = ir::Scope::grid};
  for (auto extent = array.extents.rbegin(); extent != array.extents.rend(); ++extent)
    declared.axes.push_back({.extent = *extent == LinearExpression{} ? ir::linear(options_.n_letters) : *extent,
                             .nesting = static_cast<int>(declared.axes.size())});
  kernel_.arrays.push_back(declared);
  arguments_.push_back({array.name, Role::input, array.name});
}

/// Returns an element of an input array. Elements that depend on the lane, but not on the row, are computed before the
/// loop over rows: single letters, and tables of the elements for all letters that a row may have.
ExpressionPtr LaneValues::input(ExpressionPtr const& element, Context const& context) {
  if (ExpressionPtr const found = context.look_up ? context.look_up(element) : nullptr) return found;
  InputArray const& array = system_.array(element->name);
  declare_input(array);
  Type const type = kernel_.array(array.name).type;
  std::vector<ExpressionPtr> subscripts;
  for (ExpressionPtr const& subscript : element->operands) subscripts.push_back(index(subscript, context));
  if (array.kind == InputArray::Kind::letters && options_.varying.contains(array.parameter))
    return hoisted(ir::make_element(type, array.name, problem_subscripts(subscripts)), context);
  std::reverse(subscripts.begin(), subscripts.end());
  ExpressionPtr const result = ir::make_element(type, array.name, subscripts);
  if (!is_lane_value(result) || !context.hoist) return result;
  if (!uses(result, context.rows)) return context.hoist(result);
  auto const row = std::find_if(subscripts.begin(), subscripts.end(),
                                [&](ExpressionPtr const& subscript) { return uses(subscript, context.rows); });
  bool const is_one = std::count_if(subscripts.begin(), subscripts.end(),
                                    [&](ExpressionPtr const& subscript) { return uses(subscript, context.rows); }) == 1;
  std::size_t const axis = static_cast<std::size_t>(row - subscripts.begin());
  bool const is_letter = array.extents[array.extents.size() - 1 - axis] == LinearExpression{};
  if (!is_one || !is_letter || is_lane_value(*row)) return result;
  ExpressionPtr const subscript = *row;
  *row = ir::make_name(Type::int32, "letter");
  return context.tabulate(ir::make_element(type, array.name, subscripts), subscript);
}

} // namespace chemora::wavefront
