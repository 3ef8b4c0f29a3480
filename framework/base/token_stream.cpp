#include "framework/base/token_stream.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <charconv>

namespace chemora::base {

bool Language::begins_statement(std::string const& word) const { return contains(statement_words, word); }

bool Language::is_reserved(std::string const& word) const {
  return contains(other_words, word) || begins_statement(word);
}

std::string describe(Token const& token) {
  if (token.kind == TokenKind::end) return "the end of the file";
  if (token.kind == TokenKind::text) return "the text \"" + token.text + "\"";
  return "`" + token.text + "`";
}

bool TokenStream::at_symbol(std::string_view text, std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::symbol && peek(ahead).text == text;
}

bool TokenStream::at_word(std::string_view text, std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::word && peek(ahead).text == text;
}

bool TokenStream::take_symbol(std::string_view text) {
  if (!at_symbol(text)) return false;
  take();
  return true;
}

bool TokenStream::take_word(std::string_view text) {
  if (!at_word(text)) return false;
  take();
  return true;
}

void TokenStream::expect_symbol(std::string_view text, std::string const& purpose) {
  if (!take_symbol(text)) fail(fmt::format("Expected `{}` {}, found {}.", text, purpose, describe(peek())));
}

void TokenStream::expect_word(std::string_view text, std::string const& purpose) {
  if (!take_word(text)) fail(fmt::format("Expected `{}` {}, found {}.", text, purpose, describe(peek())));
}

Name TokenStream::expect_name(std::string const& purpose) {
  if (peek().kind != TokenKind::word) fail(fmt::format("Expected {}, found {}.", purpose, describe(peek())));
  if (language_.is_reserved(peek().text))
    fail(fmt::format("Expected {}, found `{}`, which is a word of the language; choose another name.", purpose,
                     peek().text));
  Token const token = take();
  return {token.text, token.where};
}

Name TokenStream::expect_text(std::string const& purpose) {
  if (peek().kind != TokenKind::text)
    fail(fmt::format("Expected {} in double quotes, found {}.", purpose, describe(peek())));
  Token const token = take();
  return {token.text, token.where};
}

double TokenStream::expect_number() {
  Token const token = peek();
  bool const is_integer = token.kind == TokenKind::integer;
  if (!is_integer && token.kind != TokenKind::real) fail(fmt::format("Expected a number, found {}.", describe(token)));
  double value = 0;
  char const* const end = token.text.data() + token.text.size();
  auto const [stop, error] = std::from_chars(token.text.data(), end, value);
  constexpr double max_integer = 2147483647;
  if (is_integer && (error != std::errc() || value > max_integer))
    fail(fmt::format("The integer {} is larger than 2147483647.", token.text));
  if (error != std::errc() || stop != end) fail(fmt::format("The number {} is not representable.", token.text));
  take();
  return value;
}

std::string TokenStream::text_since(Token const& first) const {
  constexpr std::size_t max_text = 80;
  std::string text;
  for (std::size_t at = first.begin; at_ > 0 && at < tokens_[at_ - 1].end && text.size() <= max_text; ++at) {
    char const c = source_.contents[at];
    bool const is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_blank || !text.ends_with(' ')) text += is_blank ? ' ' : c;
  }
  return text.size() > max_text ? text.substr(0, max_text) + "..." : text;
}

void TokenStream::skip_statement() {
  while (!at_end() &&
         !(peek().starts_line && peek().kind == TokenKind::word && language_.begins_statement(peek().text)))
    take();
}

void TokenStream::fail(std::string const& message) { fail(peek().where, message); }

void TokenStream::fail(SourcePosition const& where, std::string const& message) {
  diagnostics_.error(where, message);
  throw StatementFailure{};
}

} // namespace chemora::base
