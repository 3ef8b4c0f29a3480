#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::base {

std::string lower_case(std::string_view text) {
  std::string result(text);
  auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  auto const upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  std::transform(result.begin(), result.end(), result.begin(), upper);
  return result;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view white_space = " \t\r\n";
  std::size_t const begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(white_space) - begin + 1));
}

std::string list_in_words(std::vector<std::string> const& names, std::string_view conjunction) {
  if (names.size() < 2) return join(names);
  std::vector<std::string> const all_but_last(names.begin(), names.end() - 1);
  return join(all_but_last) + " " + std::string(conjunction) + " " + names.back();
}

} // namespace chemora::base
