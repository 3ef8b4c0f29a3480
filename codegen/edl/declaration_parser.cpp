// Parameters, variables, temporaries and derivative operators.
#include "codegen/edl/declaration_parser.hpp"

#include "codegen/edl/expression_parser.hpp"
#include "framework/base/nearest_name.hpp"

#include <algorithm>

namespace chemora::edl {

namespace {

std::vector<std::string> const parameter_types{"real", "int", "keyword", "boolean"};
std::vector<std::string> const attributes{"default", "range", "description", "steerable"};

Expression infinity(base::SourcePosition const& where) {
  Expression expression;
  expression.kind = ExpressionKind::name;
  expression.name = {"", "infinity", {}, where};
  expression.where = where;
  return expression;
}

bool is_infinity(Expression const& expression) {
  if (expression.kind == ExpressionKind::negate) return is_infinity(expression.operands[0]);
  return expression.kind == ExpressionKind::name && expression.name == infinity({}).name;
}

/// `[above] a to [below] b`, `above a`, `below b`, or one value.
RangeItem parse_range_item(TokenStream& tokens) {
  RangeItem item;
  item.where = tokens.peek().where;
  item.excludes_low = tokens.take_word("above");
  bool const only_high = !item.excludes_low && tokens.take_word("below");
  Expression first = parse_expression(tokens);
  bool const has_two = !only_high && tokens.take_word("to");
  if (only_high) {
    item.excludes_high = true;
    item.high = std::move(first);
  } else if (!is_infinity(first)) {
    item.low = std::move(first);
  }
  if (has_two) {
    item.excludes_high = tokens.take_word("below");
    item.high = parse_expression(tokens);
    if (is_infinity(*item.high)) item.high.reset();
  }
  item.is_single = !has_two && !item.excludes_low && !only_high;
  if (item.is_single && !item.low) tokens.fail(item.where, "`infinity` is an end of a range, not a value.");
  if (tokens.peek().kind == TokenKind::string) item.description = tokens.take().text;
  return item;
}

bool at_attribute(TokenStream& tokens) { return tokens.peek().kind == TokenKind::word && tokens.at_symbol(":", 1); }

void parse_ranges(TokenStream& tokens, ParameterDeclaration& parameter) {
  for (;;) {
    parameter.ranges.push_back(parse_range_item(tokens));
    if (!tokens.at_symbol(",")) return;
    std::size_t next = 1;
    while (tokens.peek(next).kind == TokenKind::end_of_line) ++next;
    bool const is_attribute = tokens.peek(next).kind == TokenKind::word && tokens.at_symbol(":", next + 1);
    if (is_attribute) return;
    tokens.take();
    tokens.skip_empty_lines();
  }
}

std::string parse_steerable(TokenStream& tokens) {
  base::SourcePosition const where = tokens.peek().where;
  std::string const value = tokens.expect_name("never, always or recover");
  if (value == "never" || value == "always" || value == "recover") return value;
  tokens.fail(where, "`" + value + "` is not a way to steer; allowed are never, always and recover." +
                         base::did_you_mean(value, {"never", "always", "recover"}));
}

void parse_attribute(TokenStream& tokens, ParameterDeclaration& parameter) {
  if (tokens.peek().kind == TokenKind::string) {
    parameter.description = tokens.take().text;
    return;
  }
  base::SourcePosition const where = tokens.peek().where;
  std::string const name = tokens.expect_name("default, range, description or steerable");
  tokens.expect_symbol(":", "after `" + name + "`");
  if (name == "default")
    parameter.default_value = parse_expression(tokens);
  else if (name == "range")
    parse_ranges(tokens, parameter);
  else if (name == "steerable")
    parameter.steerable = parse_steerable(tokens);
  else if (name == "description" && tokens.peek().kind == TokenKind::string)
    parameter.description = tokens.take().text;
  else if (name == "description")
    tokens.fail("A description is a string in double quotes.");
  else
    tokens.fail(where, "`" + name +
                           "` is not a property of a parameter; allowed are default, range, description and "
                           "steerable." +
                           base::did_you_mean(name, attributes));
}

} // namespace

ParameterDeclaration parse_parameter(TokenStream& tokens) {
  if (tokens.peek().kind != TokenKind::word)
    tokens.fail("Expected a parameter's name, found " + describe(tokens.peek()) + ".");
  ParameterDeclaration parameter;
  parameter.name = parse_name(tokens);
  tokens.expect_symbol(":", "after the parameter `" + to_text(parameter.name) + "`");
  if (tokens.peek().kind == TokenKind::word && !at_attribute(tokens)) {
    base::SourcePosition const where = tokens.peek().where;
    parameter.type = tokens.expect_name("a type");
    if (parameter.type == "integer") parameter.type = "int";
    if (parameter.type == "bool") parameter.type = "boolean";
    if (std::find(parameter_types.begin(), parameter_types.end(), parameter.type) == parameter_types.end())
      tokens.fail(where, "`" + parameter.type +
                             "` is not a type of a parameter; allowed are real, int, keyword and "
                             "boolean." +
                             base::did_you_mean(parameter.type, parameter_types));
  }
  if (tokens.peek().kind == TokenKind::string) parameter.description = tokens.take().text;
  if (at_attribute(tokens)) parse_attribute(tokens, parameter);
  while (tokens.take_symbol(",")) {
    tokens.skip_empty_lines();
    parse_attribute(tokens, parameter);
  }
  return parameter;
}

std::vector<VariableDeclaration> parse_variables(TokenStream& tokens) {
  std::vector<VariableDeclaration> variables;
  while (!tokens.at_end_of_line()) {
    if (tokens.peek().kind != TokenKind::word)
      tokens.fail("Expected the name of a variable, found " + describe(tokens.peek()) + ".");
    variables.push_back({parse_name(tokens), ""});
    if (tokens.take_symbol(":")) {
      if (tokens.peek().kind != TokenKind::string)
        tokens.fail("Expected the description of `" + to_text(variables.back().name) +
                    "` as a string in double quotes, found " + describe(tokens.peek()) + ".");
      variables.back().description = tokens.take().text;
    }
    tokens.take_symbol(",");
  }
  return variables;
}

OperatorDefinition parse_operator(TokenStream& tokens) {
  if (tokens.peek().kind != TokenKind::word)
    tokens.fail("Expected the name of a derivative operator, found " + describe(tokens.peek()) + ".");
  OperatorDefinition definition;
  definition.name = parse_name(tokens);
  if (tokens.peek().kind == TokenKind::word) definition.operand = parse_name(tokens);
  tokens.expect_symbol("=", "in the definition of the operator `" + to_text(definition.name) + "`");
  tokens.skip_empty_lines();
  definition.right = parse_expression(tokens);
  return definition;
}

} // namespace chemora::edl
