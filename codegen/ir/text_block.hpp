/// A text `KEYWORD NAME {`, statements, `}` whose statements are read in several passes, because they may use names
/// that later statements declare. Expressions in the statements are read with expression_parser.hpp.
#pragma once

#include "codegen/ir/text_form.hpp"

namespace chemora::ir {

class TextBlock {
public:
  /// Throws base::UserError if the text has no words. `source` must outlive this object.
  TextBlock(base::SourceText const& source, std::string const& keyword);

  std::string const& name() const { return name_; }
  base::SourcePosition const& where() const { return lines_[0][0].where; }

  /// Returns the number of lines between the braces; they are numbered from 0.
  std::size_t n_statements() const { return lines_.size() < 2 ? 0 : lines_.size() - 2; }
  TokenLine const& statement(std::size_t n) const { return lines_[n + 1]; }
  /// Returns whether the statement begins with this word and is no `WORD: ...`.
  bool is_statement(std::size_t n, std::string_view word) const;
  /// Returns whether the statement is `WORD: ...`.
  bool is_labelled(std::size_t n) const;

  /// Calls `parse` for a statement and collects its errors, unless an error of this statement was found before.
  void parse(std::size_t n, LineParser const& parse);
  /// Calls `parse` for all statements that begin with this word, after the word. Words that `parse` does not read are
  /// an error if `is_whole_line`.
  void parse_all(std::string const& word, LineParser const& parse, bool is_whole_line = true);
  /// Returns the number of the statement that is being parsed.
  std::size_t current() const { return current_; }
  bool is_wrong(std::size_t n) const { return is_wrong_[n + 1]; }

  void report(base::SourcePosition const& where, std::string const& message);
  /// Throws base::UserError with the errors of all passes in the order of their lines, if there are any.
  void throw_if_errors();

private:
  bool collect(std::size_t line, LineParser const& parse);

  std::vector<TokenLine> lines_;
  std::vector<bool> is_wrong_; ///< whether an error of a line was found
  std::vector<base::Diagnostic> findings_;
  base::Diagnostics diagnostics_;
  std::string name_;
  std::size_t current_ = 0;
};

} // namespace chemora::ir
