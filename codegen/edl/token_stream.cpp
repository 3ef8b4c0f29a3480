/// The position in the tokens of a file that all parsers of statements share, with error recovery and operator names.
#include "codegen/edl/statement_parsers.hpp"

namespace chemora::edl {

TokenStream::TokenStream(std::vector<Token> tokens, base::Diagnostics& diagnostics)
    : tokens_(std::move(tokens)), diagnostics_(diagnostics) {
  find_operators();
}

std::size_t TokenStream::real_position(std::size_t ahead) const {
  std::size_t at = at_;
  for (;;) {
    while (parentheses > 0 && tokens_[at].kind == TokenKind::end_of_line) ++at;
    if (ahead == 0 || tokens_[at].kind == TokenKind::end_of_file) return at;
    ++at;
    --ahead;
  }
}

Token const& TokenStream::peek(std::size_t ahead) const { return tokens_[real_position(ahead)]; }

Token TokenStream::take() {
  at_ = real_position(0);
  Token const token = tokens_[at_];
  if (token.kind != TokenKind::end_of_file) ++at_;
  return token;
}

bool TokenStream::at_word(std::string_view text, std::size_t ahead) const {
  Token const& token = peek(ahead);
  return token.kind == TokenKind::word && token.suffixes.empty() && token.text == text;
}

bool TokenStream::at_symbol(std::string_view text, std::size_t ahead) const {
  Token const& token = peek(ahead);
  return token.kind == TokenKind::symbol && token.text == text;
}

bool TokenStream::take_word(std::string_view text) {
  if (!at_word(text)) return false;
  take();
  return true;
}

bool TokenStream::take_symbol(std::string_view text) {
  if (!at_symbol(text)) return false;
  take();
  return true;
}

void TokenStream::expect_symbol(std::string_view text, std::string const& purpose) {
  if (!take_symbol(text)) fail("Expected `" + std::string(text) + "` " + purpose + ", found " + describe(peek()) + ".");
}

std::string TokenStream::expect_name(std::string const& purpose) {
  require_word(purpose);
  Token const token = take();
  for (Suffix const& suffix : token.suffixes)
    if (suffix.is_upper || suffix.bracket != Bracket::none)
      fail(suffix.where, "Expected " + purpose + " without indices, found " + describe(token) + ".");
  return spelling(token.text, token.suffixes);
}

std::string TokenStream::expect_string(std::string const& purpose) {
  if (peek().kind != TokenKind::string)
    fail("Expected " + purpose + " as a string in double quotes, found " + describe(peek()) + ".");
  return take().text;
}

void TokenStream::require_word(std::string const& purpose) {
  if (peek().kind != TokenKind::word) fail("Expected " + purpose + ", found " + describe(peek()) + ".");
}

void TokenStream::expect_end_of_line() {
  if (!at_end_of_line()) fail("Expected the end of the line, found " + describe(peek()) + ".");
  take();
}

void TokenStream::skip_empty_lines() {
  while (peek().kind == TokenKind::end_of_line) take();
}

void TokenStream::skip_line() {
  parentheses = 0;
  depth = 0;
  while (!at_end_of_line()) take();
  take();
}

void TokenStream::fail(std::string const& message) { fail(peek().where, message); }

void TokenStream::fail(base::SourcePosition const& where, std::string const& message) {
  diagnostics_.error(where, message);
  throw StatementFailure{};
}

bool TokenStream::is_operator(Token const& token) const {
  if (token.kind != TokenKind::word) return false;
  return (token.suffixes.empty() ? operators_without_index_ : operators_).contains(token.text);
}

void TokenStream::find_operators() {
  std::string block;
  for (std::size_t n = 0; n + 1 < tokens_.size(); ++n) {
    bool const starts_line = n == 0 || tokens_[n - 1].kind == TokenKind::end_of_line;
    bool const has_word = tokens_[n].kind == TokenKind::word && tokens_[n + 1].kind == TokenKind::word;
    if (starts_line && has_word && tokens_[n].text == "begin")
      block = tokens_[n + 1].text;
    else if (starts_line && tokens_[n].kind == TokenKind::word && tokens_[n].text == "end")
      block.clear();
    else if (block == "derivatives" && starts_line && tokens_[n].kind == TokenKind::word)
      add_operator(tokens_[n], tokens_[n + 1]);
    else if (block == "metrics" && n > 1 && tokens_[n - 1].text == ":" && tokens_[n - 2].text == "derivative")
      operators_.insert(tokens_[n].text);
  }
}

/// Records an operator from its definition. `Diss = ...` defines an operator without index. `D_i = ...` and `Du u_i =
/// ...` define operators with an index.
void TokenStream::add_operator(Token const& name, Token const& next) {
  bool const has_index = !name.suffixes.empty() || next.kind == TokenKind::word;
  (has_index ? operators_ : operators_without_index_).insert(name.text);
}

} // namespace chemora::edl
