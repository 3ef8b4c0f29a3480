/// Expressions, from the weakest to the strongest operator:
///
///     let a = b; c
///     if c then a else b
///     or
///     and
///     not
///     == != < <= > >=
///     + -
///     * /
///     - (sign)
///     f(x)  a[i, *]  p.x  map(i < n: e)
#include "codegen/patterns/language.hpp"
#include "framework/base/operator_parser.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns::syntax {

namespace {

constexpr std::size_t sum_level = 3;

base::Operators const& operators() {
  static base::Operators const result{
      .levels = {{"or"}, {"and"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/"}},
      .comparisons = 2,
      .max_depth = max_depth};
  return result;
}

class ExpressionParser final : public base::OperatorParser<Node> {
public:
  explicit ExpressionParser(TokenStream& tokens) : OperatorParser(tokens, operators()) {}

  std::vector<Generator> generators() {
    std::vector<Generator> result;
    do {
      result.push_back(generator());
    } while (tokens_.take_symbol(","));
    return result;
  }

private:
  NodePtr other_form() override { return tokens_.at_word("let") ? definition() : binary(0); }

  NodePtr definition() {
    tokens_.take();
    Name const name = tokens_.expect_name("a name after `let`");
    tokens_.expect_symbol("=", "after the name");
    NodePtr const value = parse();
    tokens_.expect_symbol(";", "and an expression after the definition of `" + name.text + "`");
    return make({.kind = NodeKind::let, .text = name.text, .operands = {value, parse()}, .where = name.where});
  }

  // A bracket in a new line begins the next statement's list, not a subscript.
  bool at_subscript() const override { return tokens_.at_symbol("[") && !tokens_.peek().starts_line; }

  /// Only patterns have generators and `:`.
  void check_call(Token const& name) override {
    bool const is_pattern =
        tokens_.at_symbol(":") || tokens_.at_word("in") || tokens_.at_word("by") || tokens_.at_word("from");
    if (!is_pattern || base::contains(pattern_words(), name.text)) return;
    std::string const nearest = base::did_you_mean(name.text, pattern_words());
    tokens_.fail(name.where, fmt::format("There is no pattern `{}`.{}", name.text,
                                         nearest.empty() ? " Patterns are " + base::list_in_words(pattern_words()) + "."
                                                         : nearest));
  }

  NodePtr subscript(NodePtr const& array, Token const& first) override {
    Node node{.kind = NodeKind::subscript, .operands = {array}, .where = tokens_.take().where};
    do {
      node.operands.push_back(tokens_.take_symbol("*") ? nullptr : parse());
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol("]", "after the subscripts");
    node.source = tokens_.text_since(first);
    return make(std::move(node));
  }

  NodePtr primary() override {
    Token const token = tokens_.peek();
    if (token.kind == TokenKind::integer || token.kind == TokenKind::real) return number();
    if (tokens_.take_symbol("(")) return enclosed();
    if (tokens_.take_symbol("["))
      return make({.kind = NodeKind::list, .operands = list("]", "after the list"), .where = token.where});
    if (token.kind == TokenKind::word) return word();
    tokens_.fail(fmt::format("Expected an expression, found {}.", describe(token)));
  }

  NodePtr word() {
    Token const token = tokens_.take();
    Node node{.kind = NodeKind::name, .text = token.text, .where = token.where};
    if (token.text == "true" || token.text == "false") {
      node.kind = NodeKind::boolean;
      node.number = token.text == "true" ? 1 : 0;
    } else if (token.text == "infinity") {
      node.kind = NodeKind::infinity;
    } else if (token.text == "pi") {
      node.kind = NodeKind::pi;
    } else if (base::contains(pattern_words(), token.text)) {
      return pattern_or_call(token);
    } else if ((token.text == "int" || token.text == "real") && tokens_.at_symbol("(")) {
      return call(token);
    } else if (token.text == "if" || token.text == "let") {
      tokens_.fail(token.where,
                   fmt::format("Expected an operand, found `{0}`; enclose the `{0}` in parentheses.", token.text));
    } else if (language().is_reserved(token.text) && token.text != "grid") {
      tokens_.fail(token.where, fmt::format("Expected an expression, found {}.", describe(token)));
    } else if (tokens_.at_symbol("(")) {
      return call(token);
    }
    return make(std::move(node));
  }

  /// `sum(a)` has an array in place of generators, and `min(a, b)` is a function.
  NodePtr pattern_or_call(Token const& name) {
    bool const has_variable = tokens_.at_symbol("(") && tokens_.peek(1).kind == TokenKind::word;
    // In `min(i < n: ...)`, a comparison as first argument is a generator.
    bool const is_iteration = name.text == "iterate" && tokens_.at_symbol("(");
    bool const has_generator =
        is_iteration || (has_variable && (tokens_.at_word("in", 2) || tokens_.at_symbol("<", 2)));
    return has_generator ? pattern(name) : call(name);
  }

  NodePtr pattern(Token const& name) {
    tokens_.take();
    Pattern pattern;
    if (name.text == "iterate") {
      pattern.left = tokens_.expect_name("the variable that `iterate` computes");
      tokens_.expect_word("from", "and the initial value after the variable");
      pattern.initial = parse();
      tokens_.expect_symbol(",", "and the number of iterations, as in `iterate(x from 1.0, k < 10: x / 2)`");
    }
    pattern.generators = generators();
    if (tokens_.take_word("by") || (name.text == "iterate" && tokens_.take_word("while"))) pattern.key = parse();
    if (tokens_.take_word("into")) pattern.n_groups = parse();
    if (tokens_.take_symbol(":")) pattern.body = parse();
    if (tokens_.take_word("with")) combination(pattern);
    tokens_.expect_symbol(")", fmt::format("after the pattern `{}`", name.text));
    Node node{.kind = NodeKind::pattern, .text = name.text, .where = name.where, .source = tokens_.text_since(name)};
    for (NodePtr const& part : {pattern.key, pattern.n_groups, pattern.body, pattern.initial, pattern.combined})
      add_depth(node, part);
    for (Generator const& generator : pattern.generators)
      for (NodePtr const& part : {generator.count, generator.first, generator.last, generator.set})
        add_depth(node, part);
    node.pattern = std::make_shared<Pattern const>(std::move(pattern));
    return make(std::move(node));
  }

  void combination(Pattern& pattern) {
    if (tokens_.take_symbol("(")) {
      pattern.left = tokens_.expect_name("a name for the first value");
      tokens_.expect_symbol(",", "and a name for the second value");
      pattern.right = tokens_.expect_name("a name for the second value");
      tokens_.expect_symbol(":", "and an expression that combines both values");
      pattern.combined = parse();
      tokens_.expect_symbol(")", "after the expression");
    } else {
      pattern.combine = tokens_.expect_name("the function that combines two values");
    }
    tokens_.expect_word("from", "and the initial value after the function");
    pattern.initial = parse();
  }

  static void add_depth(Node& node, NodePtr const& part) {
    if (part) node.depth = std::max(node.depth, part->depth + 1);
  }

  Generator generator() {
    Generator result{.variable = tokens_.expect_name("a variable such as `i < n` or `x in a`")};
    if (tokens_.take_symbol("<")) {
      result.count = binary(sum_level);
      return result;
    }
    tokens_.expect_word("in", "or `<` after the variable `" + result.variable.text + "`");
    NodePtr const first = parse();
    if (tokens_.take_symbol("..")) {
      result.first = first;
      result.last = parse();
    } else {
      result.set = first;
    }
    return result;
  }
};

} // namespace

NodePtr parse_expression(TokenStream& tokens) { return ExpressionParser(tokens).parse(); }

std::vector<Generator> parse_generators(TokenStream& tokens) { return ExpressionParser(tokens).generators(); }

} // namespace chemora::patterns::syntax
