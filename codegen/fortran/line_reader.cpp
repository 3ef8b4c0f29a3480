#include "codegen/fortran/line_reader.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::fortran {

using base::UserError;

std::string LineReader::found() const {
  return at_end_of_line() ? "the end of the statement" : "`" + line().tokens[next_].text + "`";
}

std::string LineReader::word(std::size_t ahead) const {
  if (next_ + ahead >= line().tokens.size()) return {};
  Token const& token = line().tokens[next_ + ahead];
  return token.kind == TokenKind::name ? base::lower_case(token.text) : token.text;
}

bool LineReader::take_if(std::string_view symbol) {
  bool const is_found = is_next(symbol) && line().tokens[next_].kind == TokenKind::symbol;
  next_ += is_found;
  return is_found;
}

bool LineReader::take_word(std::string_view expected) {
  bool const is_found = !at_end_of_line() && line().tokens[next_].kind == TokenKind::name && word() == expected;
  next_ += is_found;
  return is_found;
}

void LineReader::expect(std::string_view symbol, std::string_view after) {
  if (take_if(symbol)) return;
  throw UserError(where(), fmt::format("Expected `{}` after {}; found {}.", symbol, after, found()));
}

Token LineReader::take_name(std::string_view what) {
  if (!is_next(TokenKind::name)) throw UserError(where(), fmt::format("Expected {}; found {}.", what, found()));
  return line().tokens[next_++];
}

void LineReader::expect_end_of_line(std::string_view after) {
  if (at_end_of_line()) return;
  throw UserError(where(), fmt::format("Expected the end of the statement after {}; found `{}`.", after,
                                       line().tokens[next_].text));
}

bool LineReader::is_assignment() const {
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

} // namespace chemora::fortran
