/// Parses declarations of variables, operators, metrics, definitions and far values for the parser of EDL.
#include "codegen/edl/statement_parsers.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::edl {

namespace {

/// Reads a number or fraction and returns it as written: `2`, `-2/3`.
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

/// Reads a parity. Returns true for -1, the parity of pseudotensors.
bool parse_parity(TokenStream& tokens) {
  base::SourcePosition const where = tokens.peek().where;
  std::string const parity = parse_fraction(tokens, "parity");
  if (parity != "1" && parity != "-1")
    tokens.fail(where,
                "A parity must be 1, or -1 for pseudotensors, which have an additional sign in mirrors; found `" +
                    parity + "`.");
  return parity == "-1";
}

/// Reads the word `weight` or `parity` if a number follows. Otherwise, the word is the name of a variable and is not
/// read.
bool take_property(TokenStream& tokens, std::string_view name) {
  bool const has_number = tokens.peek(1).kind == TokenKind::number || tokens.at_symbol("-", 1);
  return has_number && tokens.take_word(name);
}

void parse_metric_attribute(TokenStream& tokens, MetricDeclaration& metric) {
  static std::vector<std::string> const properties{"determinant", "connection", "derivative", "ricci", "raises"};
  base::SourcePosition const where = tokens.peek().where;
  std::string const name = tokens.expect_name("determinant, connection, derivative, ricci or raises");
  if (!base::contains(properties, name))
    tokens.fail(where, "`" + name +
                           "` is not a property of a metric; allowed are determinant, connection, derivative, ricci "
                           "and raises." +
                           base::did_you_mean(name, properties));
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

std::vector<VariableDeclaration> parse_variables(TokenStream& tokens) {
  std::vector<VariableDeclaration> variables;
  while (!tokens.at_end_of_line()) {
    tokens.require_word("the name of a variable");
    variables.push_back({parse_name(tokens), "", ""});
    if (tokens.take_symbol(":"))
      variables.back().description =
          tokens.expect_string("the description of `" + to_text(variables.back().name) + "`");
    if (take_property(tokens, "weight")) {
      variables.back().weight_where = tokens.peek().where;
      variables.back().weight = parse_fraction(tokens, "weight");
    }
    if (take_property(tokens, "parity")) variables.back().is_pseudo = parse_parity(tokens);
    tokens.take_symbol(",");
  }
  return variables;
}

OperatorDefinition parse_operator(TokenStream& tokens) {
  tokens.require_word("the name of a derivative operator");
  OperatorDefinition definition;
  definition.name = parse_name(tokens);
  if (tokens.peek().kind == TokenKind::word) definition.operand = parse_name(tokens);
  tokens.expect_symbol("=", "in the definition of the operator `" + to_text(definition.name) + "`");
  tokens.skip_empty_lines();
  definition.right = parse_expression(tokens);
  return definition;
}

InheritedTensor parse_inherited(TokenStream& tokens, std::string const& implementation) {
  tokens.require_word("the name of a variable of `" + implementation + "`");
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
  tokens.require_word("the variable of a boundary condition");
  FarValue value;
  value.name = parse_name(tokens);
  tokens.expect_symbol(":", "after `" + to_text(value.name) + "`");
  value.is_extrapolated = tokens.take_word("extrapolated");
  if (value.is_extrapolated && !tokens.take_symbol(",")) return value;
  do {
    tokens.skip_empty_lines();
    base::SourcePosition const where = tokens.peek().where;
    std::string const name = tokens.expect_name(value.is_extrapolated ? "speed" : "limit, speed or extrapolated");
    if (value.is_extrapolated && name != "speed")
      tokens.fail(where, "`" + name + "` is not a property of an extrapolated variable; only speed is allowed.");
    if (name != "limit" && name != "speed")
      tokens.fail(where, "`" + name +
                             "` is not a property of a boundary; allowed are limit and speed, or extrapolated and "
                             "speed." +
                             base::did_you_mean(name, {"limit", "speed", "extrapolated"}));
    tokens.expect_symbol(":", "after `" + name + "`");
    (name == "limit" ? value.limit : value.speed) = parse_expression(tokens);
  } while (tokens.take_symbol(","));
  return value;
}

Requirement parse_requirement(TokenStream& tokens) {
  Requirement requirement;
  requirement.condition = parse_expression(tokens);
  if (tokens.at_symbol("=")) tokens.fail("Equality in a condition is written `==`.");
  tokens.expect_symbol(":", "between the condition and its message");
  tokens.skip_empty_lines();
  requirement.message = tokens.expect_string("the message for a violated condition");
  return requirement;
}

MetricDeclaration parse_metric(TokenStream& tokens) {
  tokens.require_word("the name of a metric");
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
  tokens.require_word("the name that is defined");
  Definition definition;
  definition.where = tokens.peek().where;
  definition.left = parse_name(tokens);
  definition.is_function = tokens.take_symbol("(");
  if (definition.is_function) {
    do {
      tokens.require_word("the name of an argument of `" + to_text(definition.left) + "`");
      definition.parameters.push_back(parse_name(tokens));
    } while (tokens.take_symbol(","));
    tokens.expect_symbol(")", "after the arguments of `" + to_text(definition.left) + "`");
  }
  tokens.expect_symbol("=", "in the definition of `" + to_text(definition.left) + "`");
  tokens.skip_empty_lines();
  definition.right = parse_expression(tokens);
  return definition;
}

namespace {

/// Reads names that are separated by commas.
std::vector<Name> parse_names(TokenStream& tokens, std::string const& purpose) {
  std::vector<Name> names;
  do {
    tokens.skip_empty_lines();
    tokens.require_word(purpose);
    names.push_back(parse_name(tokens));
  } while (tokens.take_symbol(","));
  return names;
}

} // namespace

LocalDefinition parse_local_definition(TokenStream& tokens) {
  LocalDefinition definition;
  definition.where = tokens.peek().where;
  definition.left = parse_names(tokens, "the name that is defined");
  tokens.expect_symbol("=", "after `" + to_text(definition.left.back()) + "`");
  tokens.skip_empty_lines();
  definition.right = parse_expression(tokens);
  return definition;
}

std::string parse_direction(TokenStream& tokens) {
  if (!tokens.take_word("along"))
    tokens.fail("Expected `along` and the letter of a direction, as in `along i`, found " + describe(tokens.peek()) +
                ".");
  Token const token = tokens.peek();
  bool const is_letter = token.kind == TokenKind::word && token.text.size() == 1 && token.suffixes.empty() &&
                         token.text[0] >= 'a' && token.text[0] <= 'w' && token.text[0] != 't';
  if (!is_letter)
    tokens.fail("A direction must be an index letter from a to w except t; found " + describe(token) + ".");
  return tokens.take().text;
}

void parse_function_heading(TokenStream& tokens, Function& function) {
  function.where = tokens.peek().where;
  function.name = tokens.expect_name("the function's name");
  if (function.name.find('_') != std::string::npos)
    tokens.fail(function.where, "The name of a function must not contain `_`; found `" + function.name + "`.");
  tokens.expect_symbol("(", "before the arguments of `" + function.name + "`");
  function.parameters = parse_names(tokens, "the name of an argument of `" + function.name + "`");
  tokens.expect_symbol(")", "after the arguments of `" + function.name + "`");
  if (tokens.at_word("along")) function.direction = parse_direction(tokens);
  if (!tokens.take_word("gives"))
    tokens.fail("Expected `gives` and the names of the results of `" + function.name + "`, found " +
                describe(tokens.peek()) + ".");
  function.results = parse_names(tokens, "the name of a result of `" + function.name + "`");
  for (auto result = function.results.begin(); result != function.results.end(); ++result)
    if (std::find(function.results.begin(), result, *result) != result)
      tokens.fail(result->where, "The function `" + function.name + "` gives the result `" + to_text(*result) +
                                     "` twice; give each result once.");
  tokens.expect_end_of_line();
}

} // namespace chemora::edl
