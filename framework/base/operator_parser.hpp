/// Expressions of the languages that users write: `if c then a else b`, binary operators by precedence, `not`, signs,
/// subscripts and fields. A language adds its operands and its other forms.
#pragma once

#include "framework/base/text.hpp"
#include "framework/base/token_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::base {

/// The binary operators of a language by precedence, the weakest first. One level has the comparisons.
struct Operators {
  std::vector<std::vector<std::string>> levels{};
  std::size_t comparisons = 0; ///< level that cannot be chained, and before which `not` is an operator
  int max_depth = 0;           ///< largest depth of nested expressions
};

/// `Node` has the members kind, text, operands, where and depth, and its kind the values conditional, binary, negate,
/// logical_not and field.
template <class Node>
class OperatorParser {
public:
  virtual ~OperatorParser() = default;
  using NodePtr = std::shared_ptr<Node const>;

  NodePtr parse() {
    Nested const nested(*this);
    return tokens_.at_word("if") ? conditional() : other_form();
  }

protected:
  /// All arguments must outlive this object.
  OperatorParser(TokenStream& tokens, Operators const& operators) : tokens_(tokens), operators_(operators) {}

  virtual NodePtr primary() = 0;
  virtual NodePtr other_form() { return binary(0); }
  virtual bool at_subscript() const { return tokens_.at_symbol("["); }
  /// Parses from the opening bracket. `first` is the first token of the array.
  virtual NodePtr subscript(NodePtr const& array, Token const& first) = 0;
  virtual void check_node(Node const&) {}
  virtual void check_comparison() {}
  /// Called after the last argument of a call, before its closing parenthesis.
  virtual void check_call(Token const&) {}

  NodePtr make(Node node) {
    for (NodePtr const& operand : node.operands)
      if (operand) node.depth = std::max(node.depth, operand->depth + 1);
    if (node.depth > operators_.max_depth) too_deep(node.where);
    check_node(node);
    return std::make_shared<Node const>(std::move(node));
  }

  NodePtr binary(std::size_t level) {
    bool const is_comparison = level == operators_.comparisons;
    if (is_comparison && tokens_.at_word("not")) return negation(Kind::logical_not, level);
    if (level == operators_.levels.size()) return tokens_.at_symbol("-") ? negation(Kind::negate, level) : postfix();
    NodePtr left = binary(level + 1);
    while (at_operator(level)) {
      Token const token = tokens_.take();
      NodePtr const right = tokens_.at_word("if") ? parse() : binary(level + 1);
      left = make({.kind = Kind::binary, .text = token.text, .operands = {left, right}, .where = token.where});
      if (is_comparison) break;
    }
    if (is_comparison && at_operator(level)) tokens_.fail("Comparisons cannot be chained; write `a < b and b < c`.");
    if (is_comparison) check_comparison();
    return left;
  }

  /// Parses a list of expressions up to `close`, after its opening bracket.
  std::vector<NodePtr> list(std::string_view close, std::string const& purpose) {
    std::vector<NodePtr> result;
    if (!tokens_.at_symbol(close)) result = items();
    tokens_.expect_symbol(close, purpose);
    return result;
  }

  /// Parses an expression in parentheses, after the opening one.
  NodePtr enclosed() {
    NodePtr const inner = parse();
    tokens_.expect_symbol(")", "after the expression");
    return inner;
  }

  NodePtr call(Token const& name) {
    Node node{.kind = Kind::call, .text = name.text, .where = name.where};
    tokens_.expect_symbol("(", fmt::format("after `{}`", name.text));
    if (!tokens_.at_symbol(")")) node.operands = items();
    check_call(name);
    tokens_.expect_symbol(")", "after the arguments");
    node.source = tokens_.text_since(name);
    return make(std::move(node));
  }

  NodePtr number() {
    Token const token = tokens_.peek();
    return make({.kind = token.kind == TokenKind::integer ? Kind::integer : Kind::real,
                 .text = token.text,
                 .number = tokens_.expect_number(),
                 .where = token.where});
  }

  TokenStream& tokens_;

private:
  using Kind = decltype(Node::kind);

  /// Counts the depth of recursion of the parser.
  struct Nested {
    explicit Nested(OperatorParser& parser) : depth(parser.depth_) {
      if (++depth > parser.operators_.max_depth) parser.too_deep(parser.tokens_.peek().where);
    }
    ~Nested() { --depth; }
    Nested(Nested const&) = delete;
    Nested& operator=(Nested const&) = delete;
    int& depth;
  };

  [[noreturn]] void too_deep(SourcePosition const& where) {
    tokens_.fail(where, fmt::format("The expression has more than {} levels; split it into several functions.",
                                    operators_.max_depth));
  }

  bool at_operator(std::size_t level) const {
    Token const& token = tokens_.peek();
    bool const may_be = token.kind == TokenKind::symbol || token.kind == TokenKind::word;
    return may_be && contains(operators_.levels[level], token.text);
  }

  std::vector<NodePtr> items() {
    std::vector<NodePtr> result;
    do {
      result.push_back(parse());
    } while (tokens_.take_symbol(","));
    return result;
  }

  NodePtr conditional() {
    SourcePosition const where = tokens_.take().where;
    NodePtr const condition = parse();
    tokens_.expect_word("then", "after the condition of `if`");
    NodePtr const then = parse();
    tokens_.expect_word("else", "after the value of `then`; each `if` has an `else`");
    return make({.kind = Kind::conditional, .operands = {condition, then, parse()}, .where = where});
  }

  NodePtr negation(Kind kind, std::size_t level) {
    Nested const nested(*this);
    SourcePosition const where = tokens_.take().where;
    return make({.kind = kind, .operands = {binary(level)}, .where = where});
  }

  NodePtr postfix() {
    Token const first = tokens_.peek();
    NodePtr value = primary();
    for (;;) {
      if (at_subscript()) {
        value = subscript(value, first);
      } else if (tokens_.take_symbol(".")) {
        // Fields may have any word as name.
        if (tokens_.peek().kind != TokenKind::word)
          tokens_.fail(fmt::format("Expected a field after `.`, found {}.", describe(tokens_.peek())));
        Token const field = tokens_.take();
        value = make({.kind = Kind::field, .text = field.text, .operands = {value}, .where = field.where});
      } else {
        return value;
      }
    }
  }

  Operators const& operators_;
  int depth_ = 0;
};

} // namespace chemora::base
