/// The statements of scripts.
#include "codegen/script/expression_parser.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::script {

namespace {

using base::SourcePosition;
using base::UserError;

class Parser : private ExpressionParser {
public:
  explicit Parser(std::vector<Token> tokens) : ExpressionParser(std::move(tokens)) {}

  std::vector<Statement> script();

private:
  void expect_end_of_line();
  std::vector<Statement> block();
  Statement statement();
  Statement loop();
  Statement branch();
  Statement import();
  Statement simple();

  int n_loops_ = 0; ///< enclosing loops
};

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
