#include "codegen/ir/expression.hpp"

#include "codegen/ir/expression_parser.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace chemora::ir {

namespace {

ExpressionPtr make(Expression expression) { return std::make_shared<Expression const>(std::move(expression)); }

std::optional<LinearExpression> linear_operation(Op op, std::vector<ExpressionPtr> const& operands) {
  std::vector<LinearExpression> terms;
  for (ExpressionPtr const& operand : operands) {
    std::optional<LinearExpression> const term = as_linear(operand);
    if (!term) return std::nullopt;
    terms.push_back(*term);
  }
  if (op == Op::negate) return -1 * terms[0];
  if (op == Op::add) return terms[0] + terms[1];
  if (op == Op::subtract) return terms[0] - terms[1];
  if (op != Op::multiply) return std::nullopt;
  if (terms[0].is_constant()) return terms[0].constant * terms[1];
  if (terms[1].is_constant()) return terms[1].constant * terms[0];
  return std::nullopt;
}

/// Returns how strongly the operator of an expression binds its operands in the text form.
int precedence(Expression const& expression) {
  if (expression.kind == ExpressionKind::number)
    return std::signbit(expression.number) && !is_narrow(expression.type) ? 7 : 9;
  if (expression.kind != ExpressionKind::operation) return 9;
  switch (expression.op) {
  case Op::logical_or:
    return 1;
  case Op::logical_and:
    return 2;
  case Op::logical_not:
    return 3;
  case Op::less:
  case Op::less_equal:
  case Op::equal:
  case Op::not_equal:
    return 4;
  case Op::add:
  case Op::subtract:
    return 5;
  case Op::multiply:
  case Op::divide:
    return 6;
  case Op::negate:
    return 7;
  default:
    return 9;
  }
}

std::string number_text(Expression const& expression) {
  if (expression.type == Type::boolean) return expression.number != 0 ? "true" : "false";
  bool const is_integer = expression.type == Type::int32;
  if (is_integer && std::isinf(expression.number)) return expression.number > 0 ? "infinity" : "-infinity";
  if (is_integer) return fmt::format("{}", static_cast<long>(expression.number));
  if (is_narrow(expression.type))
    return fmt::format("{}({})", to_text(expression.type), static_cast<long>(expression.number));
  std::string text = expression.type == Type::real32 ? fmt::format("{}", static_cast<float>(expression.number))
                                                     : fmt::format("{}", expression.number);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return expression.type == Type::real32 ? text + "f" : text;
}

std::string list_text(std::vector<ExpressionPtr> const& operands) {
  std::string text;
  for (ExpressionPtr const& operand : operands) text += (text.empty() ? "" : ", ") + to_text(operand);
  return text;
}

std::string in_parentheses_if(bool needed, std::string const& text) { return needed ? "(" + text + ")" : text; }

std::string operation_text(Expression const& expression) {
  int const own = precedence(expression);
  auto const operand = [&](std::size_t n, int min) {
    return in_parentheses_if(precedence(*expression.operands[n]) < min, to_text(expression.operands[n]));
  };
  // The minus sign of a number is a part of the number.
  bool const is_number = expression.operands[0]->kind == ExpressionKind::number;
  if (expression.op == Op::negate) return "-" + operand(0, is_number ? 10 : own + 1);
  if (expression.op == Op::logical_not) return "not " + operand(0, own);
  if (expression.op == Op::convert) return fmt::format("{}({})", to_text(expression.type), operand(0, 0));
  if (own == 9) return fmt::format("{}({})", info(expression.op).name, list_text(expression.operands));
  bool const is_comparison = own == 4;
  return fmt::format("{} {} {}", operand(0, is_comparison ? own + 1 : own), info(expression.op).edl_operator,
                     operand(1, own + 1));
}

} // namespace

ExpressionPtr make_number(Type type, double number) {
  return make({.kind = ExpressionKind::number, .type = type, .number = rounded_to(type, number)});
}

ExpressionPtr make_integer(long number) { return make_number(Type::int32, static_cast<double>(number)); }

ExpressionPtr make_name(Type type, std::string const& name) {
  return make({.kind = ExpressionKind::name, .type = type, .name = name});
}

ExpressionPtr make_element(Type type, std::string const& array, std::vector<ExpressionPtr> subscripts) {
  return make({.kind = ExpressionKind::element, .type = type, .name = array, .operands = std::move(subscripts)});
}

ExpressionPtr make_rule(Type type, std::string const& rule, std::vector<ExpressionPtr> arguments) {
  return make({.kind = ExpressionKind::rule, .type = type, .name = rule, .operands = std::move(arguments)});
}

ExpressionPtr make_operation(Op op, std::vector<ExpressionPtr> operands) {
  OpInfo const& row = info(op);
  if (row.arity == 0 || static_cast<int>(operands.size()) != row.arity || op == Op::shift || op == Op::convert)
    throw base::InternalError(fmt::format("operation `{}` cannot have {} operands", row.name, operands.size()));
  Type const type = row.returns_boolean() ? Type::boolean : operands.back()->type;
  return make({.kind = ExpressionKind::operation, .type = type, .op = op, .operands = std::move(operands)});
}

ExpressionPtr make_conversion(Type type, ExpressionPtr operand) {
  if (operand->type == type) return operand;
  if (is_narrow(type) && operand->kind == ExpressionKind::number)
    return make_number(type, evaluate(Op::convert, operand->type, type, std::array{operand->number}));
  return make({.kind = ExpressionKind::operation, .type = type, .op = Op::convert, .operands = {std::move(operand)}});
}

ExpressionPtr make_reduction(Op op, std::vector<std::string> loops, ExpressionPtr operand) {
  Type const type = operand->type;
  return make({.kind = ExpressionKind::reduction,
               .type = type,
               .op = op,
               .operands = {std::move(operand)},
               .loops = std::move(loops)});
}

ExpressionPtr make_linear(LinearExpression const& expression) {
  ExpressionPtr sum;
  for (auto const& [name, factor] : expression.factors) {
    ExpressionPtr const value = make_name(Type::int32, name);
    long const size = sum && factor < 0 ? -factor : factor;
    ExpressionPtr const term = size == 1 ? value : make_operation(Op::multiply, {make_integer(size), value});
    sum = sum ? make_operation(factor < 0 ? Op::subtract : Op::add, {sum, term}) : term;
  }
  long const constant = expression.constant;
  if (!sum) return make_integer(constant);
  if (constant == 0) return sum;
  return make_operation(constant < 0 ? Op::subtract : Op::add,
                        {sum, make_integer(constant < 0 ? -constant : constant)});
}

bool equal(ExpressionPtr const& left, ExpressionPtr const& right) {
  if (left == right) return true;
  if (!left || !right) return false;
  Expression const &a = *left, &b = *right;
  // Compares numbers by their sign too, because 0 and -0 are different results.
  bool const same_number = a.number == b.number ? std::signbit(a.number) == std::signbit(b.number)
                                                : a.number != a.number && b.number != b.number;
  if (a.kind != b.kind || a.type != b.type || !same_number || a.name != b.name || a.loops != b.loops ||
      a.operands.size() != b.operands.size())
    return false;
  bool const has_operation = a.kind == ExpressionKind::operation || a.kind == ExpressionKind::reduction;
  if (has_operation && a.op != b.op) return false;
  for (std::size_t n = 0; n < a.operands.size(); ++n)
    if (!equal(a.operands[n], b.operands[n])) return false;
  return true;
}

std::optional<LinearExpression> as_linear(ExpressionPtr const& expression) {
  if (expression->type != Type::int32) return std::nullopt;
  switch (expression->kind) {
  case ExpressionKind::number:
    if (!std::isfinite(expression->number)) return std::nullopt;
    return linear(static_cast<long>(expression->number));
  case ExpressionKind::name:
    return linear(expression->name);
  case ExpressionKind::operation:
    return linear_operation(expression->op, expression->operands);
  default:
    return std::nullopt;
  }
}

void for_each(ExpressionPtr const& expression, std::function<void(ExpressionPtr const&)> const& visit) {
  visit(expression);
  for (ExpressionPtr const& operand : expression->operands) for_each(operand, visit);
}

ExpressionPtr transformed(ExpressionPtr const& expression,
                          std::function<ExpressionPtr(ExpressionPtr const&)> const& replace) {
  bool is_changed = false;
  std::vector<ExpressionPtr> operands;
  for (ExpressionPtr const& operand : expression->operands) {
    operands.push_back(transformed(operand, replace));
    is_changed = is_changed || operands.back() != operand;
  }
  if (!is_changed) return replace(expression);
  Expression copy = *expression;
  copy.operands = std::move(operands);
  return replace(make(std::move(copy)));
}

ExpressionPtr with_names(ExpressionPtr const& expression, std::map<std::string, ExpressionPtr> const& values) {
  return transformed(expression, [&](ExpressionPtr const& part) {
    if (part->kind != ExpressionKind::name) return part;
    auto const found = values.find(part->name);
    return found == values.end() ? part : found->second;
  });
}

std::set<std::string> names_in(ExpressionPtr const& expression) {
  std::set<std::string> names;
  for_each(expression, [&](ExpressionPtr const& part) {
    if (part->kind == ExpressionKind::name) names.insert(part->name);
  });
  return names;
}

std::string to_text(ExpressionPtr const& expression) {
  switch (expression->kind) {
  case ExpressionKind::number:
    return number_text(*expression);
  case ExpressionKind::name:
    return name_text(expression->name);
  case ExpressionKind::element:
    return name_text(expression->name) +
           (expression->operands.empty() ? "" : fmt::format("[{}]", list_text(expression->operands)));
  case ExpressionKind::rule:
    return fmt::format("{}({})", rule_text(expression->name), list_text(expression->operands));
  case ExpressionKind::operation:
    return operation_text(*expression);
  case ExpressionKind::reduction: {
    std::string loops;
    for (std::string const& loop : expression->loops) loops += (loops.empty() ? "" : ", ") + name_text(loop);
    return fmt::format("reduce {}({}: {})", info(expression->op).name, loops, to_text(expression->operands[0]));
  }
  }
  return {};
}

} // namespace chemora::ir
