/// Parses declarations of parameters in EDL's form and in Kranc's form, for the parser of EDL.
#include "codegen/edl/statement_parsers.hpp"

#include "framework/base/text.hpp"

#include <map>

namespace chemora::edl {

namespace {

std::vector<std::string> const types{"real", "int", "keyword", "boolean"};
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

/// Reads `[above] a to [below] b`, `above a`, `below b`, or one value.
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
  if (item.is_single && !item.low)
    tokens.fail(item.where, "`infinity` can be a limit of a range, but not a single value.");
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
  tokens.fail(where, "`" + value + "` is not a value of `steerable`; allowed are never, always and recover." +
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
  else if (name == "description")
    parameter.description = tokens.expect_string("the description");
  else
    tokens.fail(where, "`" + name +
                           "` is not a property of a parameter; allowed are default, range, description and "
                           "steerable." +
                           base::did_you_mean(name, attributes));
}

std::string parse_type(TokenStream& tokens) {
  static std::map<std::string, std::string> const other_spellings{{"integer", "int"}, {"bool", "boolean"}};
  base::SourcePosition const where = tokens.peek().where;
  std::string const written = tokens.expect_name("a type");
  auto const alias = other_spellings.find(written);
  std::string const& type = alias == other_spellings.end() ? written : alias->second;
  if (base::contains(types, type)) return type;
  tokens.fail(where, "`" + type +
                         "` is not a type of a parameter; allowed are real, int, keyword and "
                         "boolean." +
                         base::did_you_mean(type, types));
}

/// Returns whether a parameter in Kranc's form follows: `name: amp`, then lines `description: ...`, `default: ...` and
/// `range: ...`. The words of a description have no quotes; the lexer makes them a string.
bool at_kranc_parameter(TokenStream& tokens) {
  return tokens.at_word("name") && tokens.at_symbol(":", 1) && tokens.peek(2).kind == TokenKind::word &&
         tokens.peek(3).kind == TokenKind::end_of_line;
}

ParameterDeclaration parse_kranc_parameter(TokenStream& tokens) {
  ParameterDeclaration parameter;
  tokens.take();
  tokens.take();
  parameter.name = parse_name(tokens);
  for (;;) {
    std::size_t next = 0;
    while (tokens.peek(next).kind == TokenKind::end_of_line) ++next;
    bool const continues = tokens.peek(next).kind == TokenKind::word && tokens.at_symbol(":", next + 1) &&
                           base::contains(attributes, tokens.peek(next).text);
    if (!continues) return parameter;
    tokens.skip_empty_lines();
    parse_attribute(tokens, parameter);
  }
}

} // namespace

ParameterDeclaration parse_parameter(TokenStream& tokens) {
  if (at_kranc_parameter(tokens)) return parse_kranc_parameter(tokens);
  tokens.require_word("a parameter's name");
  ParameterDeclaration parameter;
  parameter.name = parse_name(tokens);
  tokens.expect_symbol(":", "after the parameter `" + to_text(parameter.name) + "`");
  if (tokens.peek().kind == TokenKind::word && !at_attribute(tokens)) parameter.type = parse_type(tokens);
  if (tokens.peek().kind == TokenKind::string) parameter.description = tokens.take().text;
  if (at_attribute(tokens)) parse_attribute(tokens, parameter);
  while (tokens.take_symbol(",")) {
    tokens.skip_empty_lines();
    parse_attribute(tokens, parameter);
  }
  return parameter;
}

} // namespace chemora::edl
