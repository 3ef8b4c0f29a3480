/// The tokens of equation files, and the lexer that reads them.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace chemora::edl {

/// One index of a name (a letter, a digit or an axis) with its primes. Offsets such as `u_(i+1)` and `F_(i-1/2)` occur
/// only in definitions of operators.
struct IndexSymbol {
  std::string name;
  int offset = 0;          ///< the offset, rounded down: 0 for i+1/2 and -1 for i-1/2
  bool is_at_face = false; ///< the offset is a half-integer

  bool operator==(IndexSymbol const&) const = default;
};

enum class Bracket { none, round, square };

/// The text after one `_` or `^`. The lexer stores this text and its possible indices, because only the declarations of
/// the file determine whether `_error` is five indices or part of a name.
struct Suffix {
  bool is_upper = false;
  /// Round brackets declare symmetry or offsets of an operator, square brackets antisymmetry.
  Bracket bracket = Bracket::none;
  std::string text; ///< text after `_` or `^` as written, without brackets
  std::vector<IndexSymbol> symbols;
  base::SourcePosition where;

  bool operator==(Suffix const& other) const {
    return is_upper == other.is_upper && bracket == other.bracket && symbols == other.symbols;
  }
};

enum class TokenKind { word, number, string, symbol, end_of_line, end_of_file };

struct Token {
  TokenKind kind = TokenKind::end_of_file;
  std::string text; ///< a word without its suffixes, a string without its quotes, or another token as written
  std::vector<Suffix> suffixes;
  base::SourcePosition where;
  bool follows_blank = false;
};

/// Returns a word as the user wrote it: `v_i`, `fd_order`.
std::string spelling(std::string const& base, std::vector<Suffix> const& suffixes);

/// Returns a description of the token for error messages: "`v_i`", "the end of the line".
std::string describe(Token const& token);

/// Largest size of an equation file in bytes, which bounds the memory of the compiler.
inline constexpr std::size_t max_source_size = 1 << 20;

/// Returns all tokens of `source`, ending with end_of_file. Characters that are not part of a token are reported and
/// omitted.
std::vector<Token> tokenize(base::SourceText const& source, base::Diagnostics& diagnostics);

/// Returns the number of bytes of the first UTF-8 character of `text`, or 1 if it is invalid. `text` must not be empty.
std::size_t length_of_character(std::string_view text);

/// Returns the message about a character that is not part of EDL, with a suggestion if there is one: "`α` is not a
/// character of the equation language. Did you mean `alpha`?"
std::string message_about_character(std::string_view character);

} // namespace chemora::edl
