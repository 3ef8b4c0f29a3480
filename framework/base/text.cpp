#include "framework/base/text.hpp"

#include <cctype>

namespace chemora::base {

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
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
