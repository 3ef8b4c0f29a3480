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
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursion::syntax {

namespace {

/// The binary operators by precedence, the weakest first.
std::vector<std::vector<std::string>> const& operators() {
  static std::vector<std::vector<std::string>> const levels{
      {"or"}, {"and"}, {"==", "!=", "<", "<=", ">", ">="}, {"min", "max"}, {"+", "-"}, {"*", "/"}};
  return levels;
}
constexpr std::size_t comparison_level = 2;

class ExpressionParser {
public:
  explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

  NodePtr parse() {
    if (++depth_ > max_depth) too_deep(tokens_.peek().where);
    NodePtr const result = tokens_.at_word("if") ? conditional() : binary(0);
    --depth_;
    return result;
  }

private:
  [[noreturn]] void too_deep(base::SourcePosition const& where) {
    tokens_.fail(where,
                 fmt::format("The expression has more than {} levels; split it into several functions.", max_depth));
  }

  NodePtr make(Node node) {
    for (NodePtr const& operand : node.operands) node.depth = std::max(node.depth, operand->depth + 1);
    if (node.depth > max_depth) too_deep(node.where);
    if (++n_nodes_ > max_nodes)
      tokens_.fail(node.where,
                   fmt::format("The expression has more than {} operators, names and numbers; split it into "
                               "several functions.",
                               max_nodes));
    return std::make_shared<Node const>(std::move(node));
  }

  NodePtr conditional() {
    base::SourcePosition const where = tokens_.take().where;
    NodePtr const condition = parse();
    tokens_.expect_word("then", "after the condition of `if`");
    NodePtr const then = parse();
    tokens_.expect_word("else", "after the value of `then`; each `if` has an `else`");
    return make({.kind = NodeKind::conditional, .operands = {condition, then, parse()}, .where = where});
  }

  bool at_operator(std::vector<std::string> const& level) const {
    Token const& token = tokens_.peek();
    return (token.kind == TokenKind::symbol || token.kind == TokenKind::word) && base::contains(level, token.text);
  }

  NodePtr binary(std::size_t level) {
    if (level == comparison_level && tokens_.at_word("not")) return negation(NodeKind::logical_not, level);
    if (level == operators().size()) return tokens_.at_symbol("-") ? negation(NodeKind::negate, level) : postfix();
    NodePtr left = binary(level + 1);
    while (at_operator(operators()[level])) {
      Token const token = tokens_.take();
      NodePtr const right = tokens_.at_word("if") ? parse() : binary(level + 1);
      left = make({.kind = NodeKind::binary, .text = token.text, .operands = {left, right}, .where = token.where});
      if (level == comparison_level) break;
    }
    if (level == comparison_level) check_end_of_comparison();
    return left;
  }

  void check_end_of_comparison() {
    if (at_operator(operators()[comparison_level]))
      tokens_.fail("Comparisons cannot be chained; write `a < b and b < c`.");
    if (tokens_.at_symbol("=")) tokens_.fail("The comparison for equality is `==`, not `=`.");
  }

  NodePtr negation(NodeKind kind, std::size_t level) {
    if (++depth_ > max_depth) too_deep(tokens_.peek().where);
    base::SourcePosition const where = tokens_.take().where;
    NodePtr const result = make({.kind = kind, .operands = {binary(level)}, .where = where});
    --depth_;
    return result;
  }

  NodePtr postfix() {
    Token const first = tokens_.peek();
    NodePtr value = primary();
    for (;;) {
      Token const token = tokens_.peek();
      if (tokens_.at_symbol("[")) {
        Node node{.kind = NodeKind::subscript, .operands = {value}, .where = token.where};
        tokens_.take();
        for (NodePtr const& argument : list("]", "after the subscripts")) node.operands.push_back(argument);
        node.source = tokens_.text_since(first);
        value = make(std::move(node));
      } else if (tokens_.take_symbol(".")) {
        // Fields may have any word as name.
        if (tokens_.peek().kind != TokenKind::word)
          tokens_.fail(fmt::format("Expected a field after `.`, found {}.", describe(tokens_.peek())));
        Token const field = tokens_.take();
        value = make({.kind = NodeKind::field, .text = field.text, .operands = {value}, .where = field.where});
      } else {
        return value;
      }
    }
  }

  /// Parses a list of expressions up to `close`, after its opening bracket.
  std::vector<NodePtr> list(std::string_view close, std::string const& purpose) {
    std::vector<NodePtr> items;
    if (tokens_.take_symbol(close)) return items;
    do {
      items.push_back(parse());
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol(close, purpose);
    return items;
  }

  NodePtr primary() {
    Token const token = tokens_.peek();
    if (token.kind == TokenKind::integer || token.kind == TokenKind::real) return number();
    if (token.kind == TokenKind::letter) {
      tokens_.take();
      return make({.kind = NodeKind::letter, .text = token.text, .where = token.where});
    }
    if (tokens_.take_symbol("(")) {
      NodePtr const inner = parse();
      tokens_.expect_symbol(")", "after the expression");
      return inner;
    }
    if (token.kind == TokenKind::word) return word();
    tokens_.fail(fmt::format("Expected an expression, found {}.", describe(token)));
  }

  NodePtr number() {
    Token const token = tokens_.peek();
    return make({.kind = token.kind == TokenKind::integer ? NodeKind::integer : NodeKind::real,
                 .text = token.text,
                 .number = tokens_.expect_number(),
                 .where = token.where});
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

  NodePtr call(Token const& name) {
    Node node{.kind = NodeKind::call, .text = name.text, .where = name.where};
    tokens_.expect_symbol("(", fmt::format("after `{}`", name.text));
    node.operands = list(")", "after the arguments");
    node.source = tokens_.text_since(name);
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

  TokenStream& tokens_;
  int depth_ = 0, n_nodes_ = 0;
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
