// A position in the tokens of a file, with recovery from errors.
#pragma once

#include "codegen/edl/token.hpp"
#include "framework/base/errors.hpp"

#include <set>
#include <string>
#include <string_view>

namespace chemora::edl {

/// Thrown after an error was reported, to abandon the statement.
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
  /// Takes a word with all its suffixes as one name: `fd_order`.
  std::string expect_name(std::string const& purpose);
  /// Takes a string in double quotes and returns its contents.
  std::string expect_string(std::string const& purpose);
  /// Fails if the next token is not a word.
  void require_word(std::string const& purpose);
  void expect_end_of_line();

  void skip_empty_lines();
  void skip_line();

  /// Reports an error, at the next token if there is no position, and throws StatementFailure.
  [[noreturn]] void fail(std::string const& message);
  [[noreturn]] void fail(base::SourcePosition const& where, std::string const& message);
  base::Diagnostics& diagnostics() { return diagnostics_; }

  /// Whether the token is a derivative, which has an operand: D, Lie, an operator of a `derivatives` block or the
  /// derivative of a metric, with indices if it is defined with indices.
  bool is_operator(Token const& token) const;

  /// Number of open parentheses, inside which the end of a line is ignored.
  int parentheses = 0;
  /// Number of expressions around the current one.
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
