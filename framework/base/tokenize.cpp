#include "framework/base/token_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace chemora::base {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Lexer {
public:
  Lexer(SourceText const& source, Language const& language, Diagnostics& diagnostics)
      : cursor_(source), language_(language), diagnostics_(diagnostics) {}

  std::vector<Token> read() {
    cursor_.take_if(byte_order_mark);
    skip_blanks();
    while (!cursor_.at_end()) {
      add_token();
      skip_blanks();
    }
    begin(TokenKind::end);
    return std::move(tokens_);
  }

private:
  void skip_blanks() {
    while (!cursor_.at_end()) {
      if (cursor_.starts_with("//"))
        while (!cursor_.at_end() && cursor_.peek() != '\n') cursor_.take();
      else if (std::isspace(static_cast<unsigned char>(cursor_.peek())) != 0)
        starts_line_ = cursor_.take() == '\n' || starts_line_;
      else
        return;
    }
  }

  void begin(TokenKind kind) {
    tokens_.push_back({.kind = kind,
                       .where = cursor_.position(),
                       .begin = cursor_.offset(),
                       .end = cursor_.offset(),
                       .starts_line = starts_line_});
    starts_line_ = false;
  }

  void finish() {
    Token& token = tokens_.back();
    token.end = cursor_.offset();
    token.text = cursor_.since(token.begin);
  }

  void add_token() {
    char const c = cursor_.peek();
    if (starts_word(c)) {
      begin(TokenKind::word);
      while (starts_word(cursor_.peek()) || is_digit(cursor_.peek())) cursor_.take();
      finish();
    } else if (is_digit(c)) {
      add_number();
    } else if (c == '"' || (c == '\'' && language_.has_letters)) {
      add_quoted(c);
    } else {
      add_symbol();
    }
  }

  void add_number() {
    begin(TokenKind::integer);
    take_digits();
    // In `0..n` the dots belong to the range.
    if (cursor_.peek() == '.' && is_digit(cursor_.peek(1))) {
      tokens_.back().kind = TokenKind::real;
      cursor_.take();
      take_digits();
    }
    std::size_t const sign = cursor_.peek(1) == '+' || cursor_.peek(1) == '-' ? 1 : 0;
    if ((cursor_.peek() == 'e' || cursor_.peek() == 'E') && is_digit(cursor_.peek(1 + sign))) {
      tokens_.back().kind = TokenKind::real;
      for (std::size_t n = 0; n <= sign; ++n) cursor_.take();
      take_digits();
    }
    finish();
    check_end_of_number();
  }

  void check_end_of_number() {
    bool const has_point = cursor_.peek() == '.' && cursor_.peek(1) != '.';
    if (!has_point && !starts_word(cursor_.peek())) return;
    Token const number = tokens_.back();
    while (starts_word(cursor_.peek()) || is_digit(cursor_.peek()) || (cursor_.peek() == '.' && cursor_.peek(1) != '.'))
      cursor_.take();
    diagnostics_.error(number.where, fmt::format("`{}` is not a number; expected digits, as in `10`, `0.5` or `1e-3`.",
                                                 std::string(cursor_.since(number.begin)).substr(0, 40)));
  }

  void take_digits() {
    while (is_digit(cursor_.peek())) cursor_.take();
  }

  void add_quoted(char quote) {
    begin(quote == '"' ? TokenKind::text : TokenKind::letter);
    cursor_.take();
    while (!cursor_.at_end() && cursor_.peek() != quote && cursor_.peek() != '\n') cursor_.take();
    finish();
    Token& token = tokens_.back();
    token.text.erase(0, 1);
    if (!cursor_.take_if(std::string_view(&quote, 1)))
      diagnostics_.error(token.where, fmt::format("The text has no closing `{}` in its line.", quote));
    token.end = cursor_.offset();
    if (token.kind == TokenKind::letter && token.text.size() != 1)
      diagnostics_.error(token.where, "A letter is one character between apostrophes, as in `'A'`.");
  }

  void add_symbol() {
    begin(TokenKind::symbol);
    for (std::string_view const symbol : language_.symbols)
      if (cursor_.take_if(symbol)) return finish();
    char const c = cursor_.take();
    finish();
    if (language_.characters.find(c) != std::string_view::npos) return;
    while (!cursor_.at_end() && cursor_.peek() == c) cursor_.take();
    bool const is_printable = c > ' ' && c <= '~';
    diagnostics_.error(
        tokens_.back().where,
        is_printable ? fmt::format("`{}` is not a character of the language of {}. {}", c, language_.name, advice(c))
                     : fmt::format("Unexpected byte {}. {}", static_cast<unsigned char>(c), advice(c)));
    tokens_.pop_back();
  }

  std::string advice(char c) const {
    for (auto const& [character, text] : language_.advice)
      if (character == c) return std::string(text);
    return fmt::format("Outside of texts and comments, letters, digits, blanks, `_` and the characters {} are allowed.",
                       language_.characters);
  }

  TextCursor cursor_;
  Language const& language_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_{};
  bool starts_line_ = true;
};

} // namespace

std::vector<Token> tokenize(SourceText const& source, Language const& language, Diagnostics& diagnostics) {
  if (source.contents.size() > max_token_source) {
    diagnostics.error({source.name, 1, 1}, fmt::format("The file has {} bytes; at most {} are allowed.",
                                                       source.contents.size(), max_token_source));
    return {Token{.where = {source.name, 1, 1}}};
  }
  return Lexer(source, language, diagnostics).read();
}

} // namespace chemora::base
