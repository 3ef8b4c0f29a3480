/// Words of a line with their positions, for parsers of files that consist of columns, and nouns after a number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace chemora::base {

struct Word {
  std::string_view text{}; ///< a part of the line
  int column = 1;          ///< of its first character, from 1
};

/// Returns the parts of a line between the characters in `blanks`.
std::vector<Word> words_of(std::string_view line, std::string_view blanks = " \t\r");

/// Returns a number with its noun: `1 key`, `2 keys`. An empty plural stands for the singular with an `s`.
std::string counted(long n, std::string_view singular, std::string_view plural = "");

} // namespace chemora::base
