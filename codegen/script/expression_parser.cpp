#include "codegen/script/expression_parser.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::script {

using base::SourcePosition;
using base::UserError;

ExpressionParser::Depth::Depth(ExpressionParser& parser) : parser_(parser) {
  if (++parser.depth_ > max_nesting)
    parser.fail(fmt::format("The expression is nested deeper than {} levels.", max_nesting));
}

void ExpressionParser::fail(std::string const& message) const { throw UserError(token().where, message); }

std::string ExpressionParser::found() const {
  switch (token().kind) {
  case TokenKind::end_of_line:
  case TokenKind::end_of_script:
    return "the end of the line";
  case TokenKind::indent:
  case TokenKind::dedent:
    return "a change of the indentation";
  case TokenKind::string:
    return "a string";
  default:
    return fmt::format("`{}`", token().text);
  }
}

bool ExpressionParser::take_symbol(std::string_view text) {
  bool const is_found = is_symbol(text);
  next_ += is_found;
  return is_found;
}

bool ExpressionParser::take_keyword(std::string_view text) {
  bool const is_found = is_keyword(text);
  next_ += is_found;
  return is_found;
}

void ExpressionParser::expect_symbol(std::string_view text, std::string_view after) {
  if (!take_symbol(text)) fail(fmt::format("Expected `{}` after {}; found {}.", text, after, found()));
}

void ExpressionParser::check_target(Node const& node) const {
  if (node.kind == NodeKind::list && !node.operands.empty()) {
    for (Node const& operand : node.operands) check_target(operand);
    return;
  }
  if (node.kind != NodeKind::name)
    throw UserError(node.where, "Only names can be assigned, as in `f = ...` or `f, g = ...`.");
}

/// The variables between `for` and `in`. They end before `in`, which is also an operator.
Node ExpressionParser::loop_target() {
  Node target{.kind = NodeKind::list, .where = token().where};
  bool is_tuple = false;
  do {
    if (is_keyword("in")) break;
    target.operands.push_back(postfix());
    is_tuple = is_tuple || is_symbol(",");
  } while (take_symbol(","));
  if (!is_tuple && !target.operands.empty()) target = Node(target.operands[0]);
  check_target(target);
  if (!take_keyword("in")) fail(fmt::format("Expected `in` after the variable of the loop; found {}.", found()));
  return target;
}

Node ExpressionParser::tuple() {
  Node first = expression();
  if (!is_symbol(",")) return first;
  Node list{.kind = NodeKind::list, .where = first.where};
  list.operands.push_back(std::move(first));
  while (take_symbol(",")) {
    if (token().kind == TokenKind::end_of_line || is_symbol("=") || is_symbol(":")) break;
    list.operands.push_back(expression());
  }
  return list;
}

/// Takes an operator of the level of precedence, from `or` to products.
bool ExpressionParser::take_operator(std::size_t level, std::string& op) {
  static std::vector<std::vector<std::string>> const levels{
      {"or"}, {"and"}, {"==", "!=", "<", "<=", ">", ">=", "in"}, {"+", "-"}, {"*", "/", "//", "%"}};
  if (level == 2 && is_keyword("not") && tokens_[next_ + 1].kind == TokenKind::keyword &&
      tokens_[next_ + 1].text == "in") {
    next_ += 2;
    op = "not in";
    return true;
  }
  bool const is_operator = token().kind == TokenKind::symbol || token().kind == TokenKind::keyword;
  if (!is_operator || !base::contains(levels[level], token().text)) return false;
  op = token().text;
  ++next_;
  return true;
}

Node ExpressionParser::binary(std::size_t level) {
  if (level == 5) return unary();
  if (level == 2 && is_keyword("not")) {
    Depth const depth(*this);
    Node node{.kind = NodeKind::unary, .text = "not", .where = token().where};
    ++next_;
    node.operands.push_back(binary(level));
    return node;
  }
  Node left = binary(level + 1);
  std::string op;
  int n_terms = 0;
  for (SourcePosition where = token().where; take_operator(level, op); where = token().where) {
    if (++n_terms > 200) fail("An expression may have at most 200 operators in a row.");
    Node node{.kind = NodeKind::binary, .text = op, .where = where};
    node.operands.push_back(std::move(left));
    node.operands.push_back(binary(level + 1));
    left = std::move(node);
  }
  return left;
}

Node ExpressionParser::unary() {
  if (!is_symbol("-")) return postfix();
  Depth const depth(*this);
  Node node{.kind = NodeKind::unary, .text = "-", .where = token().where};
  ++next_;
  node.operands.push_back(unary());
  return node;
}

Node ExpressionParser::postfix() {
  Depth const depth(*this);
  Node node = primary();
  for (int n = 0;; ++n) {
    if (n > max_nesting) fail("An expression may have at most 60 attributes, calls and subscripts in a row.");
    SourcePosition const where = token().where;
    if (take_symbol(".")) {
      if (token().kind != TokenKind::name) fail(fmt::format("Expected a name after `.`; found {}.", found()));
      Node attribute{.kind = NodeKind::attribute, .text = token().text, .where = token().where};
      ++next_;
      attribute.operands.push_back(std::move(node));
      node = std::move(attribute);
    } else if (take_symbol("(")) {
      Node call{.kind = NodeKind::call, .where = node.where};
      call.operands.push_back(std::move(node));
      arguments(call);
      node = std::move(call);
    } else if (take_symbol("[")) {
      Node subscript{.kind = NodeKind::subscript, .where = where};
      subscript.operands.push_back(std::move(node));
      subscript.operands.push_back(expression());
      expect_symbol("]", "the subscript");
      node = std::move(subscript);
    } else {
      return node;
    }
  }
}

void ExpressionParser::arguments(Node& call) {
  bool has_names = false;
  while (!is_symbol(")")) {
    bool const is_named = token().kind == TokenKind::name && tokens_[next_ + 1].kind == TokenKind::symbol &&
                          tokens_[next_ + 1].text == "=";
    if (has_names && !is_named) fail("Arguments without names must be before arguments with names.");
    has_names = is_named;
    call.names.push_back(is_named ? token().text : "");
    if (is_named) next_ += 2;
    call.operands.push_back(expression());
    if (is_keyword("for")) fail("Write a comprehension in brackets, as in `[name + \"_r\" for name in names]`.");
    if (!take_symbol(",")) break;
  }
  expect_symbol(")", "the arguments");
}

Node ExpressionParser::items(std::string_view close) {
  Node list{.kind = NodeKind::list, .where = token().where};
  while (!is_symbol(close)) {
    list.operands.push_back(expression());
    if (list.operands.size() == 1 && close == "]" && take_keyword("for")) {
      list.kind = NodeKind::comprehension;
      list.operands.push_back(loop_target());
      list.operands.push_back(expression());
      if (take_keyword("if")) list.operands.push_back(expression());
      break;
    }
    if (!take_symbol(",")) break;
  }
  expect_symbol(close, "the elements");
  return list;
}

/// A dictionary or a set. `{}` is an empty dictionary.
Node ExpressionParser::braces() {
  Node node{.kind = NodeKind::dictionary, .where = token().where};
  if (take_symbol("}")) return node;
  while (!is_symbol("}")) {
    node.operands.push_back(expression());
    if (node.operands.size() == 1 && !is_symbol(":")) node.kind = NodeKind::list;
    if (node.kind == NodeKind::dictionary) {
      expect_symbol(":", "the key");
      node.operands.push_back(expression());
    }
    if (!take_symbol(",")) break;
  }
  expect_symbol("}", "the elements");
  return node;
}

Node ExpressionParser::primary() {
  Token const current = token();
  Node node{.text = current.text, .where = current.where};
  switch (current.kind) {
  case TokenKind::integer:
    node.kind = NodeKind::integer;
    break;
  case TokenKind::real:
    node.kind = NodeKind::real;
    break;
  case TokenKind::name:
    node.kind = current.text == "True" || current.text == "False" ? NodeKind::boolean
                : current.text == "None"                          ? NodeKind::none
                                                                  : NodeKind::name;
    break;
  case TokenKind::string:
    node.kind = NodeKind::string;
    while (tokens_[next_ + 1].kind == TokenKind::string) node.text += tokens_[++next_].text;
    break;
  case TokenKind::symbol:
    if (take_symbol("[")) return items("]");
    if (take_symbol("{")) return braces();
    if (take_symbol("(")) {
      if (take_symbol(")")) return {.kind = NodeKind::list, .where = current.where};
      Node first = expression();
      if (take_symbol(")")) return first;
      expect_symbol(",", "the first element");
      Node list = items(")");
      list.operands.insert(list.operands.begin(), std::move(first));
      return list;
    }
    [[fallthrough]];
  default:
    fail(fmt::format("Expected a value; found {}.", found()));
  }
  ++next_;
  return node;
}

} // namespace chemora::script
