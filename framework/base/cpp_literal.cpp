#include "framework/base/cpp_literal.hpp"

namespace chemora::base {

namespace {

/// Three octal digits: unlike a hexadecimal escape, an octal one ends before a digit that follows it.
std::string octal(unsigned char c) {
  auto const digit = [](int value) { return static_cast<char>('0' + value); };
  return {'\\', digit(c / 64), digit(c / 8 % 8), digit(c % 8)};
}

std::string escaped(char c) {
  if (c == '\n') return "\\n";
  if (c == '"' || c == '\\' || c == '?') return {'\\', c};
  bool const is_printable = c >= ' ' && c <= '~';
  return is_printable ? std::string(1, c) : octal(static_cast<unsigned char>(c));
}

} // namespace

std::string cpp_literal(std::string_view text, std::string_view indent) {
  std::string literal = "\"";
  for (std::size_t at = 0; at < text.size(); ++at) {
    literal += escaped(text[at]);
    bool const goes_on = text[at] == '\n' && at + 1 < text.size();
    if (goes_on) literal += "\"\n" + std::string(indent) + "\"";
  }
  return literal + "\"";
}

} // namespace chemora::base
