// Numbers as the out_format parameters ask for them.
#pragma once

#include <cstdio>
#include <string>

namespace iotools {

/// `format` is a precision and a letter as in a printf conversion without its percent sign: ".13f", "e", ".6G". The
/// ranges of the parameters admit nothing else.
inline std::string to_text(double value, std::string const& format) {
  auto const conversion = "%" + format;
  auto const length = std::snprintf(nullptr, 0, conversion.c_str(), value);
  std::string text(static_cast<std::size_t>(length), '\0');
  std::snprintf(text.data(), text.size() + 1, conversion.c_str(), value);
  return text;
}

/// With `digits` significant digits, without trailing zeros.
inline std::string to_text(double value, int digits) { return to_text(value, "." + std::to_string(digits) + "g"); }

} // namespace iotools
