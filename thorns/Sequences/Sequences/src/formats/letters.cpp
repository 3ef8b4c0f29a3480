#include "letters.hpp"

#include "framework/base/errors.hpp"

#include <cctype>
#include <cstdio>
#include <utility>

namespace sequences {

LetterCodes::LetterCodes(std::string alphabet, std::string letters, UnknownLetters policy, char replacement)
    : alphabet_(std::move(alphabet)), letters_(std::move(letters)), policy_(policy) {
  codes_.fill(unknown);
  for (char const blank : {' ', '\t', '\r', '\n', '\v', '\f'}) codes_[static_cast<unsigned char>(blank)] = separator;
  for (std::size_t i = 0; i < letters_.size(); ++i)
    codes_[static_cast<unsigned char>(letters_[i])] = static_cast<std::uint8_t>(i);
  for (char const letter : letters_) {
    auto const character = static_cast<unsigned char>(letter);
    int const other = std::isupper(character) ? std::tolower(character) : std::toupper(character);
    if (codes_[static_cast<unsigned char>(other)] == unknown)
      codes_[static_cast<unsigned char>(other)] = codes_[character];
  }
  if (policy_ != UnknownLetters::replace) return;
  replacement_ = (*this)[replacement];
  if (replacement_ >= separator)
    throw chemora::base::UserError("The replacement of unknown letters, " + printable(replacement) +
                                   ", is not a letter of the alphabet " + alphabet_ + ". Allowed: " + letters_ + ".");
}

std::string printable(char character) {
  auto const byte = static_cast<unsigned char>(character);
  if (std::isprint(byte)) return std::string("`") + character + "`";
  char text[16];
  std::snprintf(text, sizeof text, "byte 0x%02x", static_cast<unsigned>(byte));
  return text;
}

} // namespace sequences
