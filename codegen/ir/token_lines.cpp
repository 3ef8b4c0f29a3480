// Splits texts of the intermediate representation into lines of tokens.
#include "codegen/ir/token_lines.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <charconv>

namespace chemora::ir {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

Token take_string(base::TextCursor& cursor) {
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

Token take_word(base::TextCursor& cursor) {
  Token token{{}, false, cursor.position()};
  while (!cursor.at_end() && !is_blank(cursor.peek()) && cursor.peek() != '\n' && cursor.peek() != '#')
    token.text += cursor.take();
  return token;
}

template <typename Number>
std::optional<Number> to_number(std::string_view text) {
  Number number{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

} // namespace

std::vector<TokenLine> tokenize(base::SourceText const& source) {
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
    } else if (is_blank(c)) {
      cursor.take();
    } else {
      line.push_back(c == '"' ? take_string(cursor) : take_word(cursor));
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::optional<int> to_integer(std::string_view text) { return to_number<int>(text); }

std::optional<double> to_real(std::string_view text) { return to_number<double>(text); }

} // namespace chemora::ir
