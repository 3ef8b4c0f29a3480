// A position in the tokens of a file, and how a statement that cannot be read is left.
#pragma once

#include "codegen/edl/token.hpp"
#include "framework/base/errors.hpp"

#include <set>
#include <string>
#include <string_view>

namespace chemora::edl {

/// Thrown after a statement's error has been reported, to leave the statement.
struct StatementFailure {};

class TokenStream {
public:
  TokenStream(std::vector<Token> tokens, base::Diagnostics& diagnostics);

  Token const& peek(std::size_t ahead = 0) const;
  Token take();

  bool at_word(std::string_view text, std::size_t ahead = 0) const;
  bool at_symbol(std::string_view text, std::size_t ahead = 0) const;
  bool at_end_of_line() const { return peek().kind == TokenKind::end_of_line || at_end(); }
  bool at_end() const { return peek().kind == TokenKind::end_of_file; }

  bool take_word(std::string_view text);
  bool take_symbol(std::string_view text);
  void expect_symbol(std::string_view text, std::string const& purpose);
  /// A word with all its suffixes read as one name: `fd_order`.
  std::string expect_name(std::string const& purpose);
  /// The contents of a string in double quotes.
  std::string expect_string(std::string const& purpose);
  /// Fails where the next token is no word.
  void require_word(std::string const& purpose);
  void expect_end_of_line();

  void skip_empty_lines();
  void skip_line();

  /// Reports at the next token and leaves the statement.
  [[noreturn]] void fail(std::string const& message);
  [[noreturn]] void fail(base::SourcePosition const& where, std::string const& message);
  base::Diagnostics& diagnostics() { return diagnostics_; }

  /// D, Lie, every operator some `derivatives` block defines and every metric's derivative: a word of this base with
  /// indices takes an operand, and one without when it is defined without.
  bool is_operator(Token const& token) const;

  /// Open parentheses: inside them a line's end means nothing.
  int parentheses = 0;
  /// Nested expressions at this point.
  int depth = 0;

private:
  void find_operators();
  std::size_t real_position(std::size_t ahead) const;

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  void add_operator(Token const& name, Token const& next);

  std::set<std::string> operators_{"D", "Lie"};
  std::set<std::string> operators_without_index_;
  base::Diagnostics& diagnostics_;
};

} // namespace chemora::edl
