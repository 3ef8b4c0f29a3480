/// The grammar of scripts.
#include "codegen/script/syntax_tree.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::script {

namespace {

using base::SourcePosition;
using base::UserError;

class Parser {
public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  std::vector<Statement> script();

private:
  Token const& token() const { return tokens_[next_]; }
  bool is_next(TokenKind kind, std::string_view text) const { return token().kind == kind && token().text == text; }
  bool is_symbol(std::string_view text) const { return is_next(TokenKind::symbol, text); }
  bool is_keyword(std::string_view text) const { return is_next(TokenKind::keyword, text); }
  bool take_symbol(std::string_view text);
  bool take_keyword(std::string_view text);
  void expect_symbol(std::string_view text, std::string_view after);
  void expect_end_of_line();
  [[noreturn]] void fail(std::string const& message) const { throw UserError(token().where, message); }
  std::string found() const;

  std::vector<Statement> block();
  Statement statement();
  Node loop_target();
  Statement loop();
  Statement branch();
  Statement import();
  Statement simple();
  void check_target(Node const& node) const;

  /// Expressions separated by commas are a list.
  Node tuple();
  Node expression() { return binary(0); }
  Node binary(std::size_t level);
  bool take_operator(std::size_t level, std::string& op);
  Node unary();
  Node postfix();
  Node primary();
  Node items(std::string_view close);
  Node braces();
  void arguments(Node& call);

  /// Counts the nesting of expressions.
  struct Depth {
    explicit Depth(Parser& parser) : parser_(parser) {
      if (++parser.depth_ > max_nesting)
        parser.fail(fmt::format("The expression is nested deeper than {} levels.", max_nesting));
    }
    ~Depth() { --parser_.depth_; }
    Depth(Depth const&) = delete;
    Depth& operator=(Depth const&) = delete;
    Parser& parser_;
  };

  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int depth_ = 0;
  int n_loops_ = 0; ///< enclosing loops
};

std::string Parser::found() const {
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

bool Parser::take_symbol(std::string_view text) {
  bool const is_found = is_symbol(text);
  next_ += is_found;
  return is_found;
}

bool Parser::take_keyword(std::string_view text) {
  bool const is_found = is_keyword(text);
  next_ += is_found;
  return is_found;
}

void Parser::expect_symbol(std::string_view text, std::string_view after) {
  if (!take_symbol(text)) fail(fmt::format("Expected `{}` after {}; found {}.", text, after, found()));
}

void Parser::expect_end_of_line() {
  if (token().kind == TokenKind::end_of_line) {
    ++next_;
    return;
  }
  if (token().kind != TokenKind::end_of_script)
    fail(fmt::format("Expected an operator or the end of the line; found {}.", found()));
}

std::vector<Statement> Parser::script() {
  std::vector<Statement> statements;
  while (token().kind != TokenKind::end_of_script) {
    if (token().kind == TokenKind::indent) fail("The line is indented, but no block begins before it.");
    statements.push_back(statement());
  }
  return statements;
}

std::vector<Statement> Parser::block() {
  expect_symbol(":", "the head of the block");
  std::vector<Statement> statements;
  if (token().kind != TokenKind::end_of_line) {
    statements.push_back(simple());
    return statements;
  }
  ++next_;
  if (token().kind != TokenKind::indent) fail("Expected an indented block after `:`.");
  ++next_;
  while (token().kind != TokenKind::dedent && token().kind != TokenKind::end_of_script) {
    if (token().kind == TokenKind::indent) fail("The line is indented, but no block begins before it.");
    statements.push_back(statement());
  }
  if (token().kind == TokenKind::dedent) ++next_;
  return statements;
}

Statement Parser::statement() {
  static std::vector<std::string> const unsupported{"def",  "class", "while",  "with",   "try",   "return", "lambda",
                                                    "exec", "eval",  "assert", "global", "raise", "del",    "print"};
  if (token().kind == TokenKind::name && base::contains(unsupported, token().text) &&
      !(tokens_[next_ + 1].kind == TokenKind::symbol && tokens_[next_ + 1].text == "="))
    fail(fmt::format("`{}` is not supported in scripts; allowed are assignments, calls, `for`, `if`, `elif`, `else`, "
                     "`continue`, `break` and `pass`.",
                     token().text));
  if (is_keyword("for")) return loop();
  if (is_keyword("if")) return branch();
  if (is_keyword("elif") || is_keyword("else")) fail(fmt::format("`{}` has no `if` before it.", token().text));
  return simple();
}

void Parser::check_target(Node const& node) const {
  if (node.kind == NodeKind::list && !node.operands.empty()) {
    for (Node const& operand : node.operands) check_target(operand);
    return;
  }
  if (node.kind != NodeKind::name)
    throw UserError(node.where, "Only names can be assigned, as in `f = ...` or `f, g = ...`.");
}

/// The variables between `for` and `in`. They end before `in`, which is also an operator.
Node Parser::loop_target() {
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

Statement Parser::loop() {
  Statement result{.kind = StatementKind::loop, .where = token().where};
  ++next_;
  result.target = loop_target();
  result.value = tuple();
  ++n_loops_;
  result.body = block();
  --n_loops_;
  return result;
}

Statement Parser::branch() {
  Depth const depth(*this);
  Statement result{.kind = StatementKind::branch, .where = token().where};
  ++next_;
  result.value = expression();
  result.body = block();
  if (is_keyword("elif"))
    result.otherwise.push_back(branch());
  else if (take_keyword("else"))
    result.otherwise = block();
  return result;
}

/// Names of the library are always known; the statement has no effect.
Statement Parser::import() {
  Statement const result{.where = token().where};
  auto const take_module = [&] {
    do {
      if (token().kind != TokenKind::name) fail(fmt::format("Expected the name of a module; found {}.", found()));
      if (token().text != "loopy" && token().text != "match")
        fail(fmt::format("There is no module `{}`; the only module is `loopy`, and its functions need no import.",
                         token().text));
      ++next_;
    } while (take_symbol("."));
  };
  auto const take_alias = [&] {
    if (!take_keyword("as")) return;
    if (token().kind != TokenKind::name || (token().text != "lp" && token().text != "m" && token().text != "loopy"))
      fail("The short names of modules are `lp` for `loopy` and `m` for `loopy.match`.");
    ++next_;
  };
  bool const is_from = take_keyword("from");
  if (!is_from) take_keyword("import");
  take_module();
  if (is_from) {
    if (!take_keyword("import")) fail(fmt::format("Expected `import`; found {}.", found()));
    if (!take_symbol("*")) {
      do {
        if (token().kind != TokenKind::name) fail(fmt::format("Expected a name or `*`; found {}.", found()));
        ++next_;
      } while (take_symbol(","));
    }
  } else {
    take_alias();
  }
  expect_end_of_line();
  return result;
}

Statement Parser::simple() {
  Statement result{.where = token().where};
  if (is_keyword("from") || is_keyword("import")) return import();
  if (take_keyword("pass")) {
    expect_end_of_line();
    return result;
  }
  if (is_keyword("continue") || is_keyword("break")) {
    if (n_loops_ == 0) fail(fmt::format("`{}` is only allowed in a loop.", token().text));
    result.kind = is_keyword("continue") ? StatementKind::skip : StatementKind::leave;
    ++next_;
    expect_end_of_line();
    return result;
  }
  result.value = tuple();
  result.kind = StatementKind::expression;
  if (take_symbol("=")) {
    result.kind = StatementKind::assignment;
    check_target(*result.value);
    result.target = std::move(result.value);
    result.value = tuple();
    if (is_symbol("=")) fail("A statement has at most one `=`.");
  } else if (is_symbol("+=")) {
    fail("`+=` is not supported; write `name = name + value`.");
  }
  expect_end_of_line();
  return result;
}

Node Parser::tuple() {
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
bool Parser::take_operator(std::size_t level, std::string& op) {
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

Node Parser::binary(std::size_t level) {
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

Node Parser::unary() {
  if (!is_symbol("-")) return postfix();
  Depth const depth(*this);
  Node node{.kind = NodeKind::unary, .text = "-", .where = token().where};
  ++next_;
  node.operands.push_back(unary());
  return node;
}

Node Parser::postfix() {
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

void Parser::arguments(Node& call) {
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

Node Parser::items(std::string_view close) {
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
Node Parser::braces() {
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

Node Parser::primary() {
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

} // namespace

std::vector<Statement> parse_script(ScriptText const& script) {
  std::vector<Statement> statements;
  // The parser stops at the first error; messages show the line of the user's file.
  base::Diagnostics diagnostics(&script.source);
  base::collect_errors(diagnostics, [&] { statements = Parser(tokenize(script)).script(); });
  diagnostics.throw_if_errors();
  return statements;
}

} // namespace chemora::script
