/// The parser of parameter files, by recursive descent.
#pragma once

#include "framework/base/source_text.hpp"
#include "framework/parameters/par_file.hpp"

#include <string_view>

namespace chemora::parameters {

/// The text without comments that begin on its second line or later; with `on_first_line`, also those on its first
/// line.
std::string without_par_comments(std::string const& text, bool on_first_line);

class ParParser {
public:
  ParParser(base::SourceText const& source, base::Diagnostics& problems) : cursor_(source), problems_(problems) {}

  std::vector<ParAssignment> file();

private:
  struct StatementFailed {};

  ParAssignment statement();
  void description();
  ParExpression list_or_expression();
  ParExpression expression(std::size_t level);
  ParExpression unary();
  ParExpression power();
  ParExpression primary();
  ParExpression quoted();
  ParExpression number();
  ParExpression variable();
  ParExpression name_or_call();
  std::vector<ParExpression> arguments(std::string_view close);
  std::string sign_at(std::size_t level);

  void skip();
  void skip_line();
  void skip_blanks();
  bool at_statement() const;
  void next_statement(); ///< moves to the next line that looks like a statement
  std::string word(char const* what);
  void expect(std::string_view sign, char const* where);
  [[noreturn]] void fail(base::SourcePosition where, std::string const& message);
  std::string next_text() const; ///< the next word or character, for messages

  base::TextCursor cursor_;
  base::Diagnostics& problems_;
  int depth_ = 0;
};

} // namespace chemora::parameters
