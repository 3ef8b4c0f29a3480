/// Subroutines, declarations and statements of the Fortran subset.
#include "codegen/fortran/syntax_tree.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <map>

namespace chemora::fortran {

namespace {

using base::SourcePosition;
using base::UserError;

char const* const allowed_statements =
    "allowed are declarations, `do`, `if`, `else if`, `else`, assignments and their ends";

/// Statements of Fortran that the subset does not have, and the remark on what to do instead.
std::map<std::string, std::string> const& unsupported_statements() {
  static std::map<std::string, std::string> const words{
      {"module", "Write the subroutines outside of modules"},
      {"program", "Write subroutines only"},
      {"function", "Write a subroutine that assigns its result to an array"},
      {"contains", "Write the subroutines one after another"},
      {"interface", "Calls are not supported, so that no interface is needed"},
      {"use", "Pass values as arguments, or give them as definitions of `c_preprocess`"},
      {"call", "Write the statements of the called subroutine in its place"},
      {"return", "A subroutine ends after its last statement"},
      {"stop", "A subroutine ends after its last statement"},
      {"goto", "Use `if` blocks"},
      {"go", "Use `if` blocks"},
      {"continue", "End loops with `end do`"},
      {"cycle", "Use `if` blocks"},
      {"exit", "Use `if` blocks"},
      {"while", "Loops need bounds: `do i = 1, n`"},
      {"where", "Use `do` and `if`"},
      {"forall", "Use `do`"},
      {"select", "Use `if` and `else if`"},
      {"block", "Declare all variables at the start of the subroutine"},
      {"associate", "Write the expression where its name is used"},
      {"print", "A kernel has no input or output"},
      {"write", "A kernel has no input or output"},
      {"read", "A kernel has no input or output"},
      {"open", "A kernel has no input or output"},
      {"close", "A kernel has no input or output"},
      {"format", "A kernel has no input or output"},
      {"allocate", "Declare local arrays with their shapes"},
      {"deallocate", "Declare local arrays with their shapes"},
      {"common", "Pass variables as arguments"},
      {"data", "Assign initial values in the subroutine"},
      {"save", "Pass variables that keep their values as arguments"},
      {"equivalence", "Use separate variables"},
      {"implicit", "Only `implicit none` is allowed; declare all variables"},
      {"external", "Calls are not supported"},
      {"intrinsic", "Intrinsic functions need no declaration"},
      {"parameter", "Write `integer, parameter :: n = 8`"},
      {"dimension", "Write the shape in the declaration: `real*8 a(n)`"},
      {"include", "Write the statements in this file"},
      {"type", "Use `real` and `integer` variables"}};
  return words;
}

bool is_type_word(std::string const& word) {
  return word == "real" || word == "integer" || word == "double" || word == "doubleprecision";
}

bool is_wrong_type_word(std::string const& word) {
  return word == "character" || word == "logical" || word == "complex";
}

class Parser {
public:
  Parser(std::vector<Line> lines, Options const& options, base::Diagnostics& diagnostics)
      : lines_(std::move(lines)), options_(options), diagnostics_(diagnostics) {}

  std::vector<Subroutine> parse();

private:
  /// How a block ends, and the words after `end`.
  enum class BlockKind { subroutine, loop, branch };

  // The tokens of the current line.
  Line const& line() const { return lines_[at_]; }
  bool at_end_of_line() const { return next_ >= line().tokens.size(); }
  bool is_next(std::string_view text) const { return !at_end_of_line() && line().tokens[next_].text == text; }
  SourcePosition where() const { return at_end_of_line() ? line().tokens.back().where : line().tokens[next_].where; }
  std::string word(std::size_t ahead = 0) const;
  bool take_if(std::string_view symbol);
  bool take_word(std::string_view word);
  void expect(std::string_view symbol, std::string_view after);
  Token take_name(std::string_view what);
  void expect_end_of_line(std::string_view after);
  Node expression() { return parse_expression(line(), next_); }

  Subroutine subroutine();
  void take_arguments(Subroutine& result);
  void declaration(Subroutine& result);
  ir::Type take_type();
  std::vector<Dimension> take_shape();
  std::vector<Statement> block(BlockKind kind, SourcePosition const& start);
  std::optional<BlockKind> end_of_block();
  void statement(std::vector<Statement>& body);
  void loop(std::vector<Statement>& body);
  void branch(std::vector<Statement>& body);
  void alternatives(Statement& result);
  void single_statement(Statement& result);
  Statement assignment();
  void directive();
  void fail_unsupported() const;
  bool is_assignment() const;
  template <class Step>
  void guarded(Step step);

  std::vector<Line> lines_;
  Options const& options_;
  base::Diagnostics& diagnostics_;
  std::size_t at_ = 0;   ///< the current line
  std::size_t next_ = 0; ///< the next token of the current line
  int depth_ = 0;
  bool ended_at_else_ = false; ///< whether the last block ended at `else`, not at its end
  Subroutine* current_ = nullptr;
  std::vector<std::pair<std::string, SourcePosition>> regions_{};
};

std::string Parser::word(std::size_t ahead) const {
  if (next_ + ahead >= line().tokens.size()) return {};
  Token const& token = line().tokens[next_ + ahead];
  return token.kind == TokenKind::name ? base::lower_case(token.text) : token.text;
}

bool Parser::take_if(std::string_view symbol) {
  bool const is_found = is_next(symbol) && line().tokens[next_].kind == TokenKind::symbol;
  next_ += is_found;
  return is_found;
}

bool Parser::take_word(std::string_view expected) {
  bool const is_found = !at_end_of_line() && line().tokens[next_].kind == TokenKind::name && word() == expected;
  next_ += is_found;
  return is_found;
}

void Parser::expect(std::string_view symbol, std::string_view after) {
  if (take_if(symbol)) return;
  std::string const found = at_end_of_line() ? "the end of the statement" : "`" + line().tokens[next_].text + "`";
  throw UserError(where(), fmt::format("Expected `{}` after {}; found {}.", symbol, after, found));
}

Token Parser::take_name(std::string_view what) {
  if (at_end_of_line() || line().tokens[next_].kind != TokenKind::name) {
    std::string const found = at_end_of_line() ? "the end of the statement" : "`" + line().tokens[next_].text + "`";
    throw UserError(where(), fmt::format("Expected {}; found {}.", what, found));
  }
  return line().tokens[next_++];
}

void Parser::expect_end_of_line(std::string_view after) {
  if (at_end_of_line()) return;
  throw UserError(where(), fmt::format("Expected the end of the statement after {}; found `{}`.", after,
                                       line().tokens[next_].text));
}

/// Runs `step` and continues with the next line after an error.
template <class Step>
void Parser::guarded(Step step) {
  base::collect_errors(diagnostics_, step);
}

std::vector<Subroutine> Parser::parse() {
  std::vector<Subroutine> result;
  while (at_ < lines_.size()) {
    next_ = 0;
    if (line().kind != Line::Kind::statement) {
      directive();
      ++at_;
    } else if (word() == "subroutine") {
      result.push_back(subroutine());
    } else {
      guarded([&] {
        fail_unsupported();
        throw UserError(where(), fmt::format("Expected `subroutine`; found `{}`.", line().tokens[0].text));
      });
      ++at_;
    }
  }
  for (auto const& [tag, where] : regions_)
    diagnostics_.error(where, fmt::format("The region `{0}` has no end; write `!$loopy end tagged: {0}`.", tag));
  return result;
}

Subroutine Parser::subroutine() {
  Subroutine result;
  result.where = where();
  guarded([&] {
    ++next_;
    result.name = take_name("the name of the subroutine").text;
    take_arguments(result);
    expect_end_of_line("the arguments");
  });
  ++at_;
  current_ = &result;
  result.body = block(BlockKind::subroutine, result.where);
  current_ = nullptr;
  return result;
}

void Parser::take_arguments(Subroutine& result) {
  if (!take_if("(") || take_if(")")) return;
  do {
    Token const name = take_name("the name of an argument");
    result.arguments.push_back({name.text, name.where});
  } while (take_if(","));
  expect(")", "the arguments");
}

ir::Type Parser::take_type() {
  SourcePosition const start = where();
  std::string const name = word();
  ++next_;
  if (name == "double" && !take_word("precision")) throw UserError(where(), "Expected `precision` after `double`.");
  bool const is_double = name == "double" || name == "doubleprecision";
  long size = name == "integer" ? 4 : is_double ? 8 : options_.real == ir::Type::real32 ? 4 : 8;
  bool const has_size = !is_double && (take_if("*") || is_next("("));
  if (has_size) {
    bool const is_kind = take_if("(");
    if (is_kind && take_word("kind")) expect("=", "`kind`");
    if (!at_end_of_line() && line().tokens[next_].kind == TokenKind::integer && line().tokens[next_].text.size() == 1)
      size = line().tokens[next_].text[0] - '0';
    else
      size = 0;
    ++next_;
    if (is_kind) expect(")", "the size of the type");
  }
  if (name == "integer" && size == 4) return ir::Type::int32;
  if (name != "integer" && size == 4) return ir::Type::real32;
  if (name != "integer" && size == 8) return ir::Type::real64;
  throw UserError(start, "This size of a type is not supported; expected `real*4`, `real*8` or `integer*4`.");
}

std::vector<Dimension> Parser::take_shape() {
  std::vector<Dimension> shape;
  if (!take_if("(")) return shape;
  do {
    if (is_next("*") || is_next(":"))
      throw UserError(where(), "The extent of every axis must be given, as in `a(n, m)`; assumed shapes and sizes are "
                               "not supported.");
    Dimension dimension{.upper = expression()};
    if (take_if(":")) {
      if (is_next(",") || is_next(")"))
        throw UserError(where(), "The extent of every axis must be given, as in `a(n, m)`; assumed shapes and sizes "
                                 "are not supported.");
      dimension.lower = std::move(dimension.upper);
      dimension.upper = expression();
    }
    shape.push_back(std::move(dimension));
  } while (take_if(","));
  expect(")", "the shape");
  return shape;
}

void Parser::declaration(Subroutine& result) {
  ir::Type const type = take_type();
  std::vector<Dimension> shape;
  bool is_constant = false;
  while (take_if(",")) {
    Token const attribute = take_name("an attribute");
    std::string const name = base::lower_case(attribute.text);
    if (name == "dimension") {
      shape = take_shape();
    } else if (name == "parameter") {
      is_constant = true;
    } else if (name == "intent") {
      expect("(", "`intent`");
      if (!take_word("in") && !take_word("out") && !take_word("inout"))
        throw UserError(where(), "Expected `in`, `out` or `inout`.");
      take_word("out");
      expect(")", "the intent");
    } else {
      throw UserError(attribute.where, fmt::format("The attribute `{}` is not supported; allowed are `dimension`, "
                                                   "`intent` and `parameter`.",
                                                   attribute.text));
    }
  }
  take_if("::");
  do {
    Token const name = take_name("the name of a variable");
    Declaration item{.name = name.text, .type = type, .shape = shape, .where = name.where};
    if (is_next("(")) item.shape = take_shape();
    if (is_constant) {
      expect("=", "the name of a constant");
      item.constant = expression();
    } else if (is_next("=")) {
      throw UserError(where(), fmt::format("Initial values are not supported; assign `{}` in the subroutine, or write "
                                           "`parameter` for a constant.",
                                           name.text));
    }
    result.declarations.push_back(std::move(item));
  } while (take_if(","));
  expect_end_of_line("the declaration");
}

void Parser::directive() {
  if (line().kind == Line::Kind::begin_tag) {
    regions_.emplace_back(line().tag, line().where);
  } else if (regions_.empty() || regions_.back().first != line().tag) {
    diagnostics_.error(line().where, regions_.empty()
                                         ? fmt::format("No region `{}` has begun.", line().tag)
                                         : fmt::format("Expected the end of region `{}`; found the end of `{}`.",
                                                       regions_.back().first, line().tag));
  } else {
    regions_.pop_back();
  }
}

/// Returns which block the line ends, if it is an end.
std::optional<Parser::BlockKind> Parser::end_of_block() {
  static std::map<std::string, BlockKind> const ends{
      {"enddo", BlockKind::loop}, {"endif", BlockKind::branch}, {"endsubroutine", BlockKind::subroutine}};
  if (is_assignment()) return std::nullopt;
  std::string text = word();
  if (text == "end") text = line().tokens.size() == 1 ? "endsubroutine" : "end" + word(1);
  auto const found = ends.find(text);
  if (found != ends.end()) return found->second;
  return std::nullopt;
}

std::vector<Statement> Parser::block(BlockKind kind, SourcePosition const& start) {
  static std::map<BlockKind, std::pair<std::string, std::string>> const names{
      {BlockKind::subroutine, {"subroutine", "end subroutine"}},
      {BlockKind::loop, {"do", "end do"}},
      {BlockKind::branch, {"if", "end if"}}};
  std::vector<Statement> body;
  if (++depth_ > max_nesting)
    throw UserError(start, fmt::format("Blocks are nested deeper than {} levels.", max_nesting));
  auto const report_missing_end = [&] {
    ended_at_else_ = false;
    diagnostics_.error(start, fmt::format("The `{}` has no `{}`.", names.at(kind).first, names.at(kind).second));
  };
  for (; at_ < lines_.size(); ++at_) {
    next_ = 0;
    if (line().kind != Line::Kind::statement) {
      directive();
      continue;
    }
    std::optional<BlockKind> const end = end_of_block();
    bool const is_else = !is_assignment() && (word() == "else" || word() == "elseif");
    if (end == kind || (is_else && kind == BlockKind::branch)) {
      ended_at_else_ = is_else;
      if (!is_else) ++at_;
      --depth_;
      return body;
    }
    if (end == BlockKind::subroutine || (word() == "subroutine" && !is_assignment())) {
      report_missing_end();
      --depth_;
      return body;
    }
    if (end || is_else) {
      std::string const found = is_else ? "else" : names.at(*end).second;
      diagnostics_.error(where(), fmt::format("`{}` does not end a block; the block that is open is `{}`.", found,
                                              names.at(kind).first));
      continue;
    }
    statement(body);
    --at_; // the statement has moved past its lines
  }
  report_missing_end();
  --depth_;
  return body;
}

/// Whether the line has the form `name = ...` or `name(...) = ...`, so that its first word is no keyword.
bool Parser::is_assignment() const {
  std::vector<Token> const& tokens = line().tokens;
  if (tokens[0].kind != TokenKind::name) return false;
  std::size_t n = 1;
  if (n < tokens.size() && tokens[n].text == "(") {
    int depth = 0;
    do {
      if (tokens[n].text == "(") ++depth;
      if (tokens[n].text == ")") --depth;
      ++n;
    } while (n < tokens.size() && depth > 0);
  }
  return n < tokens.size() && tokens[n].text == "=";
}

void Parser::fail_unsupported() const {
  Token const& token = line().tokens[0];
  if (token.kind == TokenKind::integer)
    throw UserError(token.where, "Statement labels are not supported; end loops with `end do`.");
  std::string const name = base::lower_case(token.text);
  if (is_wrong_type_word(name))
    throw UserError(token.where,
                    fmt::format("The type `{}` is not supported; allowed are `real`, `real*4`, `real*8`, `double "
                                "precision`, `integer` and `integer*4`.",
                                name));
  auto const found = unsupported_statements().find(name);
  if (found != unsupported_statements().end())
    throw UserError(token.where, fmt::format("`{}` is not supported. {}.", name, found->second));
}

/// Reads one statement with its blocks and moves past its lines.
void Parser::statement(std::vector<Statement>& body) {
  std::string const first = word();
  bool const is_keyword = !is_assignment();
  std::size_t const start = at_;
  if (is_keyword && first == "do") return loop(body);
  if (is_keyword && first == "if") return branch(body);
  guarded([&] {
    if (is_keyword && is_type_word(first)) {
      if (!body.empty())
        diagnostics_.error(where(),
                           "Declarations must be at the start of the subroutine, before all other statements.");
      declaration(*current_);
    } else if (is_keyword && first == "implicit" && word(1) == "none") {
      next_ = 2;
      expect_end_of_line("`implicit none`");
    } else {
      body.push_back(assignment());
    }
  });
  at_ = start + 1;
}

Statement Parser::assignment() {
  if (!is_assignment()) {
    fail_unsupported();
    Token const& token = line().tokens[0];
    std::string const found = token.kind == TokenKind::name ? token.text : "";
    std::string hint = base::did_you_mean(found, {"do", "if", "else", "end", "real", "integer"});
    if (hint.empty() && line().tokens.size() > 1 && line().tokens[1].kind == TokenKind::name)
      hint =
          fmt::format(" If `{}` is the name of a type, define it with `c_preprocess(SOURCE, [\"{} real*8\"])` in the "
                      "script.",
                      found, found);
    throw UserError(token.where,
                    fmt::format("`{}` does not begin a statement; {}.{}", token.text, allowed_statements, hint));
  }
  Statement result{.kind = StatementKind::assignment, .where = where()};
  for (auto const& region : regions_) result.tags.insert(region.first);
  result.target = expression();
  expect("=", "the variable");
  result.value = expression();
  expect_end_of_line("the value");
  return result;
}

void Parser::loop(std::vector<Statement>& body) {
  Statement result{.kind = StatementKind::loop, .where = where()};
  bool is_valid = false;
  guarded([&] {
    ++next_;
    if (word() == "while") throw UserError(where(), "`do while` is not supported. Loops need bounds: `do i = 1, n`.");
    if (word() == "concurrent")
      throw UserError(where(),
                      "`do concurrent` is not supported. Write `do i = 1, n`; the script makes loops parallel.");
    if (at_end_of_line()) throw UserError(where(), "A loop needs a variable and bounds: `do i = 1, n`.");
    if (line().tokens[next_].kind == TokenKind::integer)
      throw UserError(where(), "Statement labels are not supported; end loops with `end do`.");
    result.variable = take_name("the variable of the loop").text;
    expect("=", "the variable of the loop");
    result.lower = expression();
    expect(",", "the first value of the loop");
    result.upper = expression();
    if (take_if(",")) result.step = expression();
    expect_end_of_line("the bounds of the loop");
    is_valid = true;
  });
  ++at_;
  result.body = block(BlockKind::loop, result.where);
  if (is_valid) body.push_back(std::move(result));
}

void Parser::branch(std::vector<Statement>& body) {
  Statement result{.kind = StatementKind::branch, .where = where()};
  std::optional<Node> condition;
  bool is_single = false;
  std::size_t const start = at_;
  guarded([&] {
    ++next_;
    expect("(", "`if`");
    condition = expression();
    expect(")", "the condition");
    is_single = !take_word("then");
    if (!is_single) expect_end_of_line("`then`");
  });
  if (!condition || (is_single && at_end_of_line())) {
    if (condition) diagnostics_.error(where(), "Expected `then` or an assignment after the condition.");
    is_single = !condition && (line().tokens.back().text != "then");
  }
  result.alternatives.push_back({.condition = condition});
  if (is_single) {
    if (!at_end_of_line() && condition) single_statement(result);
    at_ = start + 1;
  } else {
    ++at_;
    result.alternatives.back().body = block(BlockKind::branch, result.where);
    alternatives(result);
  }
  if (condition) body.push_back(std::move(result));
}

/// Reads the assignment of `if (condition) target = value`.
void Parser::single_statement(Statement& result) {
  std::vector<Token>& tokens = lines_[at_].tokens;
  tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ = 0;
  guarded([&] { result.alternatives.back().body.push_back(assignment()); });
}

/// Reads `else if` and `else` with their blocks. The current line is after the first block.
void Parser::alternatives(Statement& result) {
  bool has_else = false;
  while (ended_at_else_) {
    next_ = 0;
    std::string const first = word();
    Branch next;
    guarded([&] {
      if (has_else) throw UserError(where(), "An `if` block has nothing after its `else`.");
      bool const has_condition = first == "elseif" || word(1) == "if";
      next_ = first == "else" && has_condition ? 2 : 1;
      has_else = !has_condition;
      if (!has_condition) return expect_end_of_line("`else`");
      expect("(", "`else if`");
      next.condition = expression();
      expect(")", "the condition");
      if (!take_word("then")) throw UserError(where(), "Expected `then` after the condition of `else if`.");
      expect_end_of_line("`then`");
    });
    SourcePosition const start = line().where;
    ++at_;
    next.body = block(BlockKind::branch, start);
    result.alternatives.push_back(std::move(next));
  }
}

} // namespace

std::vector<Subroutine> parse_subroutines(base::SourceText const& source, Options const& options,
                                          base::Diagnostics& diagnostics) {
  return Parser(read_lines(source, options.definitions, diagnostics), options, diagnostics).parse();
}

} // namespace chemora::fortran
