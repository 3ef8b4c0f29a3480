/// Describes characters that EDL does not permit, such as Unicode minus signs, for error messages of the lexer.
#include "codegen/edl/token.hpp"

#include <array>
#include <map>

namespace chemora::edl {

namespace {

/// The names of Greek letters, which papers use, in the order of Unicode. Unicode has two forms of sigma.
constexpr std::array<std::string_view, 25> greek{
    "alpha", "beta",    "gamma", "delta", "epsilon", "zeta",  "eta", "theta",   "iota", "kappa", "lambda", "mu",   "nu",
    "xi",    "omicron", "pi",    "rho",   "sigma",   "sigma", "tau", "upsilon", "phi",  "chi",   "psi",    "omega"};
constexpr int first_small = 0x3b1;
constexpr int first_capital = 0x391;

std::map<int, std::string_view> const& signs() {
  static std::map<int, std::string_view> const table{
      {0xa0, "a blank"},    {0xb2, "**2"},   {0xb3, "**3"},   {0xb7, "*"},   {0xd7, "*"},      {0xf7, "/"},
      {0x2013, "-"},        {0x2202, "D_i"}, {0x2207, "D_i"}, {0x2212, "-"}, {0x221a, "sqrt"}, {0x221b, "cbrt"},
      {0x221e, "infinity"}, {0x2260, "!="},  {0x2264, "<="},  {0x2265, ">="}};
  return table;
}

/// Returns the code point of a UTF-8 character.
int code_point(std::string_view character) {
  constexpr int bits_per_byte = 6;
  auto const byte = [&](std::size_t n) { return static_cast<int>(static_cast<unsigned char>(character[n])); };
  if (character.size() == 1) return byte(0);
  int code = byte(0) & (0x7f >> character.size());
  for (std::size_t n = 1; n < character.size(); ++n) code = code << bits_per_byte | (byte(n) & 0x3f);
  return code;
}

std::string spelling_of(int code) {
  auto const n_greek = static_cast<int>(greek.size());
  if (code >= first_small && code < first_small + n_greek)
    return std::string(greek[static_cast<std::size_t>(code - first_small)]);
  if (code >= first_capital && code < first_capital + n_greek) {
    std::string name(greek[static_cast<std::size_t>(code - first_capital)]);
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
  }
  auto const sign = signs().find(code);
  return sign == signs().end() ? "" : std::string(sign->second);
}

} // namespace

std::size_t length_of_character(std::string_view text) {
  auto const byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  std::size_t const length = byte(0) >= 0xf8 ? 1 : byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : byte(0) >= 0xc0 ? 2 : 1;
  if (length > text.size()) return 1;
  for (std::size_t n = 1; n < length; ++n)
    if ((byte(n) & 0xc0) != 0x80) return 1;
  return length;
}

std::string message_about_character(std::string_view character) {
  int const code = code_point(character);
  constexpr int first_printed = 33, last_printed = 126, first_foreign_printed = 0xa1;
  bool const is_printable = (code >= first_printed && code <= last_printed) ||
                            (character.size() > 1 && code >= first_foreign_printed && code != 0xfeff);
  std::string const shown =
      is_printable ? "`" + std::string(character) + "`" : "The character with code " + std::to_string(code);
  std::string const replacement = spelling_of(code);
  std::string const suggestion = replacement.empty()        ? ""
                                 : replacement == "a blank" ? replacement
                                                            : "`" + replacement + "`";
  return shown + " is not a character of the equation language." +
         (suggestion.empty() ? "" : " Did you mean " + suggestion + "?");
}

} // namespace chemora::edl
