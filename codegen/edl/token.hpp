// The tokens of equation files.
#pragma once

#include "framework/base/source_text.hpp"

#include <string>
#include <vector>

namespace chemora::edl {

/// One index letter, digit or axis, with its primes. Offsets occur only in definitions of operators: `u_(i+1)`.
struct IndexSymbol {
  std::string name;
  int offset = 0;

  bool operator==(IndexSymbol const&) const = default;
};

enum class Bracket { none, round, square };

/// The text after one `_` or `^`. Only the declarations of the file determine whether `_error` is five indices or part
/// of a name, so the lexer stores both.
struct Suffix {
  bool is_upper = false;
  Bracket bracket = Bracket::none; ///< round: symmetry or offsets of an operator, square: antisymmetry
  std::string text;                ///< as written after `_` or `^`, without brackets
  std::vector<IndexSymbol> symbols;
  base::SourcePosition where;

  bool operator==(Suffix const& other) const {
    return is_upper == other.is_upper && bracket == other.bracket && symbols == other.symbols;
  }
};

enum class TokenKind { word, number, string, symbol, end_of_line, end_of_file };

struct Token {
  TokenKind kind = TokenKind::end_of_file;
  std::string text; ///< a word without its suffixes, a string without its quotes, otherwise as written
  std::vector<Suffix> suffixes;
  base::SourcePosition where;
  bool follows_blank = false;
};

/// A word as the user wrote it: `v_i`, `fd_order`.
std::string spelling(std::string const& base, std::vector<Suffix> const& suffixes);

/// The token in an error message: "`v_i`", "the end of the line".
std::string describe(Token const& token);

} // namespace chemora::edl
