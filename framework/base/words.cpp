#include "framework/base/words.hpp"

#include <algorithm>

namespace chemora::base {

std::vector<Word> words_of(std::string_view line, std::string_view blanks) {
  std::vector<Word> words;
  for (std::size_t begin = 0; (begin = line.find_first_not_of(blanks, begin)) != std::string_view::npos;) {
    std::size_t const end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back({line.substr(begin, end - begin), static_cast<int>(begin) + 1});
    begin = end;
  }
  return words;
}

std::string counted(long n, std::string_view singular, std::string_view plural) {
  std::string const noun(n == 1 || plural.empty() ? singular : plural);
  return std::to_string(n) + " " + noun + (n != 1 && plural.empty() ? "s" : "");
}

} // namespace chemora::base
