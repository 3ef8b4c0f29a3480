/// Reads the tokens of statements from left to right.
#pragma once

#include "codegen/fortran/syntax_tree.hpp"

#include <string_view>

namespace chemora::fortran {

/// The lines of a file, of which one is the current line. Functions that take a token move past it; they throw
/// base::UserError at the token if it is not the expected one.
class LineReader {
public:
  explicit LineReader(std::vector<Line> lines) : lines_(std::move(lines)) {}

  Line const& line() const { return lines_[at_]; }
  bool at_end_of_line() const { return next_ >= line().tokens.size(); }
  bool is_next(std::string_view text) const { return !at_end_of_line() && line().tokens[next_].text == text; }
  bool is_next(TokenKind kind) const { return !at_end_of_line() && line().tokens[next_].kind == kind; }
  /// Returns the position of the next token, at the end of the line that of the last one.
  base::SourcePosition where() const {
    return at_end_of_line() ? line().tokens.back().where : line().tokens[next_].where;
  }
  /// Returns a token of the line in lower case, or an empty text if there is none.
  std::string word(std::size_t ahead = 0) const;
  /// Whether the line has the form `name = ...` or `name(...) = ...`, so that its first word is no keyword.
  bool is_assignment() const;

  bool take_if(std::string_view symbol);
  bool take_word(std::string_view word);
  /// `after` describes what is before the symbol, for the message.
  void expect(std::string_view symbol, std::string_view after);
  /// `what` describes the name, for the message.
  Token take_name(std::string_view what);
  void expect_end_of_line(std::string_view after);
  Node expression() { return parse_expression(line(), next_); }
  void skip_token() { ++next_; }

protected:
  std::vector<Line> lines_;
  std::size_t at_ = 0;   ///< the current line
  std::size_t next_ = 0; ///< the next token of the current line

private:
  std::string found() const;
};

/// Reads the declaration in the current line and adds its variables.
void take_declaration(LineReader& reader, Options const& options, std::vector<Declaration>& declarations);

/// Throws base::UserError if the line begins with a word of Fortran that the subset does not have.
void fail_unsupported(Line const& line);

} // namespace chemora::fortran
