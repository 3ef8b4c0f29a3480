/// Expressions, from the weakest to the strongest operator:
///
///     if c then a else b
///     or
///     and
///     not
///     == != < <= > >=
///     min max
///     + -
///     * /
///     - (sign)
///     f(x)  s[i]  t.prob
#include "codegen/recursion/language.hpp"
#include "framework/base/operator_parser.hpp"

#include <fmt/format.h>

namespace chemora::recursion::syntax {

namespace {

base::Operators const& operators() {
  static base::Operators const result{
      .levels = {{"or"}, {"and"}, {"==", "!=", "<", "<=", ">", ">="}, {"min", "max"}, {"+", "-"}, {"*", "/"}},
      .comparisons = 2,
      .max_depth = max_depth};
  return result;
}

class ExpressionParser final : public base::OperatorParser<Node> {
public:
  explicit ExpressionParser(TokenStream& tokens) : OperatorParser(tokens, operators()) {}

private:
  void check_node(Node const& node) override {
    if (++n_nodes_ > max_nodes)
      tokens_.fail(node.where,
                   fmt::format("The expression has more than {} operators, names and numbers; split it into "
                               "several functions.",
                               max_nodes));
  }

  void check_comparison() override {
    if (tokens_.at_symbol("=")) tokens_.fail("The comparison for equality is `==`, not `=`.");
  }

  NodePtr subscript(NodePtr const& array, Token const& first) override {
    Node node{.kind = NodeKind::subscript, .operands = {array}, .where = tokens_.take().where};
    for (NodePtr const& argument : list("]", "after the subscripts")) node.operands.push_back(argument);
    node.source = tokens_.text_since(first);
    return make(std::move(node));
  }

  NodePtr primary() override {
    Token const token = tokens_.peek();
    if (token.kind == TokenKind::integer || token.kind == TokenKind::real) return number();
    if (token.kind == TokenKind::letter) {
      tokens_.take();
      return make({.kind = NodeKind::letter, .text = token.text, .where = token.where});
    }
    if (tokens_.take_symbol("(")) return enclosed();
    if (token.kind == TokenKind::word) return word();
    tokens_.fail(fmt::format("Expected an expression, found {}.", describe(token)));
  }

  NodePtr word() {
    Token const token = tokens_.take();
    Node node{.text = token.text, .where = token.where};
    if (token.text == "true" || token.text == "false") {
      node.kind = NodeKind::boolean;
      node.number = token.text == "true" ? 1 : 0;
    } else if (token.text == "infinity") {
      node.kind = NodeKind::infinity;
    } else if (token.text == "sum" || token.text == "min" || token.text == "max") {
      return reduction_or_call(token);
    } else if (token.text == "float" && tokens_.at_symbol("(")) {
      return call(token);
    } else if (token.text == "if") {
      tokens_.fail(token.where, "Expected an operand, found `if`; enclose the `if` in parentheses.");
    } else if (tokens_.language().is_reserved(token.text)) {
      tokens_.fail(token.where, fmt::format("Expected an expression, found {}.", describe(token)));
    } else if (tokens_.at_symbol("(")) {
      return call(token);
    } else {
      node.kind = NodeKind::name;
    }
    return make(std::move(node));
  }

  NodePtr reduction_or_call(Token const& name) {
    bool const is_reduction = tokens_.peek(1).kind == TokenKind::word && tokens_.at_word("in", 2);
    if (!is_reduction && name.text != "sum") return call(name);
    Node node{.kind = NodeKind::reduction, .text = name.text, .where = name.where};
    tokens_.expect_symbol("(", fmt::format("after `{}`", name.text));
    do {
      node.ranges.push_back(range());
      if (++n_open_ranges_ > max_ranges)
        tokens_.fail(node.ranges.back().where, fmt::format("More than {} ranges are inside one another.", max_ranges));
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol(":", fmt::format("after the ranges of `{}`", name.text));
    node.operands = {parse()};
    n_open_ranges_ -= node.ranges.size();
    tokens_.expect_symbol(")", fmt::format("after the operand of `{}`", name.text));
    node.source = tokens_.text_since(name);
    return make(std::move(node));
  }

  Range range() {
    Name const variable = tokens_.expect_name("a variable, as in `sum(k in 0 .. n: f(k))`");
    Range range{.variable = variable.text, .where = variable.where};
    tokens_.expect_word("in", "after the variable");
    bool const is_type = tokens_.peek().kind == TokenKind::word && tokens_.at_symbol("[", 1);
    if (is_type && tokens_.language().is_reserved(tokens_.peek().text)) {
      range.type = parse_type(tokens_);
      return range;
    }
    range.first = parse();
    if (tokens_.take_symbol("..")) {
      range.last = parse();
    } else {
      range.set = range.first;
      range.first = nullptr;
    }
    return range;
  }

  int n_nodes_ = 0;
  std::size_t n_open_ranges_ = 0; ///< of the reductions around the operand
};

} // namespace

NodePtr parse_expression(TokenStream& tokens) { return ExpressionParser(tokens).parse(); }

Type parse_type(TokenStream& tokens) {
  Token const token = tokens.peek();
  if (token.kind != TokenKind::word) tokens.fail(fmt::format("Expected a type, found {}.", describe(token)));
  tokens.take();
  Type type{.name = token.text == "real" ? "float" : token.text, .where = token.where};
  if (!tokens.take_symbol("[")) return type;
  type.of_where = tokens.peek().where;
  type.of = tokens.take_symbol("*") ? "*" : tokens.expect_name("a name between the brackets of a type").text;
  tokens.expect_symbol("]", "after the name");
  return type;
}

} // namespace chemora::recursion::syntax
