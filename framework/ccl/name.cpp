// Names without regard to case.
#include "framework/ccl/name.hpp"

#include <algorithm>
#include <cctype>

namespace chemora::ccl {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

bool same_name(std::string const& a, std::string const& b) { return lower_case(a) == lower_case(b); }

} // namespace chemora::ccl
