/// A parsed parameter file (assignments of expressions, in the order of the file) and its parser.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace chemora::parameters {

class ThornCatalogue;

/// A node of an expression.
struct ParExpression {
  enum class Kind {
    integer,   ///< text: digits
    real,      ///< text: exponent written with e
    string,    ///< text: contents before substitution of `$name`, `${name}`, `$ENV{NAME}`
    word,      ///< text: a bare word: keyword, boolean, nan, inf, or the name of a thorn
    variable,  ///< text: name of `$name`; `ENV{NAME}` for `$ENV{NAME}`
    parameter, ///< text: `thorn::name`; operands: the index, if there is one
    operation, ///< text: + - * / % ** < <= > >= == != && || !; one operand: sign or `!`
    call,      ///< text: name of the function; operands: arguments
    list,      ///< operands: elements of `[a, b]`
  };
  Kind kind = Kind::word;
  std::string text;
  std::vector<ParExpression> operands;
  base::SourcePosition where;
};

struct ParAssignment {
  enum class Kind { active_thorns, parameter, variable };
  Kind kind = Kind::parameter;
  std::string owner; ///< thorn or implementation
  std::string name;
  std::vector<ParExpression> index; ///< for `par[index]` one expression, otherwise none
  ParExpression value;
  base::SourcePosition where;
};

struct ParFile {
  base::SourceText source;
  std::vector<ParAssignment> assignments;
};

/// Parses the whole text. Reports to `problems` and omits wrong statements.
ParFile parse_parameter_file(base::SourceText source, base::Diagnostics& problems);

/// A thorn in ActiveThorns.
struct RequestedThorn {
  std::string name;
  base::SourcePosition where;
};

/// Returns the thorns in all ActiveThorns statements, in order and without repetitions.
std::vector<RequestedThorn> requested_thorns(ParFile const& file, base::Diagnostics& problems);

/// Replaces former names of compiled thorns by the present ones: in `requested`, the result of requested_thorns(),
/// before
/// `::` of assignments, and in expressions. A former name that is requested may set a parameter (bind::FormerName);
/// this assignment is inserted before all assignments of the file. Each former name in ActiveThorns and in an
/// assignment causes a warning with the new spelling. If a compiled thorn has this former name, the name is not
/// replaced.
void replace_former_names(ParFile& file, std::vector<RequestedThorn>& requested, ThornCatalogue const& catalogue,
                          base::Diagnostics& problems);

/// Removes comments that begin on the second or a later line of the text. With `on_first_line`, comments on the first
/// line are removed, too.
std::string without_par_comments(std::string const& text, bool on_first_line);

/// The parser of parameter files, by recursive descent: statements in par_parser.cpp, expressions in
/// par_expressions.cpp. parse_parameter_file() uses it.
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
