#include "codegen/emit/tree_expressions.hpp"

#include "codegen/emit/c_expressions.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace chemora::emit {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;
using ir::Type;

namespace {

void collect_loops(std::vector<ir::TreeNode> const& nodes, std::set<std::string>& names) {
  for (ir::TreeNode const& node : nodes) {
    if (node.kind == ir::NodeKind::loop) names.insert(node.variable);
    collect_loops(node.body, names);
  }
}

std::optional<long> constant(ExpressionPtr const& expression) {
  if (expression->kind != ExpressionKind::number) return std::nullopt;
  return static_cast<long>(expression->number);
}

} // namespace

TreeExpressions::TreeExpressions(ir::LoopTree const& tree, Dialect const& dialect, std::string index_type)
    : tree_(tree), dialect_(dialect), index_type_(std::move(index_type)) {
  std::set<std::string> loops;
  collect_loops(tree.body, loops);
  names_ = identifiers("i_", {loops.begin(), loops.end()});
  std::vector<std::string> parameters, temporaries, arguments;
  for (ir::TreeParameter const& parameter : tree.parameters) parameters.push_back(parameter.name);
  for (ir::TypedArray const& array : tree.arrays) {
    (array.is_argument ? arguments : temporaries).push_back(array.name);
    arrays_[array.name] = &array;
  }
  names_.merge(identifiers("p_", parameters));
  names_.merge(identifiers("a_", arguments));
  names_.merge(identifiers("t_", temporaries));
  for (ir::TypedArray const& array : tree.arrays)
    for (ExpressionPtr const& stride : ir::strides(array)) {
      if (constant(stride) || stride_names_.contains(ir::to_text(stride))) continue;
      std::string const name = fmt::format("stride_{}", stride_values_.size());
      stride_names_[ir::to_text(stride)] = name;
      stride_values_.emplace_back(name, product_text(stride));
    }
}

std::vector<std::string> TreeExpressions::stride_declarations() const {
  std::vector<std::string> lines;
  for (auto const& [name, text] : stride_values_) lines.push_back(fmt::format("long const {} = {};", name, text));
  return lines;
}

std::vector<std::string> TreeExpressions::stride_identifiers() const {
  std::vector<std::string> names;
  for (auto const& each : stride_values_) names.push_back(each.first);
  return names;
}

std::string const& TreeExpressions::identifier(std::string const& name) const {
  auto const found = names_.find(name);
  if (found == names_.end())
    throw base::InternalError(fmt::format("emitting tree `{}`: `{}` is not declared", tree_.kernel, name));
  return found->second;
}

ir::TypedArray const& TreeExpressions::array(std::string const& name) const {
  auto const found = arrays_.find(name);
  if (found == arrays_.end())
    throw base::InternalError(fmt::format("emitting tree `{}`: `{}` is not an array", tree_.kernel, name));
  return *found->second;
}

std::optional<long> TreeExpressions::constant_size(ir::TypedArray const& array) {
  return constant(ir::n_elements(array));
}

std::string TreeExpressions::size(ir::TypedArray const& array) const { return product_text(ir::n_elements(array)); }

/// Returns an integer expression with arithmetic of type long.
std::string TreeExpressions::product_text(ExpressionPtr const& expression) const {
  if (auto const sum = ir::as_linear(expression)) return "(" + linear(*sum, true) + ")";
  return fmt::format("{}{}{}", product_text(expression->operands[0]), info(expression->op).c_operator,
                     product_text(expression->operands[1]));
}

std::string TreeExpressions::variable(std::string const& name) const {
  if (vector_ && !vector_->is_lane && name == vector_->variable) return vector_->first;
  bool const is_lane = vector_ && vector_->is_lane && vector_->arrays.contains(name);
  return identifier(name) + (is_lane ? "[lane]" : "");
}

std::string TreeExpressions::linear(LinearExpression const& expression, bool is_long) const {
  bool const needs_long = is_long && index_type_ != "long";
  std::string text;
  for (auto const& [name, factor] : expression.factors) {
    long const size = factor < 0 ? -factor : factor;
    text += text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    if (size != 1)
      text += fmt::format("{}{}*", size, needs_long ? "L" : "");
    else if (needs_long)
      text += "(long)";
    text += variable(name);
  }
  if (text.empty()) return fmt::format("{}", expression.constant);
  long const constant = expression.constant;
  return constant == 0 ? text
                       : fmt::format("{} {} {}", text, constant < 0 ? '-' : '+', constant < 0 ? -constant : constant);
}

std::string TreeExpressions::bound(std::vector<ir::Bound> const& bounds, bool is_lower) const {
  std::string text;
  for (ir::Bound const& bound : bounds) {
    std::string one = linear(bound.numerator);
    if (bound.divisor != 1) {
      std::string const helper = (is_lower ? "ceil_of_" : "floor_of_") + index_type_;
      helpers_.insert(helper);
      one = fmt::format("{}({}, {})", helper, one, bound.divisor);
    }
    if (!text.empty()) {
      std::string const helper = (is_lower ? "maximum_" : "minimum_") + index_type_;
      helpers_.insert(helper);
      one = fmt::format("{}({}, {})", helper, text, one);
    }
    text = one;
  }
  return text;
}

std::string TreeExpressions::lower(ir::TreeNode const& loop) const { return bound(loop.lower, true); }
std::string TreeExpressions::upper(ir::TreeNode const& loop) const { return bound(loop.upper, false); }

TreeExpressions::Address TreeExpressions::address(ExpressionPtr const& element) const {
  ir::TypedArray const& array = this->array(element->name);
  std::vector<ExpressionPtr> const strides = ir::strides(array);
  Address result;
  ExpandedArray const* const copy = local_copy(element->name);
  for (std::size_t n = 0; n < (copy ? copy->n_own_axes : strides.size()); ++n) {
    auto const subscript = ir::as_linear(element->operands.at(n));
    auto factor = constant(strides[n]);
    if (copy) factor = *factor / copy->n_threads;
    std::string const stride = factor ? std::to_string(*factor) : stride_names_.at(ir::to_text(strides[n]));
    if (!subscript)
      result.others.push_back({factor, stride, element->operands[n]});
    else if (factor)
      result.known += *factor * *subscript;
    else
      result.products.emplace_back(stride, *subscript);
  }
  return result;
}

std::string TreeExpressions::offset(ExpressionPtr const& element) const {
  Address const parts = address(element);
  std::string text;
  auto const add = [&](std::string const& term) { text += (text.empty() ? "" : " + ") + term; };
  for (auto const& [stride, subscript] : parts.products)
    if (subscript != LinearExpression{}) add(fmt::format("({})*{}", linear(subscript, true), stride));
  for (auto const& [_, stride, subscript] : parts.others) add(fmt::format("(long){}*{}", value(subscript), stride));
  if (text.empty() || parts.known != LinearExpression{}) add(linear(parts.known, true));
  return text;
}

/// Returns by how much an int32 expression increases with each lane; nothing if this differs between the lanes.
std::optional<long> TreeExpressions::factor(ExpressionPtr const& expression, std::string const& variable) const {
  auto const at = [&](std::size_t n) { return factor(expression->operands[n], variable); };
  if (expression->kind == ExpressionKind::name) return expression->name == variable ? 1 : 0;
  if (is_operation(expression, Op::add) || is_operation(expression, Op::subtract)) {
    auto const left = at(0), right = at(1);
    if (!left || !right) return std::nullopt;
    return expression->op == Op::add ? *left + *right : *left - *right;
  }
  bool varies = ir::names_in(expression).contains(variable);
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    varies |= e->kind == ExpressionKind::element && vector_ && vector_->arrays.contains(e->name);
  });
  if (varies) return std::nullopt;
  return 0;
}

AccessStride TreeExpressions::stride_along(ExpressionPtr const& element, std::string const& variable) const {
  Address const parts = address(element);
  AccessStride stride{.constant = parts.known.factor(variable)};
  for (auto const& [text, subscript] : parts.products)
    if (long const factor = subscript.factor(variable); factor != 0)
      stride.symbolic += fmt::format(" + {}*{}", factor, text);
  for (auto const& [constant, text, subscript] : parts.others) {
    auto const of_lane = factor(subscript, variable);
    if (!of_lane)
      stride.is_linear = false;
    else if (constant)
      stride.constant += *of_lane * *constant;
    else if (*of_lane != 0)
      stride.symbolic += fmt::format(" + {}*{}", *of_lane, text);
  }
  return stride;
}

ExpandedArray const* TreeExpressions::local_copy(std::string const& array) const {
  if (!vector_) return nullptr;
  auto const found = vector_->copies.find(array);
  return found == vector_->copies.end() ? nullptr : &found->second;
}

std::string TreeExpressions::element(ExpressionPtr const& element) const {
  ir::TypedArray const& array = this->array(element->name);
  ExpandedArray const* const copy = local_copy(element->name);
  std::string text = (copy ? "local_" : "") + identifier(element->name);
  std::size_t const n_axes = copy ? copy->n_own_axes : array.axes.size();
  bool const is_vector = vector_ && vector_->arrays.contains(element->name);
  bool const is_scalar = is_vector || (!array.is_argument && array.scope == ir::Scope::registers);
  if (n_axes > 0 || !is_scalar) text += "[" + offset(element) + "]";
  if (is_vector && vector_->is_lane) text += "[lane]";
  return text;
}

std::string TreeExpressions::value(ExpressionPtr const& expression) const {
  switch (expression->kind) {
  case ExpressionKind::number: {
    std::string const text = c_literal(expression->type, expression->number, dialect_);
    return text.starts_with("-") ? "(" + text + ")" : text;
  }
  case ExpressionKind::name: {
    bool const is_index = expression->type == Type::int32 && index_type_ != "int";
    return (is_index ? "(int)" : "") + variable(expression->name);
  }
  case ExpressionKind::element:
    return expression->type == Type::boolean ? "(" + element(expression) + " != 0)" : element(expression);
  case ExpressionKind::operation:
    return operation(*expression);
  default:
    throw base::InternalError(fmt::format("emitting tree `{}`: `{}` is a rule or a reduction, which must be expanded",
                                          tree_.kernel, ir::to_text(expression)));
  }
}

std::string TreeExpressions::call(std::string const& function, Expression const& expression) const {
  std::string operands;
  for (ExpressionPtr const& operand : expression.operands) operands += (operands.empty() ? "" : ", ") + value(operand);
  return function + "(" + operands + ")";
}

std::string TreeExpressions::helper(Op op, Type type) const {
  return *helpers_.insert(std::string(info(op).name) + "_" + c_type(type)).first;
}

std::string TreeExpressions::operation(Expression const& expression) const {
  auto const operand = [&](std::size_t n) { return value(expression.operands.at(n)); };
  Op const op = expression.op;
  Type const type = expression.type;
  if (is_function(op, type)) {
    need(op, type);
    return call(dialect_.function(op, type), expression);
  }
  if (op == Op::minimum || op == Op::maximum || op == Op::absolute || info(op).is_integer_division() ||
      ir::is_saturated(op))
    return call(helper(op, type), expression);
  if (op == Op::select) {
    std::string const text = fmt::format("({} ? {} : {})", operand(0), operand(1), operand(2));
    return ir::is_narrow(type) ? fmt::format("(({}){})", c_type(type), text) : text; // C promotes narrow operands
  }
  if (op == Op::logical_not) return "(!" + operand(0) + ")";
  if (op == Op::convert && ir::is_narrow(type)) return call(helper(op, type), expression);
  if (op == Op::convert && type == Type::int32 && ir::is_real(expression.operands.at(0)->type))
    return call(*helpers_.insert("truncated_" + c_type(expression.operands[0]->type)).first, expression);
  if (op == Op::convert) return fmt::format("(({}){})", c_type(type), operand(0));
  if (type == Type::int32) return integer_operation(expression);
  if (op == Op::negate) return "(-" + operand(0) + ")";
  std::string_view const sign = info(op).c_operator;
  if (ir::is_narrow(type)) return fmt::format("(({})({} {} {}))", c_type(type), operand(0), sign, operand(1));
  if (sign.empty())
    throw base::InternalError(
        fmt::format("emitting tree `{}`: operation `{}` has no spelling", tree_.kernel, info(op).name));
  return fmt::format("({} {} {})", operand(0), sign, operand(1));
}

/// The emitted arithmetic is unsigned or of type long, because signed overflow is undefined in C and integers of the ir
/// wrap around.
std::string TreeExpressions::integer_operation(Expression const& expression) const {
  if (index_type_ == "long")
    if (auto const sum = ir::as_linear(std::make_shared<Expression const>(expression)))
      return "(int)(" + linear(*sum) + ")";
  std::string const a = "(unsigned)" + value(expression.operands.at(0));
  if (expression.op == Op::negate) return fmt::format("(int)(0u - {})", a);
  return fmt::format("(int)({} {} (unsigned){})", a, info(expression.op).c_operator, value(expression.operands.at(1)));
}

namespace {

void collect_types(std::vector<ir::TreeNode> const& nodes, std::set<Type>& types) {
  for (ir::TreeNode const& node : nodes) {
    for (ExpressionPtr const& expression : {node.condition, node.target, node.value})
      if (expression) ir::for_each(expression, [&](ExpressionPtr const& e) { types.insert(e->type); });
    collect_types(node.body, types);
  }
}

/// Returns the condition that the number `a`, without its fraction, is an int32. It is false for NaN.
std::string fits_in_int(std::string const& real) {
  return real == "float" ? "a >= -2147483648.0f && a < 2147483648.0f" : "a > -2147483649.0 && a < 2147483648.0";
}

/// Returns the expression `sum`, `difference` or `a` of operands of type `type`, saturated.
std::string saturated_text(std::string const& name, std::string const& type) {
  Type const integer = type == "Int8" ? Type::int8 : type == "Int16" ? Type::int16 : Type::int32;
  auto const max = static_cast<long>(ir::max_integer(integer));
  std::string const a = integer == Type::int32 ? "(long)a" : "a";
  std::string const value = name == "add_saturated" ? a + " + b" : name == "subtract_saturated" ? a + " - b" : a;
  return fmt::format("{0} > {1} ? {1} : {0} < -{1} - 1 ? -{1} - 1 : {0}", value, max);
}

} // namespace

bool has_narrow_integers(ir::LoopTree const& tree) {
  std::set<Type> types;
  for (ir::TypedArray const& array : tree.arrays) types.insert(array.type);
  for (ir::TreeParameter const& parameter : tree.parameters) types.insert(parameter.type);
  collect_types(tree.body, types);
  return std::any_of(types.begin(), types.end(), ir::is_narrow);
}

std::string tree_definitions(std::set<std::string> const& helpers, std::string const& qualifiers) {
  std::string text;
  for (std::string const& helper : helpers) {
    std::size_t const end = helper.rfind('_');
    std::string const name = helper.substr(0, end), type = helper.substr(end + 1);
    std::string body;
    if (name == "minimum") body = "b < a ? b : a";
    if (name == "maximum") body = "a < b ? b : a";
    if (name == "absolute") body = "a < 0 ? (int)(0u - (unsigned)a) : a";
    if (name == "floor_divide") body = "a / b - (a % b != 0 && (a % b < 0) != (b < 0))";
    if (name == "modulo") body = "a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0)";
    if (name == "floor_of") body = "a / b - (a % b < 0)";
    if (name == "ceil_of") body = "a / b + (a % b > 0)";
    if (name == "truncated") body = fmt::format("{} ? (int)a : 0", fits_in_int(type));
    bool const is_conversion = name == info(Op::convert).name;
    if (is_conversion || name.ends_with("_saturated")) body = saturated_text(name, type);
    bool const has_one_operand = is_conversion || name == "absolute" || name == "truncated";
    text += fmt::format("{}{} {}({} a{}) {{ return {}; }}\n", qualifiers, name == "truncated" ? "int" : type, helper,
                        is_conversion ? "int" : type, has_one_operand ? "" : fmt::format(", {} b", type), body);
  }
  return text;
}

} // namespace chemora::emit
