/// Conversion of Fortran strings.
#pragma once

#include <cstddef>
#include <string>

namespace thorntools {

/// Returns a Fortran string without its trailing blanks. Fortran pads strings with blanks and passes no final NUL.
inline std::string fortran_string(char const* characters, std::size_t length) {
  std::string const text(characters, length);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

} // namespace thorntools
