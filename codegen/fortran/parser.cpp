/// Subroutines and statements of the Fortran subset.
#include "codegen/fortran/line_reader.hpp"
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

bool is_type_word(std::string const& word) {
  return word == "real" || word == "integer" || word == "double" || word == "doubleprecision";
}

class Parser : private LineReader {
public:
  Parser(std::vector<Line> lines, Options const& options, base::Diagnostics& diagnostics)
      : LineReader(std::move(lines)), options_(options), diagnostics_(diagnostics) {}

  std::vector<Subroutine> parse();

private:
  /// How a block ends, and the words after `end`.
  enum class BlockKind { subroutine, loop, branch };

  Subroutine subroutine();
  void take_arguments(Subroutine& result);
  std::vector<Statement> block(BlockKind kind, SourcePosition const& start);
  std::optional<BlockKind> end_of_block();
  void statement(std::vector<Statement>& body);
  void loop(std::vector<Statement>& body);
  void branch(std::vector<Statement>& body);
  void alternatives(Statement& result);
  void single_statement(Statement& result);
  Statement assignment();
  void directive();
  template <class Step>
  void guarded(Step step);

  Options const& options_;
  base::Diagnostics& diagnostics_;
  int depth_ = 0;
  bool ended_at_else_ = false; ///< whether the last block ended at `else`, not at its end
  Subroutine* current_ = nullptr;
  std::vector<std::pair<std::string, SourcePosition>> regions_{};
};

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
        fail_unsupported(line());
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
      take_declaration(*this, options_, current_->declarations);
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
    fail_unsupported(line());
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
