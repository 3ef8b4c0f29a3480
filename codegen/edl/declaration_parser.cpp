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

/// `2`, `-2/3`, as written.
std::string parse_fraction(TokenStream& tokens, std::string const& purpose) {
  auto const number = [&] {
    if (tokens.peek().kind != TokenKind::number)
      tokens.fail("Expected a number as " + purpose + ", found " + describe(tokens.peek()) + ".");
    return tokens.take().text;
  };
  std::string text = tokens.take_symbol("-") ? "-" : "";
  text += number();
  if (tokens.take_symbol("/")) text += "/" + number();
  return text;
}

/// Whether a tensor has the parity -1, that of a pseudotensor.
bool parse_parity(TokenStream& tokens) {
  tokens.take();
  base::SourcePosition const where = tokens.peek().where;
  std::string const parity = parse_fraction(tokens, "parity");
  if (parity != "1" && parity != "-1")
    tokens.fail(where, "A parity is 1, or -1 for what changes its sign once more than its indices say where space is "
                       "mirrored; found `" +
                           parity + "`.");
  return parity == "-1";
}

void parse_metric_attribute(TokenStream& tokens, MetricDeclaration& metric) {
  static std::vector<std::string> const known{"determinant", "connection", "derivative", "ricci", "raises"};
  base::SourcePosition const where = tokens.peek().where;
  std::string const name = tokens.expect_name("determinant, connection, derivative, ricci or raises");
  if (std::find(known.begin(), known.end(), name) == known.end())
    tokens.fail(where, "`" + name +
                           "` is not a property of a metric; allowed are determinant, connection, derivative, ricci "
                           "and raises." +
                           base::did_you_mean(name, known));
  tokens.expect_symbol(":", "after `" + name + "`");
  if (name == "determinant") {
    metric.determinant = parse_fraction(tokens, "the determinant");
  } else if (name == "raises") {
    do metric.raises.push_back(parse_name(tokens));
    while (tokens.peek().kind == TokenKind::word);
  } else {
    std::string& value = name == "connection" ? metric.connection : name == "ricci" ? metric.ricci : metric.derivative;
    value = tokens.expect_name("the name of the " + name);
  }
}

} // namespace

namespace {

/// The parameter form of Kranc: `name: amp`, then lines `description: ...` (words without quotes), `default: ...`,
/// `range: ...`.
bool at_kranc_parameter(TokenStream& tokens) {
  return tokens.at_word("name") && tokens.at_symbol(":", 1) && tokens.peek(2).kind == TokenKind::word &&
         tokens.peek(3).kind == TokenKind::end_of_line;
}

std::string words_to_end_of_line(TokenStream& tokens) {
  std::string text;
  while (!tokens.at_end_of_line()) {
    Token const token = tokens.take();
    text += (text.empty() || !token.follows_blank ? "" : " ") + spelling(token.text, token.suffixes);
  }
  return text;
}

ParameterDeclaration parse_kranc_parameter(TokenStream& tokens) {
  ParameterDeclaration parameter;
  tokens.take();
  tokens.take();
  parameter.name = parse_name(tokens);
  for (;;) {
    std::size_t next = 0;
    while (tokens.peek(next).kind == TokenKind::end_of_line) ++next;
    bool const goes_on = tokens.peek(next).kind == TokenKind::word && tokens.at_symbol(":", next + 1) &&
                         std::find(attributes.begin(), attributes.end(), tokens.peek(next).text) != attributes.end();
    if (!goes_on) return parameter;
    tokens.skip_empty_lines();
    bool const is_description = tokens.at_word("description") && tokens.peek(2).kind != TokenKind::string;
    if (!is_description) {
      parse_attribute(tokens, parameter);
      continue;
    }
    tokens.take();
    tokens.take();
    parameter.description = words_to_end_of_line(tokens);
  }
}

} // namespace

ParameterDeclaration parse_parameter(TokenStream& tokens) {
  if (at_kranc_parameter(tokens)) return parse_kranc_parameter(tokens);
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
    variables.push_back({parse_name(tokens), "", ""});
    if (tokens.take_symbol(":")) {
      if (tokens.peek().kind != TokenKind::string)
        tokens.fail("Expected the description of `" + to_text(variables.back().name) +
                    "` as a string in double quotes, found " + describe(tokens.peek()) + ".");
      variables.back().description = tokens.take().text;
    }
    bool const has_weight =
        tokens.at_word("weight") && (tokens.peek(1).kind == TokenKind::number || tokens.at_symbol("-", 1));
    if (has_weight) {
      tokens.take();
      variables.back().weight = parse_fraction(tokens, "weight");
    }
    bool const has_parity =
        tokens.at_word("parity") && (tokens.peek(1).kind == TokenKind::number || tokens.at_symbol("-", 1));
    if (has_parity) variables.back().is_pseudo = parse_parity(tokens);
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

InheritedTensor parse_inherited(TokenStream& tokens, std::string const& implementation) {
  if (tokens.peek().kind != TokenKind::word)
    tokens.fail("Expected the name of a variable of `" + implementation + "`, found " + describe(tokens.peek()) + ".");
  InheritedTensor tensor{implementation, parse_name(tokens), {}};
  bool const has_list = tokens.take_symbol(":");
  bool const has_group = tokens.at_word("group") && tokens.peek(1).kind == TokenKind::word;
  if (has_list && !has_group) {
    do tensor.components.push_back(tokens.expect_name("the name of a variable of `" + implementation + "`"));
    while (!tokens.at_end_of_line() && !tokens.at_word("group"));
  }
  if (tokens.take_word("group")) tensor.group = tokens.expect_name("the group of these variables");
  return tensor;
}

FarValue parse_far_value(TokenStream& tokens) {
  if (tokens.peek().kind != TokenKind::word)
    tokens.fail("Expected the variable whose limit or speed is given, found " + describe(tokens.peek()) + ".");
  FarValue value;
  value.name = parse_name(tokens);
  tokens.expect_symbol(":", "after `" + to_text(value.name) + "`");
  do {
    tokens.skip_empty_lines();
    base::SourcePosition const where = tokens.peek().where;
    std::string const name = tokens.expect_name("limit or speed");
    if (name != "limit" && name != "speed")
      tokens.fail(where, "`" + name + "` is not a property of a boundary; allowed are limit and speed." +
                             base::did_you_mean(name, {"limit", "speed"}));
    tokens.expect_symbol(":", "after `" + name + "`");
    (name == "limit" ? value.limit : value.speed) = parse_expression(tokens);
  } while (tokens.take_symbol(","));
  return value;
}

Requirement parse_requirement(TokenStream& tokens) {
  Requirement requirement;
  requirement.condition = parse_expression(tokens);
  tokens.expect_symbol(":", "between the condition and what is said where it does not hold");
  tokens.skip_empty_lines();
  if (tokens.peek().kind != TokenKind::string)
    tokens.fail("Expected what is said where the condition does not hold as a string in double quotes, found " +
                describe(tokens.peek()) + ".");
  requirement.message = tokens.take().text;
  return requirement;
}

MetricDeclaration parse_metric(TokenStream& tokens) {
  if (tokens.peek().kind != TokenKind::word)
    tokens.fail("Expected the name of a metric, found " + describe(tokens.peek()) + ".");
  MetricDeclaration metric;
  metric.where = tokens.peek().where;
  metric.name = parse_name(tokens);
  if (!tokens.take_symbol(":")) return metric;
  do {
    tokens.skip_empty_lines();
    parse_metric_attribute(tokens, metric);
  } while (tokens.take_symbol(","));
  return metric;
}

Definition parse_definition(TokenStream& tokens) {
  if (tokens.peek().kind != TokenKind::word)
    tokens.fail("A definition starts with the name it defines, found " + describe(tokens.peek()) + ".");
  Definition definition;
  definition.where = tokens.peek().where;
  definition.left = parse_name(tokens);
  definition.is_function = tokens.take_symbol("(");
  if (definition.is_function) {
    do {
      if (tokens.peek().kind != TokenKind::word)
        tokens.fail("Expected the name of an argument of `" + to_text(definition.left) + "`, found " +
                    describe(tokens.peek()) + ".");
      definition.parameters.push_back(parse_name(tokens));
    } while (tokens.take_symbol(","));
    tokens.expect_symbol(")", "after the arguments of `" + to_text(definition.left) + "`");
  }
  tokens.expect_symbol("=", "in the definition of `" + to_text(definition.left) + "`");
  tokens.skip_empty_lines();
  definition.right = parse_expression(tokens);
  return definition;
}

} // namespace chemora::edl
