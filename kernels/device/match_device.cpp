// Compares names and makes words of them.
#include "kernels/device/match_device.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace chemora::device {

namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

} // namespace

bool is_meant(std::string const& said, int number, std::string const& name) {
  if (said.empty()) return true;
  int value = 0;
  auto const [end, error] = std::from_chars(said.data(), said.data() + said.size(), value);
  if (error == std::errc() && end == said.data() + said.size()) return value == number;
  return lower_case(name).find(lower_case(said)) != std::string::npos;
}

std::string one_word(std::string const& name) {
  std::string word;
  for (char const c : name) {
    bool const is_allowed =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    if (is_allowed)
      word += c;
    else if (!word.empty() && word.back() != '-')
      word += '-';
  }
  while (!word.empty() && word.back() == '-') word.pop_back();
  return word;
}

} // namespace chemora::device
