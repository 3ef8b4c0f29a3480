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
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns::syntax {

namespace {

/// The binary operators by precedence, the weakest first.
std::vector<std::vector<std::string>> const& operators() {
  static std::vector<std::vector<std::string>> const levels{
      {"or"}, {"and"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/"}};
  return levels;
}
constexpr std::size_t comparison_level = 2, sum_level = 3;

class ExpressionParser {
public:
  explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

  NodePtr parse() {
    Nested const nested(*this);
    if (tokens_.at_word("if")) return conditional();
    if (tokens_.at_word("let")) return definition();
    return binary(0);
  }

  std::vector<Generator> generators() {
    std::vector<Generator> result;
    do {
      result.push_back(generator());
    } while (tokens_.take_symbol(","));
    return result;
  }

private:
  /// Counts the depth of recursion of the parser.
  struct Nested {
    explicit Nested(ExpressionParser& parser) : depth(parser.depth_) {
      if (++depth > max_depth) parser.too_deep(parser.tokens_.peek().where);
    }
    ~Nested() { --depth; }
    Nested(Nested const&) = delete;
    Nested& operator=(Nested const&) = delete;
    int& depth;
  };

  [[noreturn]] void too_deep(base::SourcePosition const& where) {
    tokens_.fail(where,
                 fmt::format("The expression has more than {} levels; split it into several functions.", max_depth));
  }

  NodePtr make(Node node) {
    for (NodePtr const& operand : node.operands)
      if (operand) node.depth = std::max(node.depth, operand->depth + 1);
    if (node.depth > max_depth) too_deep(node.where);
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

  NodePtr definition() {
    tokens_.take();
    Name const name = tokens_.expect_name("a name after `let`");
    tokens_.expect_symbol("=", "after the name");
    NodePtr const value = parse();
    tokens_.expect_symbol(";", "and an expression after the definition of `" + name.text + "`");
    return make({.kind = NodeKind::let, .text = name.text, .operands = {value, parse()}, .where = name.where});
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
  }

  NodePtr negation(NodeKind kind, std::size_t level) {
    Nested const nested(*this);
    base::SourcePosition const where = tokens_.take().where;
    return make({.kind = kind, .operands = {binary(level)}, .where = where});
  }

  NodePtr postfix() {
    Token const first = tokens_.peek();
    NodePtr value = primary();
    for (;;) {
      Token const token = tokens_.peek();
      // A bracket in a new line begins the next statement's list, not a subscript.
      if (tokens_.at_symbol("[") && !token.starts_line) {
        tokens_.take();
        value = subscript(value, first, token);
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

  NodePtr subscript(NodePtr const& array, Token const& first, Token const& bracket) {
    Node node{.kind = NodeKind::subscript, .operands = {array}, .where = bracket.where};
    do {
      node.operands.push_back(tokens_.take_symbol("*") ? nullptr : parse());
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol("]", "after the subscripts");
    node.source = tokens_.text_since(first);
    return make(std::move(node));
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
    bool const is_integer = token.kind == TokenKind::integer;
    if (is_integer || token.kind == TokenKind::real)
      return make({.kind = is_integer ? NodeKind::integer : NodeKind::real,
                   .text = token.text,
                   .number = tokens_.expect_number(),
                   .where = token.where});
    if (tokens_.take_symbol("(")) {
      NodePtr const inner = parse();
      tokens_.expect_symbol(")", "after the expression");
      return inner;
    }
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

  NodePtr call(Token const& name) {
    Node node{.kind = NodeKind::call, .text = name.text, .where = name.where};
    tokens_.expect_symbol("(", fmt::format("after `{}`", name.text));
    node.operands = list(")", "after the arguments");
    node.source = tokens_.text_since(name);
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

  TokenStream& tokens_;
  int depth_ = 0;
};

} // namespace

NodePtr parse_expression(TokenStream& tokens) { return ExpressionParser(tokens).parse(); }

std::vector<Generator> parse_generators(TokenStream& tokens) { return ExpressionParser(tokens).generators(); }

} // namespace chemora::patterns::syntax
