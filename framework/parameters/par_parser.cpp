/// Statements of a parameter file.
#include "framework/parameters/par_file.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/ccl/expression.hpp"

namespace chemora::parameters {

namespace {

using Kind = ParExpression::Kind;

std::string shown_name(ParAssignment const& assignment) {
  if (assignment.kind == ParAssignment::Kind::active_thorns) return "ActiveThorns";
  if (assignment.kind == ParAssignment::Kind::variable) return "$" + assignment.name;
  return assignment.owner + "::" + assignment.name;
}

} // namespace

void ParParser::skip_line() {
  while (!cursor_.at_end() && cursor_.peek() != '\n') cursor_.take();
}

void ParParser::skip() {
  while (!cursor_.at_end()) {
    if (base::is_space(cursor_.peek()))
      cursor_.take();
    else if (cursor_.peek() == '#')
      skip_line();
    else
      return;
  }
}

std::string ParParser::next_text() const {
  if (cursor_.at_end()) return "the end of the file";
  if (cursor_.peek() == '\n') return "the end of the line";
  if (cursor_.peek() == '#') return "a comment";
  return std::string("`") + cursor_.peek() + "`";
}

void ParParser::fail(base::SourcePosition where, std::string const& message) {
  problems_.error(std::move(where), message);
  throw StatementFailed{};
}

void ParParser::expect(std::string_view sign, char const* where) {
  skip();
  if (!cursor_.take_if(sign))
    fail(cursor_.position(), "Found " + next_text() + ", expected `" + std::string(sign) + "` " + where + ".");
}

std::string ParParser::word(char const* what) {
  if (!base::is_letter(cursor_.peek())) fail(cursor_.position(), "Found " + next_text() + ", expected " + what + ".");
  std::string text;
  while (base::is_letter(cursor_.peek()) || base::is_digit(cursor_.peek())) text += cursor_.take();
  return text;
}

std::vector<ParAssignment> ParParser::file() {
  std::vector<ParAssignment> assignments;
  for (skip(); !cursor_.at_end(); skip()) {
    base::TextCursor const beginning = cursor_;
    try {
      depth_ = 0;
      if (cursor_.peek() == '!')
        description();
      else
        assignments.push_back(statement());
    } catch (StatementFailed const&) {
      if (problems_.n_errors() > base::max_findings) return assignments;
      cursor_ = beginning;
      next_statement();
    }
  }
  return assignments;
}

/// Whether the text at the cursor looks like the beginning of a statement.
bool ParParser::at_statement() const {
  base::TextCursor ahead = cursor_;
  if (ahead.peek() == '$' || ahead.peek() == '!') return true;
  if (!base::is_letter(ahead.peek())) return false;
  while (base::is_letter(ahead.peek()) || base::is_digit(ahead.peek()) || ahead.peek() == ':') ahead.take();
  while (ahead.peek() == ' ' || ahead.peek() == '\t') ahead.take();
  return ahead.peek() == '=' || ahead.peek() == '[';
}

void ParParser::next_statement() {
  while (!cursor_.at_end()) {
    skip_line();
    skip();
    if (at_statement()) return;
  }
}

void ParParser::skip_blanks() {
  while (cursor_.peek() == ' ' || cursor_.peek() == '\t' || cursor_.peek() == '\r') cursor_.take();
}

/// A description `!DESC "text"`, which is ignored.
void ParParser::description() {
  auto const where = cursor_.position();
  cursor_.take();
  if (!base::is_letter(cursor_.peek()) || !ccl::same_name(word("DESC"), "desc"))
    fail(where, "After `!` only DESC and a text in quotes may follow at the beginning of a statement.");
  skip();
  if (cursor_.peek() != '"')
    fail(cursor_.position(), "Found " + next_text() + ", expected a text in quotes after `!DESC`.");
  quoted();
}

ParAssignment ParParser::statement() {
  ParAssignment assignment;
  assignment.where = cursor_.position();
  if (cursor_.take_if("$")) {
    assignment.kind = ParAssignment::Kind::variable;
    assignment.name = word("the name of a variable after `$`");
  } else {
    assignment.owner = word("`ActiveThorns`, `thorn::parameter` or `$variable` at the beginning of a statement");
    skip();
    if (cursor_.take_if("::")) {
      skip();
      assignment.name = word("the name of a parameter after `::`");
    } else if (ccl::same_name(assignment.owner, "ActiveThorns")) {
      assignment.kind = ParAssignment::Kind::active_thorns;
    } else if (cursor_.peek() == ':') {
      fail(cursor_.position(), "Found one colon after `" + assignment.owner +
                                   "`, expected two: a parameter is written `thorn::parameter`.");
    } else {
      fail(assignment.where, "`" + assignment.owner + "` is not a parameter: write it with its thorn, as in `thorn::" +
                                 assignment.owner + "`.");
    }
    skip();
    if (cursor_.take_if("[")) {
      assignment.index.push_back(expression(0));
      expect("]", "after the index");
    }
  }
  expect("=", "between the parameter and its value");
  skip_blanks();
  // The value must begin on this line, because the next line is another statement.
  if (cursor_.at_end() || cursor_.peek() == '\n' || cursor_.peek() == '#')
    fail(cursor_.position(), "Found " + next_text() + ", expected a value of `" + shown_name(assignment) + "`.");
  assignment.value = list_or_expression();
  if (assignment.kind == ParAssignment::Kind::active_thorns && assignment.value.kind == Kind::string)
    assignment.value.text = without_par_comments(assignment.value.text, true);
  skip_blanks();
  if (!cursor_.at_end() && cursor_.peek() != '\n' && cursor_.peek() != '#' && !at_statement())
    fail(cursor_.position(), "Found " + next_text() + " after the value; expected the end of the line.");
  return assignment;
}

} // namespace chemora::parameters
