/// Tokens of the languages that users write (recursions, patterns), and the position of a parser in them. The languages
/// have the same numbers, names, texts and comments; they differ in their words and symbols.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::base {

enum class TokenKind { word, integer, real, text, letter, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text{}; ///< a text or letter without its quotes
  SourcePosition where{};
  std::size_t begin = 0, end = 0; ///< offsets in the file
  bool starts_line = false;
};

/// The tokens of a language besides names, numbers, texts in double quotes and comments that start with `//`.
struct Language {
  std::string name{};                         ///< in messages: "recursions"
  std::vector<std::string_view> symbols{};    ///< symbols of several characters; a symbol precedes its own beginnings
  std::string_view characters{};              ///< symbols of one character
  bool has_letters = false;                   ///< whether `'A'` is a token
  std::vector<std::string> statement_words{}; ///< words that begin statements
  std::vector<std::string> other_words{};     ///< further words that cannot be names
  /// What to write instead of characters of other languages: `&`, "Write `and`.".
  std::vector<std::pair<char, std::string_view>> advice{};

  bool begins_statement(std::string const& word) const;
  bool is_reserved(std::string const& word) const;
};

constexpr std::size_t max_token_source = 1 << 20; ///< largest size of a file in bytes

/// Returns the tokens, of which the last is `end`. Reports characters that belong to no token.
std::vector<Token> tokenize(SourceText const& source, Language const& language, Diagnostics& diagnostics);

/// Returns a description of a token for messages: "`min`", "the end of the file".
std::string describe(Token const& token);

/// A name or text and its position.
struct Name {
  std::string text{};
  SourcePosition where{};
};

/// Thrown after an error was reported. The parser continues with the next statement.
struct StatementFailure {};

class TokenStream {
public:
  /// All arguments must outlive this object.
  TokenStream(SourceText const& source, Language const& language, Diagnostics& diagnostics)
      : source_(source), language_(language), diagnostics_(diagnostics),
        tokens_(tokenize(source, language, diagnostics)) {}

  Token const& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  Token take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool at_end() const { return peek().kind == TokenKind::end; }
  bool at_symbol(std::string_view text, std::size_t ahead = 0) const;
  bool at_word(std::string_view text, std::size_t ahead = 0) const;
  bool take_symbol(std::string_view text);
  bool take_word(std::string_view text);
  void expect_symbol(std::string_view text, std::string const& purpose);
  void expect_word(std::string_view text, std::string const& purpose);
  /// Takes a word that is not reserved.
  Name expect_name(std::string const& purpose);
  Name expect_text(std::string const& purpose);
  /// Takes a number and returns its value. Integers are at most 2147483647.
  double expect_number();
  /// Returns the text from a token to the last token taken, in one line.
  std::string text_since(Token const& first) const;
  /// Moves to the next token that begins a statement at the start of a line.
  void skip_statement();

  Language const& language() const { return language_; }
  [[noreturn]] void fail(std::string const& message);
  [[noreturn]] void fail(SourcePosition const& where, std::string const& message);

private:
  SourceText const& source_;
  Language const& language_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

} // namespace chemora::base
