/// Divides the lines of texts with expressions into tokens.
#include "codegen/ir/expression_parser.hpp"

#include <cctype>

namespace chemora::ir {

namespace {

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

Token take_quoted(base::TextCursor& cursor) {
  Token token{{}, true, cursor.position()};
  cursor.take();
  while (cursor.peek() != '"') {
    if (cursor.at_end() || cursor.peek() == '\n')
      throw base::UserError(token.where, "This string has no closing quote on its line.");
    if (cursor.peek() == '\\') cursor.take();
    if (!cursor.at_end()) token.text += cursor.take();
  }
  cursor.take();
  return token;
}

void take_identifier(base::TextCursor& cursor, std::string& text) {
  while (is_name_part(cursor.peek()) || (cursor.peek() == '.' && is_name_part(cursor.peek(1))) ||
         (cursor.peek() == ':' && cursor.peek(1) == ':' && is_name_start(cursor.peek(2)))) {
    if (cursor.peek() == ':') text += cursor.take();
    text += cursor.take();
  }
}

void take_digits(base::TextCursor& cursor, std::string& text) {
  while (is_name_part(cursor.peek()) || cursor.peek() == '.') {
    bool const is_exponent = cursor.peek() == 'e' || cursor.peek() == 'E';
    text += cursor.take();
    if (is_exponent && (cursor.peek() == '-' || cursor.peek() == '+')) text += cursor.take();
  }
}

Token take_token(base::TextCursor& cursor) {
  if (cursor.peek() == '"') return take_quoted(cursor);
  Token token{{}, false, cursor.position()};
  char const c = cursor.peek();
  if (is_name_start(c))
    take_identifier(cursor, token.text);
  else if (std::isdigit(static_cast<unsigned char>(c)))
    take_digits(cursor, token.text);
  else {
    token.text += cursor.take();
    if (std::string_view("<>=!").find(c) != std::string_view::npos && cursor.peek() == '=') token.text += cursor.take();
  }
  return token;
}

} // namespace

std::vector<TokenLine> tokenize_expressions(base::SourceText const& source) {
  std::vector<TokenLine> lines;
  TokenLine line;
  base::TextCursor cursor(source);
  while (!cursor.at_end()) {
    char const c = cursor.peek();
    if (c == '\n') {
      if (!line.empty()) lines.push_back(std::move(line));
      line = {};
      cursor.take();
    } else if (c == '#') {
      while (!cursor.at_end() && cursor.peek() != '\n') cursor.take();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      cursor.take();
    } else {
      line.push_back(take_token(cursor));
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

} // namespace chemora::ir
