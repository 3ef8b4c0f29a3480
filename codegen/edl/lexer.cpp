/// Divides the text of an equation file into the tokens that the parser of EDL reads.
#include "codegen/edl/token.hpp"

#include "framework/base/source_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace chemora::edl {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_character(char c) { return is_letter(c) || is_digit(c); }

/// The byte order mark, which some editors write at the start of a file and which has no meaning in UTF-8.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Largest number of suffixes of a name. Indices may start at any suffix, so the time for reading a name grows with the
/// square of the number of suffixes.
constexpr std::size_t max_suffixes = 64;

// The symbols of EDL. A symbol precedes the symbols that are its prefixes.
constexpr std::array<std::string_view, 30> symbols{"**", "==", "!=", "<=", ">=", "&&", "||", "::", "=", "+",
                                                   "-",  "*",  "/",  "%",  "(",  ")",  ",",  ":",  "?", "<",
                                                   ">",  "!",  "[",  "]",  "{",  "}",  "@",  "^",  ";", "&"};

class Lexer {
public:
  Lexer(base::SourceText const& source, base::Diagnostics& diagnostics) : cursor_(source), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    cursor_.take_if(byte_order_mark);
    while (skip_blanks(), !cursor_.at_end()) read_token();
    start(TokenKind::end_of_line);
    start(TokenKind::end_of_file);
    return std::move(tokens_);
  }

private:
  void skip_blanks() {
    blank_ = tokens_.empty();
    for (;;) {
      char const c = cursor_.peek();
      if (c == '#') {
        while (!cursor_.at_end() && cursor_.peek() != '\n') cursor_.take();
      } else if (c == ' ' || c == '\t' || c == '\r') {
        cursor_.take();
      } else {
        return;
      }
      blank_ = true;
    }
  }

  Token& start(TokenKind kind) {
    tokens_.push_back({kind, {}, {}, cursor_.position(), blank_});
    return tokens_.back();
  }

  void read_token() {
    char const c = cursor_.peek();
    if (c == '\n') {
      start(TokenKind::end_of_line);
      cursor_.take();
    } else if (is_letter(c)) {
      bool const starts_line = tokens_.empty() || tokens_.back().kind == TokenKind::end_of_line;
      read_word();
      if (starts_line && tokens_.back().text == "description" && cursor_.peek() == ':') read_description();
    } else if (is_digit(c) || (c == '.' && is_digit(cursor_.peek(1)))) {
      read_number();
    } else if (c == '"') {
      read_string();
    } else {
      read_symbol();
    }
  }

  void read_word() {
    Token& token = start(TokenKind::word);
    while (is_word_character(cursor_.peek())) token.text += cursor_.take();
    base::SourcePosition const where = cursor_.position();
    std::size_t n_suffixes = 0;
    for (; at_suffix(); ++n_suffixes) {
      Suffix suffix = read_suffix();
      if (n_suffixes < max_suffixes) token.suffixes.push_back(std::move(suffix));
    }
    if (n_suffixes > max_suffixes)
      diagnostics_.error(where, "This name has " + std::to_string(n_suffixes) +
                                    " suffixes that start with `_` or `^`; at most " + std::to_string(max_suffixes) +
                                    " are allowed. A power is written `**`.");
    if (cursor_.peek() == '_') {
      diagnostics_.error(cursor_.position(),
                         std::string("`_` must be followed by an index or by the rest of a name") +
                             (cursor_.peek(1) == '{' ? "; indices have no braces, as in `g_ij`." : "."));
      cursor_.take();
    }
  }

  /// Reads Kranc's `description: any words` as a string. A description in double quotes is an ordinary string.
  void read_description() {
    read_symbol();
    while (cursor_.peek() == ' ' || cursor_.peek() == '\t') cursor_.take();
    if (cursor_.peek() == '"') return;
    Token& token = start(TokenKind::string);
    while (!cursor_.at_end() && cursor_.peek() != '\n' && cursor_.peek() != '\r') token.text += cursor_.take();
    token.text.erase(token.text.find_last_not_of(" \t") + 1);
    std::replace(token.text.begin(), token.text.end(), '"', '\''); // strings cannot contain double quotes
  }

  bool at_suffix() const {
    if (cursor_.peek() != '_' && cursor_.peek() != '^') return false;
    char const next = cursor_.peek(1);
    return is_word_character(next) || next == '(' || (next == '[' && cursor_.peek() == '_') ||
           (next == '[' && cursor_.peek() == '^');
  }

  Suffix read_suffix() {
    Suffix suffix;
    suffix.where = cursor_.position();
    suffix.is_upper = cursor_.take() == '^';
    if (cursor_.peek() == '(' || cursor_.peek() == '[') {
      read_bracketed(suffix);
      return suffix;
    }
    std::size_t const from = cursor_.offset();
    while (is_word_character(cursor_.peek())) suffix.symbols.push_back(read_symbol_of_index());
    suffix.text = cursor_.since(from);
    return suffix;
  }

  IndexSymbol read_symbol_of_index() {
    IndexSymbol symbol{std::string(1, cursor_.take()), 0};
    while (cursor_.peek() == '\'') symbol.name += cursor_.take();
    return symbol;
  }

  void read_bracketed(Suffix& suffix) {
    bool const is_round = cursor_.take() == '(';
    suffix.bracket = is_round ? Bracket::round : Bracket::square;
    char const closing = is_round ? ')' : ']';
    std::size_t const from = cursor_.offset();
    while (cursor_.peek() != closing) {
      char const c = cursor_.peek();
      if (is_word_character(c)) {
        suffix.symbols.push_back(read_symbol_of_index());
      } else if ((c == '+' || c == '-') && !suffix.symbols.empty()) {
        suffix.symbols.back().offset = read_offset(suffix.symbols.back().is_at_face);
      } else if (c == ',' || c == ' ') {
        cursor_.take();
      } else {
        diagnostics_.error(cursor_.position(), std::string("The index list that starts with `") +
                                                   (is_round ? "(" : "[") + "` needs `" + closing + "` here.");
        return;
      }
    }
    suffix.text = cursor_.since(from);
    cursor_.take();
  }

  /// Reads `+1` or `-1/2`, and rounds a half-integer down.
  int read_offset(bool& is_at_face) {
    constexpr int max_offset = 99;
    int const sign = cursor_.take() == '-' ? -1 : 1;
    int offset = 0;
    base::SourcePosition const where = cursor_.position();
    if (!is_digit(cursor_.peek())) diagnostics_.error(where, "Expected a whole number of grid points after the sign.");
    while (is_digit(cursor_.peek())) offset = std::min(1000, 10 * offset + (cursor_.take() - '0'));
    if (offset > max_offset) diagnostics_.error(where, "An offset can be at most 99 grid points.");
    is_at_face = offset % 2 != 0 && cursor_.take_if("/2");
    return is_at_face ? (sign * offset - 1) / 2 : sign * offset;
  }

  void read_number() {
    Token& token = start(TokenKind::number);
    std::size_t const from = cursor_.offset();
    while (is_digit(cursor_.peek())) cursor_.take();
    if (cursor_.peek() == '.') cursor_.take();
    while (is_digit(cursor_.peek())) cursor_.take();
    char const c = cursor_.peek();
    bool const has_sign = cursor_.peek(1) == '+' || cursor_.peek(1) == '-';
    if ((c == 'e' || c == 'E' || c == 'd' || c == 'D') && is_digit(cursor_.peek(has_sign ? 2 : 1))) {
      cursor_.take();
      if (has_sign) cursor_.take();
      while (is_digit(cursor_.peek())) cursor_.take();
    }
    token.text = cursor_.since(from);
    for (char& character : token.text)
      if (character == 'd' || character == 'D' || character == 'E') character = 'e';
  }

  void read_string() {
    Token& token = start(TokenKind::string);
    cursor_.take();
    while (!cursor_.at_end() && cursor_.peek() != '"' && cursor_.peek() != '\n') token.text += cursor_.take();
    if (!cursor_.take_if("\"")) diagnostics_.error(token.where, "This string has no closing `\"` on its line.");
  }

  void read_symbol() {
    for (std::string_view symbol : symbols)
      if (cursor_.starts_with(symbol)) {
        start(TokenKind::symbol).text = symbol;
        cursor_.take_if(symbol);
        return;
      }
    base::SourcePosition const where = cursor_.position();
    std::size_t const length =
        length_of_character(std::string_view(cursor_.source().contents).substr(cursor_.offset()));
    std::string character;
    while (character.size() < length) character += cursor_.take();
    diagnostics_.error(where, message_about_character(character));
  }

  base::TextCursor cursor_;
  base::Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  bool blank_ = true;
};

} // namespace

std::string spelling(std::string const& base, std::vector<Suffix> const& suffixes) {
  std::string text = base;
  for (Suffix const& suffix : suffixes) {
    text += suffix.is_upper ? '^' : '_';
    if (suffix.bracket == Bracket::round)
      text += "(" + suffix.text + ")";
    else if (suffix.bracket == Bracket::square)
      text += "[" + suffix.text + "]";
    else
      text += suffix.text;
  }
  return text;
}

std::string describe(Token const& token) {
  switch (token.kind) {
  case TokenKind::end_of_line:
    return "the end of the line";
  case TokenKind::end_of_file:
    return "the end of the file";
  case TokenKind::string:
    return "the string \"" + token.text + "\"";
  default:
    return "`" + spelling(token.text, token.suffixes) + "`";
  }
}

std::vector<Token> tokenize(base::SourceText const& source, base::Diagnostics& diagnostics) {
  if (source.contents.size() > max_source_size) {
    diagnostics.error({source.name, 1, 1}, "This file has " + std::to_string(source.contents.size()) +
                                               " bytes; an equation file can have at most " +
                                               std::to_string(max_source_size) + ".");
    base::SourceText const nothing{source.name, ""};
    return Lexer(nothing, diagnostics).run();
  }
  return Lexer(source, diagnostics).run();
}

} // namespace chemora::edl
