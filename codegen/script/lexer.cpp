/// Tokens of scripts.
#include "codegen/script/syntax_tree.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace chemora::script {

namespace {

using base::UserError;

constexpr std::size_t max_tokens = 200000;
constexpr std::array<std::string_view, 14> keywords{"for", "in",   "if",     "elif",     "else",  "and", "or",
                                                    "not", "from", "import", "continue", "break", "as",  "pass"};
constexpr std::array<std::string_view, 6> pairs{"==", "!=", "<=", ">=", "//", "+="};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
public:
  explicit Lexer(ScriptText const& script) : script_(script) {}

  std::vector<Token> tokenize();

private:
  void add_indentation(std::string const& line, std::size_t first);
  void add_tokens(std::string const& line, std::size_t next);
  std::size_t add_string(std::string const& line, std::size_t next);
  std::size_t add_number(std::string const& line, std::size_t next);
  std::size_t add_symbol(std::string const& line, std::size_t next);
  void add(TokenKind kind, std::string text, std::size_t column);
  base::SourcePosition where(std::size_t column) const {
    base::SourcePosition position = script_.positions[row_];
    position.column += static_cast<int>(column);
    return position;
  }

  ScriptText const& script_;
  std::vector<Token> tokens_{};
  std::vector<std::size_t> indentation_{};
  std::vector<Token> open_{}; ///< open parentheses
  std::size_t row_ = 0;
};

std::vector<Token> Lexer::tokenize() {
  for (row_ = 0; row_ < script_.lines.size(); ++row_) {
    std::string const& line = script_.lines[row_];
    std::size_t const first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') continue;
    if (open_.empty()) add_indentation(line, first);
    add_tokens(line, first);
    if (open_.empty()) add(TokenKind::end_of_line, "", line.size());
  }
  if (!open_.empty())
    throw UserError(open_.back().where,
                    fmt::format("The `{}` is not closed before the end of the script.", open_.back().text));
  row_ = script_.lines.empty() ? 0 : script_.lines.size() - 1;
  base::SourcePosition const end = script_.lines.empty() ? base::SourcePosition{script_.source.name, 1, 1} : where(0);
  for (std::size_t n = 1; n < indentation_.size(); ++n) tokens_.push_back({TokenKind::dedent, "", end});
  tokens_.push_back({TokenKind::end_of_script, "", end});
  return std::move(tokens_);
}

void Lexer::add(TokenKind kind, std::string text, std::size_t column) {
  if (tokens_.size() >= max_tokens)
    throw UserError(where(column), fmt::format("The script has more than {} words and symbols.", max_tokens));
  tokens_.push_back({kind, std::move(text), where(column)});
}

void Lexer::add_indentation(std::string const& line, std::size_t first) {
  std::size_t width = 0;
  for (std::size_t n = 0; n < first; ++n) width = line[n] == '\t' ? (width / 8 + 1) * 8 : width + 1;
  if (indentation_.empty()) indentation_.push_back(width);
  if (width > indentation_.back()) {
    if (indentation_.size() > static_cast<std::size_t>(max_nesting))
      throw UserError(where(first), fmt::format("Blocks are nested deeper than {} levels.", max_nesting));
    indentation_.push_back(width);
    add(TokenKind::indent, "", first);
  }
  while (indentation_.size() > 1 && width < indentation_.back()) {
    indentation_.pop_back();
    add(TokenKind::dedent, "", first);
  }
  if (width != indentation_.back())
    throw UserError(where(first), "The indentation of this line equals that of no block before it.");
}

void Lexer::add_tokens(std::string const& line, std::size_t next) {
  while (next < line.size() && line[next] != '#') {
    char const c = line[next];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++next;
    } else if (c == '"' || c == '\'') {
      next = add_string(line, next);
    } else if (is_digit(c) || (c == '.' && next + 1 < line.size() && is_digit(line[next + 1]))) {
      next = add_number(line, next);
    } else if (is_word(c)) {
      std::size_t end = next;
      while (end < line.size() && is_word(line[end])) ++end;
      std::string const word = line.substr(next, end - next);
      add(base::contains(keywords, word) ? TokenKind::keyword : TokenKind::name, word, next);
      next = end;
    } else {
      next = add_symbol(line, next);
    }
  }
}

std::size_t Lexer::add_string(std::string const& line, std::size_t next) {
  std::size_t const start = next;
  char const quote = line[next++];
  std::string text;
  for (; next < line.size() && line[next] != quote; ++next) {
    if (line[next] == '\\' && next + 1 < line.size()) {
      ++next;
      text += line[next] == 'n' ? '\n' : line[next];
    } else {
      text += line[next];
    }
  }
  if (next >= line.size()) throw UserError(where(start), "The string is not closed on its line.");
  add(TokenKind::string, text, start);
  return next + 1;
}

std::size_t Lexer::add_number(std::string const& line, std::size_t next) {
  std::size_t const start = next;
  auto const at = [&](std::size_t n) { return n < line.size() ? line[n] : '\0'; };
  bool is_real = false;
  while (is_digit(at(next))) ++next;
  if (at(next) == '.') {
    is_real = true;
    ++next;
    while (is_digit(at(next))) ++next;
  }
  if (at(next) == 'e' || at(next) == 'E') {
    std::size_t exponent = next + 1;
    if (at(exponent) == '+' || at(exponent) == '-') ++exponent;
    if (!is_digit(at(exponent))) throw UserError(where(next), "Expected the digits of an exponent after `e`.");
    is_real = true;
    next = exponent;
    while (is_digit(at(next))) ++next;
  }
  if (is_word(at(next))) throw UserError(where(next), fmt::format("Unexpected `{}` after a number.", at(next)));
  add(is_real ? TokenKind::real : TokenKind::integer, line.substr(start, next - start), start);
  return next;
}

std::size_t Lexer::add_symbol(std::string const& line, std::size_t next) {
  std::string text = line.substr(next, 2);
  if (!base::contains(pairs, text)) text = line.substr(next, 1);
  char const c = text[0];
  if (std::string_view("()[]{},:.=+-*/%<>!").find(c) == std::string_view::npos || text == "!") {
    bool const is_printable = c > ' ' && c <= '~';
    throw UserError(where(next), is_printable ? fmt::format("Unexpected character `{}`.", c)
                                              : fmt::format("Unexpected byte {}.", static_cast<unsigned char>(c)));
  }
  if (c == '(' || c == '[' || c == '{') {
    open_.push_back({TokenKind::symbol, text, where(next)});
  } else if (c == ')' || c == ']' || c == '}') {
    char const expected = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (open_.empty() || open_.back().text[0] != expected)
      throw UserError(where(next), fmt::format("The `{}` closes no `{}`.", c, expected));
    open_.pop_back();
  }
  add(TokenKind::symbol, text, next);
  return next + text.size();
}

} // namespace

std::vector<Token> tokenize(ScriptText const& script) { return Lexer(script).tokenize(); }

} // namespace chemora::script
