// Texts that Fortran passes: without final NUL, filled up with blanks.
#pragma once

#include <cstddef>
#include <string>

namespace boundary {

inline std::string text(char const* characters, std::size_t length) {
  std::string const all(characters, length);
  return all.substr(0, all.find_last_not_of(' ') + 1); // npos + 1 is 0: all blanks
}

} // namespace boundary
