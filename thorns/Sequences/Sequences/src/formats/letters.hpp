/// The letters of an alphabet, and what happens with characters that are not letters.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace sequences {

enum class UnknownLetters {
  error,   ///< they end the run
  replace, ///< they count as the replacement
  skip     ///< they are omitted
};

class LetterCodes {
public:
  /// `letters` are the letters of the alphabet in the order of their codes, at most 127. Lower case letters have the
  /// code of upper case ones unless the alphabet contains both. `replacement` must be a letter if `policy` is
  /// `replace`.
  LetterCodes(std::string alphabet, std::string letters, UnknownLetters policy = UnknownLetters::error,
              char replacement = 'X');

  std::string const& alphabet() const { return alphabet_; }
  std::string const& letters() const { return letters_; }
  UnknownLetters policy() const { return policy_; }
  std::uint8_t replacement() const { return replacement_; }

  static constexpr std::uint8_t unknown = 255, separator = 254;
  /// Returns the code of a character, `separator` for white space, or `unknown`.
  std::uint8_t operator[](char character) const { return codes_[static_cast<unsigned char>(character)]; }

private:
  std::string alphabet_, letters_;
  UnknownLetters policy_;
  std::uint8_t replacement_ = unknown;
  std::array<std::uint8_t, 256> codes_{};
};

/// The character for messages: `X`, or `byte 0x00` for an unprintable one.
std::string printable(char character);

} // namespace sequences
