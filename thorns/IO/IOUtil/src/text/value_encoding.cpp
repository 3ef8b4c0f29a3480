// Character by character.
#include "value_encoding.hpp"

#include <cctype>
#include <cstdio>

namespace ioutil {

std::string encode_value(std::string const& value) {
  std::string text;
  for (char const c : value) {
    auto const byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      text += "\\\\";
    } else if (std::isprint(byte)) {
      text += c;
    } else {
      char escape[5];
      std::snprintf(escape, sizeof escape, "\\%03o", byte);
      text += escape;
    }
  }
  return text;
}

std::optional<std::string> decode_value(std::string const& text) {
  std::string value;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      value += text[at];
    } else if (at + 1 < text.size() && text[at + 1] == '\\') {
      value += text[++at];
    } else {
      int code = 0;
      if (at + 3 >= text.size()) return std::nullopt;
      for (int digit = 0; digit < 3; ++digit) {
        char const c = text[++at];
        if (c < '0' || c > '7') return std::nullopt;
        code = 8 * code + (c - '0');
      }
      if (code > 255) return std::nullopt;
      value += static_cast<char>(code);
    }
  }
  return value;
}

} // namespace ioutil
