#include "codegen/wavefront/within_lowering.hpp"

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
using recursion::Function;
using recursion::ValueType;

namespace {

constexpr char const* largest_prefix = "largest_"; ///< prefix of the largest value of a size in the launch, while
                                                   ///< dimensions are replaced

} // namespace

LinearExpression WithinLowering::own_sizes(LinearExpression expression) const {
  for (std::string const& name : options_.varying)
    if (expression.uses("length_" + name))
      expression = expression.with("length_" + name, ir::linear("own_length_" + name));
  return expression;
}

/// Marks the sizes of varying sequences as the largest ones of the launch, or finally removes the mark.
LinearExpression WithinLowering::largest_sizes(LinearExpression expression, bool is_final) const {
  for (std::string const& name : options_.varying) {
    std::string const size = "length_" + name, from = is_final ? largest_prefix + size : size;
    if (expression.uses(from)) expression = expression.with(from, ir::linear(is_final ? size : largest_prefix + size));
  }
  return expression;
}

ExpressionPtr WithinLowering::scalar(std::string const& name) const {
  return ir::make_element(kernel_.array(name).type, name, {});
}

ExpressionPtr WithinLowering::problem_element(std::string const& array, std::vector<ExpressionPtr> subscripts) const {
  if (kernel_.array(array).is_argument) subscripts.push_back(ir::make_name(Type::int32, "group"));
  return ir::make_element(kernel_.array(array).type, array, std::move(subscripts));
}

/// Returns the element of a table with these arguments, one per dimension.
ExpressionPtr WithinLowering::element(Function const& function, std::vector<ExpressionPtr> const& arguments,
                                      long row) const {
  auto const subscript = [&](std::size_t axis) {
    LinearExpression const& lower = function.dimensions[axis].lower;
    if (lower == LinearExpression{}) return arguments[axis];
    if (auto const linear = ir::as_linear(arguments[axis])) return ir::make_linear(*linear - lower);
    return ir::make_operation(Op::subtract, {arguments[axis], ir::make_linear(lower)});
  };
  if (strips_) {
    std::size_t const axis = space_.axes(function.name).space.front();
    LinearExpression const index = ir::as_linear(arguments[axis]).value();
    return strip_element(function, index - first_row() + ir::linear(halo(function.name)), row);
  }
  std::vector<ExpressionPtr> subscripts;
  if (window_) {
    for (std::size_t const axis : space_.axes(function.name).space) subscripts.push_back(subscript(axis));
    subscripts.push_back(ir::make_integer(row));
  } else {
    subscripts.push_back(ir::make_integer(0));
    for (std::size_t axis = arguments.size(); axis-- > 0;) subscripts.push_back(subscript(axis));
  }
  return problem_element("table_" + function.name, std::move(subscripts));
}

ExpressionPtr WithinLowering::own_element(Elements const& elements) const {
  std::vector<ExpressionPtr> arguments;
  for (recursion::Dimension const& dimension : elements.function->dimensions)
    arguments.push_back(ir::make_linear(largest_sizes(elements.indices.at(dimension.name), true)));
  return element(*elements.function, arguments, elements.row);
}

LaneValues::Context WithinLowering::context(Elements const& elements) {
  return {.dimensions = elements.indices,
          .function = elements.function,
          .call = [this, &elements](Expression const& call) { return called(call, elements); },
          .look_up = [this, &elements](ExpressionPtr const& element) -> ExpressionPtr {
            for (Lookup const& each : elements.lookups)
              if (ir::equal(each.element, element)) return lookup_element(each.array, elements);
            return nullptr;
          }};
}

ExpressionPtr WithinLowering::called(Expression const& call, Elements const& elements) {
  if (std::ranges::count(functions_, call.name) == 0) return scalar(call.name);
  Function const& callee = system_.function(call.name);
  LinearExpression delay =
      ir::linear(space_.axes(elements.function->name).time.offset) - ir::linear(space_.axes(callee.name).time.offset);
  for (std::size_t axis = 0; axis < elements.function->dimensions.size(); ++axis)
    delay += space_.axes(elements.function->name).time.coefficients[axis] *
             ir::linear(elements.function->dimensions[axis].name);
  std::vector<ExpressionPtr> arguments;
  for (std::size_t axis = 0; axis < call.operands.size(); ++axis) {
    std::optional<LinearExpression> const argument = ir::as_linear(call.operands[axis]);
    if (argument) delay -= space_.axes(callee.name).time.coefficients[axis] * *argument;
    arguments.push_back(converted(call.operands[axis], ValueType::character, elements));
  }
  if (!window_) return element(callee, arguments, 0);
  if (!delay.is_constant()) throw base::InternalError(fmt::format("a call of `{}` is not uniform in time", call.name));
  return element(callee, arguments, ((elements.row - delay.constant) % n_rows_ + n_rows_) % n_rows_);
}

/// Returns the value of an expression with reductions, for which it adds loops.
ExpressionPtr WithinLowering::value(ExpressionPtr const& expression, ValueType type, Elements& elements) {
  return converted(without_reductions(expression, elements), type, elements);
}

ExpressionPtr WithinLowering::converted(ExpressionPtr const& expression, ValueType type, Elements const& elements) {
  ExpressionPtr const result = finished(values_.value(expression, type, context(elements)), elements.lane);
  return elements.function->type == ValueType::probability ? with_fused_products(result) : result;
}

/// Replaces reductions, innermost ones first, by calls of functions that stand for temporaries.
ExpressionPtr WithinLowering::without_reductions(ExpressionPtr const& expression, Elements& elements) {
  if (expression->kind == ExpressionKind::reduction) return reduced(*expression, elements);
  if (expression->operands.empty()) return expression;
  auto result = std::make_shared<Expression>(*expression);
  for (ExpressionPtr& operand : result->operands) operand = without_reductions(operand, elements);
  return result;
}

ExpressionPtr WithinLowering::reduced(Expression const& reduction, Elements& elements) {
  std::string const name = builder_.new_name("wave_sum");
  Function temporary{.name = name, .type = value_type(reduction.type)};
  Type const type = values_.table_type(temporary);
  system_.functions.push_back(std::move(temporary));
  ExpressionPtr const total = builder_.scalar(name, type);
  bool const is_largest = reduction.op == Op::maximum && elements.function->type == ValueType::probability;
  bool const is_extremum = reduction.op == Op::minimum || (reduction.op == Op::maximum && !is_largest);
  builder_.assign(total, is_extremum ? values_.infinity(value_type(reduction.type), reduction.op == Op::minimum)
                                     : ir::make_number(type, reduction.op == Op::multiply ? 1 : 0));
  auto const range = std::ranges::find(elements.function->ranges, reduction.loops.front(), &recursion::Range::variable);
  std::size_t const n_outer = builder_.loops().size();
  open_range(*range, elements);
  ExpressionPtr const term = value(reduction.operands.front(), value_type(reduction.type), elements);
  ExpressionPtr const sum = ir::make_operation(reduction.op, {total, term});
  bool const is_probability = elements.function->type == ValueType::probability;
  builder_.assign(total, is_probability ? with_fused_products(sum) : sum);
  builder_.close_to(n_outer);
  elements.indices.erase(range->variable);
  return ir::make_element(reduction.type, name, {});
}

/// Opens the loop of a reduction and sets the value of its variable.
std::string WithinLowering::open_range(recursion::Range const& range, Elements& elements) {
  auto first = ir::as_linear(range.first), last = ir::as_linear(range.last);
  if (first && last) {
    LinearExpression extent = own_sizes(*last - *first);
    for (auto const& [name, index] : elements.indices) {
      extent = extent.with(name, index);
      first = first->with(name, index);
    }
    std::string const loop = builder_.new_name("wave_k");
    builder_.open(loop, ir::linear(0), largest_sizes(extent, true));
    elements.indices[range.variable] = *first + ir::linear(loop);
    return loop;
  }
  std::string const names[2] = {builder_.new_name("wave_first"), builder_.new_name("wave_last")};
  builder_.assign(builder_.scalar(names[0], Type::int32), converted(range.first, ValueType::character, elements));
  builder_.assign(builder_.scalar(names[1], Type::int32), converted(range.last, ValueType::character, elements));
  std::string const loop = builder_.new_name("wave_k");
  builder_.open(loop, ir::linear(names[0]), ir::linear(names[1]));
  elements.indices[range.variable] = ir::linear(loop);
  return loop;
}

/// Returns an expression of LaneValues for the only problem of a block.
ExpressionPtr WithinLowering::finished(ExpressionPtr const& expression, std::string const& lane) {
  std::map<std::string, ExpressionPtr> names{{"lane", ir::make_integer(0)}};
  for (std::string const& name : options_.varying)
    names[largest_prefix + ("length_" + name)] = ir::make_name(Type::int32, "length_" + name);
  return ir::transformed(ir::with_names(expression, names), [&](ExpressionPtr const& e) {
    if (e->kind == ExpressionKind::operation) return with_wide_comparison(e);
    if (e->kind != ExpressionKind::element) return e;
    for (std::string const& name : options_.varying)
      if (e->name == "length_" + name + "_of_lane") return scalar("own_length_" + name);
    auto const array = std::ranges::find(system_.arrays, e->name, &recursion::InputArray::name);
    bool const is_letter =
        array != system_.arrays.end() && array->kind == recursion::InputArray::Kind::letters && !lane.empty();
    return is_letter ? letter(e, lane) : e;
  });
}

/// Compares letters as integers of tables, so that the lanes of comparisons and of values are equally wide.
ExpressionPtr WithinLowering::with_wide_comparison(ExpressionPtr const& operation) const {
  if (operation->type != Type::boolean || operation->operands.front()->type != Type::int8) return operation;
  std::vector<ExpressionPtr> operands;
  for (ExpressionPtr const& operand : operation->operands)
    operands.push_back(ir::make_conversion(plan_.integers, operand));
  return ir::make_operation(operation->op, std::move(operands));
}

/// Returns the element of the reversed copy if the lanes read a sequence backwards.
ExpressionPtr WithinLowering::letter(ExpressionPtr const& element, std::string const& lane) {
  recursion::InputArray const& array = system_.array(element->name);
  bool const varies = options_.varying.contains(array.parameter);
  auto const position = ir::as_linear(element->operands.at(varies ? 1 : 0));
  if (!position || position->factor(lane) >= 0) return element;
  std::string const copy = "reversed_" + array.name;
  if (reversed_.insert(array.name).second) {
    ir::TypedArray reversed{
        .name = copy, .type = element->type, .is_argument = true, .scope = ir::Scope::grid, .axes = {}};
    reversed.axes.push_back({.extent = array.extents.at(0), .nesting = 0});
    reversed.axes.push_back({.extent = ir::linear("n_groups"), .nesting = 1});
    kernel_.arrays.push_back(reversed);
    arguments_.push_back({copy, Role::work, array.parameter});
  }
  return problem_element(copy, {ir::make_linear(array.extents.at(0) - ir::linear(1) - *position)});
}

} // namespace chemora::wavefront
