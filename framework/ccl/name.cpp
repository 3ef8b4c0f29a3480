// Names without regard to case. Every launch of a kernel looks names up: only letters of ASCII have a case here,
// without a call of the C library for each, and names of different length are not compared.
#include "framework/ccl/name.hpp"

#include <algorithm>

namespace chemora::ccl {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

} // namespace

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), lower);
  return text;
}

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), upper);
  return text;
}

bool same_name(std::string const& a, std::string const& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

} // namespace chemora::ccl
