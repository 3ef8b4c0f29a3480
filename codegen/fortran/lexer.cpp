/// Statements and tokens of the Fortran subset: comments, continuation lines, directives, macros.
#include "codegen/fortran/syntax_tree.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace chemora::fortran {

namespace {

using base::SourcePosition;

constexpr int max_macro_depth = 20;
constexpr std::size_t max_tokens = 1000000; ///< limits the tokens of a file after replacing macros

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// A directive `!$loopy ...` of a line.
struct Directive {
  enum class Kind { none, begin_tag, end_tag, begin_script, end_script, wrong };
  Kind kind = Kind::none;
  std::string tag{};
  int column = 1;
};

Directive directive_of(std::string const& line) {
  std::size_t const first = line.find_first_not_of(" \t");
  constexpr std::string_view marker = "!$loopy";
  if (first == std::string::npos || base::lower_case(line.substr(first, marker.size())) != marker) return {};
  Directive directive{.kind = Directive::Kind::wrong, .column = static_cast<int>(first) + 1};
  std::string const words = base::trimmed(line.substr(first + marker.size()));
  std::size_t const end_of_word = std::min(words.find_first_of(" \t"), words.size());
  std::string const verb = base::lower_case(words.substr(0, end_of_word));
  std::string const remainder = base::trimmed(words.substr(end_of_word));
  if (verb != "begin" && verb != "end") return directive;
  bool const is_begin = verb == "begin";
  if (remainder.empty()) {
    directive.kind = is_begin ? Directive::Kind::begin_script : Directive::Kind::end_script;
    return directive;
  }
  constexpr std::string_view tagged = "tagged:";
  if (base::lower_case(remainder.substr(0, tagged.size())) != tagged) return directive;
  directive.tag = base::trimmed(remainder.substr(tagged.size()));
  bool is_name = !directive.tag.empty();
  for (char const c : directive.tag) is_name = is_name && is_word(c);
  if (is_name) directive.kind = is_begin ? Directive::Kind::begin_tag : Directive::Kind::end_tag;
  return directive;
}

/// The operators that are written as words between dots, and their symbols.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> word_operators{{{".lt.", "<"},
                                                                                        {".le.", "<="},
                                                                                        {".gt.", ">"},
                                                                                        {".ge.", ">="},
                                                                                        {".eq.", "=="},
                                                                                        {".ne.", "/="},
                                                                                        {".and.", "and"},
                                                                                        {".or.", "or"},
                                                                                        {".not.", "not"},
                                                                                        {".true.", "true"},
                                                                                        {".false.", "false"}}};

class Lexer {
public:
  Lexer(base::SourceText const& source, base::Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void define(std::vector<std::string> const& definitions);
  std::vector<Line> read();

private:
  void add_line(std::string const& line, int number);
  void add_directive(Directive const& directive, int number);
  void add_tokens(std::string const& line, int number);
  void finish();
  void emit(Token token, int depth);
  std::vector<Token> tokens_of(std::string const& text, std::size_t start, SourcePosition const& where);
  std::size_t length_of_number(std::string const& text, std::size_t start, bool& is_real) const;
  bool take_word_operator(std::string const& text, std::size_t& next, Token& token) const;

  base::SourceText const& source_;
  base::Diagnostics& diagnostics_;
  std::map<std::string, std::vector<Token>> macros_{};
  std::vector<Line> lines_{};
  Line current_{};
  std::size_t n_tokens_ = 0;
  bool is_continued_ = false;
  bool is_in_script_ = false;
  SourcePosition start_of_script_{};
};

void Lexer::define(std::vector<std::string> const& definitions) {
  for (std::string const& definition : definitions) {
    SourcePosition const where{source_.name, 0, 0};
    std::string const text = base::trimmed(definition);
    std::size_t end = 0;
    while (end < text.size() && is_word(text[end])) ++end;
    bool const is_name = end > 0 && !is_digit(text[0]) && (end == text.size() || text[end] == ' ' || text[end] == '\t');
    if (!is_name)
      diagnostics_.error(where, fmt::format("The definition `{}` must be a name and a value, as in `Nq 8`. Macros with "
                                            "parameters are not allowed.",
                                            definition));
    else
      macros_[text.substr(0, end)] = tokens_of(text, end, where);
  }
}

std::vector<Line> Lexer::read() {
  int number = 0;
  for (std::string const& line : source_.lines()) add_line(line, ++number);
  if (is_in_script_) diagnostics_.error(start_of_script_, "The script has no end; write `!$loopy end` after it.");
  if (is_continued_)
    diagnostics_.error(current_.where, "The last statement ends with `&`, but there is no line that continues it.");
  finish();
  return std::move(lines_);
}

void Lexer::add_line(std::string const& line, int number) {
  Directive const directive = directive_of(line);
  if (is_in_script_) {
    is_in_script_ = directive.kind != Directive::Kind::end_script;
    return;
  }
  if (directive.kind != Directive::Kind::none) return add_directive(directive, number);
  if (!line.empty() && line[0] == '#') {
    diagnostics_.error({source_.name, number, 1},
                       "Lines of the C preprocessor are not allowed. Give definitions with `c_preprocess(SOURCE, "
                       "[\"NAME VALUE\"])` in the script.");
    return;
  }
  add_tokens(line, number);
}

void Lexer::add_directive(Directive const& directive, int number) {
  SourcePosition const where{source_.name, number, directive.column};
  using Kind = Directive::Kind;
  if (directive.kind == Kind::wrong)
    diagnostics_.error(where, "Unknown directive; expected `!$loopy begin tagged: NAME`, `!$loopy end tagged: NAME`, "
                              "`!$loopy begin` or `!$loopy end`.");
  if (directive.kind == Kind::end_script) diagnostics_.error(where, "`!$loopy end` has no `!$loopy begin` before it.");
  if (directive.kind == Kind::begin_script) {
    is_in_script_ = true;
    start_of_script_ = where;
  }
  if (directive.kind != Kind::begin_tag && directive.kind != Kind::end_tag) return;
  if (is_continued_) {
    diagnostics_.error(where, "A tagged region cannot begin or end inside a continued statement.");
    return;
  }
  lines_.push_back({.kind = directive.kind == Kind::begin_tag ? Line::Kind::begin_tag : Line::Kind::end_tag,
                    .tag = directive.tag,
                    .where = where});
}

void Lexer::add_tokens(std::string const& line, int number) {
  std::vector<Token> tokens = tokens_of(line, 0, {source_.name, number, 1});
  if (tokens.empty()) return; // an empty line or a comment, also between continuation lines
  if (is_continued_ && tokens.front().text == "&") tokens.erase(tokens.begin());
  bool const continues = !tokens.empty() && tokens.back().text == "&";
  if (continues) tokens.pop_back();
  if (!is_continued_) finish();
  is_continued_ = continues;
  for (Token& token : tokens) {
    if (token.kind == TokenKind::symbol && token.text == ";")
      finish();
    else
      emit(std::move(token), 0);
  }
  if (!is_continued_) finish();
}

void Lexer::finish() {
  if (!current_.tokens.empty()) lines_.push_back(std::move(current_));
  current_ = {};
}

void Lexer::emit(Token token, int depth) {
  auto const macro = token.kind == TokenKind::name ? macros_.find(token.text) : macros_.end();
  if (macro == macros_.end()) {
    if (++n_tokens_ > max_tokens) {
      if (n_tokens_ == max_tokens + 1)
        diagnostics_.error(token.where, fmt::format("The file has more than {} words and symbols.", max_tokens));
      return;
    }
    if (current_.tokens.empty()) current_.where = token.where;
    current_.tokens.push_back(std::move(token));
    return;
  }
  if (depth >= max_macro_depth) {
    diagnostics_.error(token.where, fmt::format("The macro `{}` contains itself.", token.text));
    return;
  }
  for (Token part : macro->second) {
    part.where = token.where;
    emit(std::move(part), depth + 1);
  }
}

std::size_t Lexer::length_of_number(std::string const& text, std::size_t start, bool& is_real) const {
  auto const at = [&](std::size_t n) { return n < text.size() ? text[n] : '\0'; };
  std::size_t end = start;
  while (is_digit(at(end))) ++end;
  // In `1.eq.n` the dot belongs to the operator.
  bool const is_operator = at(end) == '.' && is_letter(at(end + 1)) && is_letter(at(end + 2));
  if (at(end) == '.' && !is_operator) {
    is_real = true;
    ++end;
    while (is_digit(at(end))) ++end;
  }
  char const letter = static_cast<char>(std::tolower(static_cast<unsigned char>(at(end))));
  if (letter == 'e' || letter == 'd') {
    std::size_t exponent = end + 1;
    if (at(exponent) == '+' || at(exponent) == '-') ++exponent;
    if (is_digit(at(exponent))) {
      is_real = true;
      end = exponent;
      while (is_digit(at(end))) ++end;
    }
  }
  return end - start;
}

bool Lexer::take_word_operator(std::string const& text, std::size_t& next, Token& token) const {
  for (auto const& [word, symbol] : word_operators) {
    if (base::lower_case(text.substr(next, word.size())) != word) continue;
    token.text = symbol;
    next += word.size();
    return true;
  }
  return false;
}

std::vector<Token> Lexer::tokens_of(std::string const& text, std::size_t start, SourcePosition const& where) {
  std::vector<Token> tokens;
  constexpr std::array<std::string_view, 6> pairs{"**", "<=", ">=", "==", "/=", "::"};
  std::size_t next = start;
  while (next < text.size() && text[next] != '!') {
    char const c = text[next];
    Token token{.where = {where.file, where.line, where.column + static_cast<int>(next)}};
    std::size_t const first = next;
    if (c == ' ' || c == '\t') {
      ++next;
      continue;
    }
    if (is_letter(c) || c == '_') {
      while (next < text.size() && is_word(text[next])) ++next;
      token.kind = TokenKind::name;
    } else if (is_digit(c) || (c == '.' && next + 1 < text.size() && is_digit(text[next + 1]))) {
      bool is_real = false;
      next += length_of_number(text, next, is_real);
      token.kind = is_real ? TokenKind::real : TokenKind::integer;
    } else if (c == '\'' || c == '"') {
      std::size_t const end = text.find(c, next + 1);
      next = end == std::string::npos ? text.size() : end + 1;
      token.kind = TokenKind::text;
    } else if (c == '.' && take_word_operator(text, next, token)) {
      tokens.push_back(std::move(token));
      continue;
    } else {
      auto const is_pair = [&](std::string_view pair) { return text.compare(next, 2, pair) == 0; };
      bool const two = std::any_of(pairs.begin(), pairs.end(), is_pair);
      next += two ? 2 : 1;
      if (!two && std::string_view("+-*/=<>(),:;&%").find(c) == std::string_view::npos) {
        bool const is_printable = c >= ' ' && c <= '~';
        diagnostics_.error(token.where, is_printable
                                            ? fmt::format("Unexpected character `{}`.", c)
                                            : fmt::format("Unexpected byte {}.", static_cast<unsigned char>(c)));
        continue;
      }
    }
    token.text = text.substr(first, next - first);
    tokens.push_back(std::move(token));
  }
  return tokens;
}

} // namespace

std::vector<Line> read_lines(base::SourceText const& source, std::vector<std::string> const& definitions,
                             base::Diagnostics& diagnostics) {
  Lexer lexer(source, diagnostics);
  lexer.define(definitions);
  return lexer.read();
}

Script script_of(base::SourceText const& source) {
  Script script;
  base::Diagnostics diagnostics(&source);
  bool is_in_script = false;
  int number = 0;
  for (std::string const& line : source.lines()) {
    ++number;
    Directive const directive = directive_of(line);
    if (directive.kind == Directive::Kind::begin_script) is_in_script = true;
    if (directive.kind == Directive::Kind::end_script) is_in_script = false;
    if (!is_in_script || directive.kind == Directive::Kind::begin_script) continue;
    std::size_t const first = line.find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    if (line[first] != '!') {
      diagnostics.error({source.name, number, static_cast<int>(first) + 1},
                        "A line of the script must start with the comment marker `!`. End the script with `!$loopy "
                        "end`.");
      continue;
    }
    script.lines.push_back(line.substr(first + 1));
    script.positions.push_back({source.name, number, static_cast<int>(first) + 2});
  }
  diagnostics.throw_if_errors();
  return script;
}

} // namespace chemora::fortran
