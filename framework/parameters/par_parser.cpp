// Statements and expressions of a parameter file.
#include "framework/parameters/par_parser.hpp"

#include "framework/ccl/name.hpp"

#include <array>
#include <cctype>

namespace chemora::parameters {

namespace {

using Kind = ParExpression::Kind;

constexpr int most_depth = 200;

/// From the weakest binding to the strongest; longer signs first.
std::array<std::vector<std::string>, 6> const levels{
    {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}};
constexpr std::size_t first_comparison = 2, last_comparison = 3; ///< levels whose signs do not repeat

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)); }

/// The text without comments that begin on its second line or later, or, for ActiveThorns, on any line.
std::string without_comments(std::string const& text, bool on_first_line) {
  std::string result;
  bool is_comment = false, is_first_line = true;
  for (char const c : text) {
    if (c == '\n') is_comment = is_first_line = false;
    if (c == '#' && (on_first_line || !is_first_line)) is_comment = true;
    if (!is_comment) result += c;
  }
  return result;
}

} // namespace

void ParParser::skip_line() {
  while (!cursor_.at_end() && cursor_.peek() != '\n') cursor_.take();
}

void ParParser::skip() {
  while (!cursor_.at_end()) {
    if (is_space(cursor_.peek()))
      cursor_.take();
    else if (cursor_.peek() == '#')
      skip_line();
    else
      return;
  }
}

std::string ParParser::found() const {
  if (cursor_.at_end()) return "the end of the file";
  if (cursor_.peek() == '\n') return "the end of the line";
  return std::string("`") + cursor_.peek() + "`";
}

void ParParser::fail(base::SourcePosition where, std::string const& message) {
  problems_.error(std::move(where), message);
  throw StatementFailed{};
}

void ParParser::expect(std::string_view sign, char const* where) {
  skip();
  if (!cursor_.take_if(sign))
    fail(cursor_.position(), "Found " + found() + ", expected `" + std::string(sign) + "` " + where + ".");
}

std::string ParParser::word(char const* what) {
  if (!is_letter(cursor_.peek())) fail(cursor_.position(), "Found " + found() + ", expected " + what + ".");
  std::string text;
  while (is_letter(cursor_.peek()) || is_digit(cursor_.peek())) text += cursor_.take();
  return text;
}

std::vector<ParAssignment> ParParser::file() {
  std::vector<ParAssignment> assignments;
  for (skip(); !cursor_.at_end(); skip()) {
    if (cursor_.peek() == '!') { // a description for people, such as !DESC "..."
      skip_line();
      continue;
    }
    base::TextCursor const beginning = cursor_;
    try {
      depth_ = 0;
      assignments.push_back(statement());
    } catch (StatementFailed const&) {
      cursor_ = beginning;
      next_statement();
    }
  }
  return assignments;
}

/// The next line that looks like the beginning of a statement.
void ParParser::next_statement() {
  while (!cursor_.at_end()) {
    skip_line();
    skip();
    base::TextCursor ahead = cursor_;
    if (ahead.peek() == '$' || ahead.peek() == '!') return;
    while (is_letter(ahead.peek()) || is_digit(ahead.peek()) || ahead.peek() == ':') ahead.take();
    while (ahead.peek() == ' ' || ahead.peek() == '\t') ahead.take();
    if (ahead.peek() == '=' || ahead.peek() == '[') return;
  }
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
    } else {
      fail(assignment.where, "`" + assignment.owner +
                                 "` is not a parameter: it lacks the thorn, as in `thorn::" + assignment.owner + "`.");
    }
    skip();
    if (cursor_.take_if("[")) {
      assignment.index.push_back(expression(0));
      expect("]", "after the index");
    }
  }
  expect("=", "between the parameter and its value");
  assignment.value = list_or_expression();
  if (assignment.kind == ParAssignment::Kind::active_thorns && assignment.value.kind == Kind::string)
    assignment.value.text = without_comments(assignment.value.text, true);
  while (cursor_.peek() == ' ' || cursor_.peek() == '\t' || cursor_.peek() == '\r') cursor_.take();
  if (!cursor_.at_end() && cursor_.peek() != '\n' && cursor_.peek() != '#')
    fail(cursor_.position(), "Found " + found() + " after the value; expected the end of the line.");
  return assignment;
}

ParExpression ParParser::list_or_expression() {
  skip();
  auto const where = cursor_.position();
  if (!cursor_.take_if("[")) return expression(0);
  return {Kind::list, {}, arguments("]"), where};
}

std::vector<ParExpression> ParParser::arguments(std::string_view close) {
  std::vector<ParExpression> values;
  skip();
  if (cursor_.take_if(close)) return values;
  for (;;) {
    values.push_back(expression(0));
    skip();
    if (cursor_.take_if(close)) return values;
    expect(",", "between values");
  }
}

/// The operator of this level that comes next on this line, or nothing.
std::string ParParser::sign_at(std::size_t level) {
  while (cursor_.peek() == ' ' || cursor_.peek() == '\t') cursor_.take();
  for (auto const& sign : levels[level]) {
    if (!cursor_.starts_with(sign)) continue;
    if (sign == "*" && cursor_.starts_with("**")) continue;
    return sign;
  }
  return {};
}

ParExpression ParParser::expression(std::size_t level) {
  if (level == levels.size()) return unary();
  ParExpression left = expression(level + 1);
  for (int n = 0;; ++n) {
    std::string const sign = sign_at(level);
    if (sign.empty()) return left;
    auto const where = cursor_.position();
    if (n > 0 && level >= first_comparison && level <= last_comparison)
      fail(where, "Comparisons do not chain; use parentheses.");
    if (n >= most_depth) fail(where, "This expression is too long.");
    cursor_.take_if(sign);
    skip();
    ParExpression right = expression(level + 1);
    left = {Kind::operation, sign, {std::move(left), std::move(right)}, where};
  }
}

ParExpression ParParser::unary() {
  skip();
  auto const where = cursor_.position();
  if (++depth_ > most_depth) fail(where, "This expression is nested too deep.");
  ParExpression result;
  bool const is_not = cursor_.peek() == '!' && cursor_.peek(1) != '=';
  if (cursor_.peek() == '-' || cursor_.peek() == '+' || is_not) {
    std::string const sign(1, cursor_.take());
    result = {Kind::operation, sign, {unary()}, where};
  } else {
    result = power();
  }
  --depth_;
  return result;
}

ParExpression ParParser::power() {
  ParExpression base = primary();
  while (cursor_.peek() == ' ' || cursor_.peek() == '\t') cursor_.take();
  auto const where = cursor_.position();
  if (!cursor_.take_if("**")) return base;
  skip();
  bool const is_negative = cursor_.peek() == '-';
  ParExpression exponent = is_negative ? unary() : primary();
  while (cursor_.peek() == ' ' || cursor_.peek() == '\t') cursor_.take();
  if (cursor_.starts_with("**")) fail(cursor_.position(), "`**` does not chain; use parentheses.");
  return {Kind::operation, "**", {std::move(base), std::move(exponent)}, where};
}

ParExpression ParParser::primary() {
  skip();
  auto const where = cursor_.position();
  char const c = cursor_.peek();
  if (c == '"') return quoted();
  if (is_digit(c) || (c == '.' && is_digit(cursor_.peek(1)))) return number();
  if (c == '$') return variable();
  if (is_letter(c)) return name_or_call();
  if (c == '(') {
    cursor_.take();
    ParExpression inner = expression(0);
    expect(")", "to close the parenthesis");
    return inner;
  }
  if (c == '.' && cursor_.peek(1) == '/') { // a path without quotes
    std::string path;
    while (!cursor_.at_end() && !is_space(cursor_.peek()) && cursor_.peek() != '#') path += cursor_.take();
    return {Kind::string, path, {}, where};
  }
  fail(where, "Found " + found() + ", expected a value: a number, a word, \"text\", thorn::parameter or $variable.");
}

ParExpression ParParser::quoted() {
  auto const where = cursor_.position();
  cursor_.take();
  std::string text;
  while (!cursor_.at_end() && cursor_.peek() != '"') {
    bool const is_escape = cursor_.peek() == '\\' && (cursor_.peek(1) == '"' || cursor_.peek(1) == '\\');
    if (is_escape) cursor_.take();
    text += cursor_.take();
  }
  if (!cursor_.take_if("\"")) fail(where, "This text has no closing `\"`.");
  return {Kind::string, without_comments(text, false), {}, where};
}

ParExpression ParParser::number() {
  ParExpression result{Kind::integer, {}, {}, cursor_.position()};
  auto const digits = [&] {
    while (is_digit(cursor_.peek())) result.text += cursor_.take();
  };
  digits();
  if (cursor_.peek() == '.') {
    result.kind = Kind::real;
    result.text += cursor_.take();
    digits();
  }
  std::size_t const sign = cursor_.peek(1) == '-' || cursor_.peek(1) == '+' ? 1 : 0;
  bool const has_exponent =
      cursor_.peek() != '\0' && std::string_view("eEdD").find(cursor_.peek()) != std::string_view::npos;
  if (has_exponent && is_digit(cursor_.peek(1 + sign))) {
    result.kind = Kind::real;
    cursor_.take();
    result.text += 'e';
    if (sign) result.text += cursor_.take();
    digits();
  }
  if (is_letter(cursor_.peek()))
    fail(result.where, "`" + result.text + cursor_.peek() + "...` is neither a number nor a word; texts need quotes.");
  return result;
}

ParExpression ParParser::variable() {
  auto const where = cursor_.position();
  cursor_.take();
  bool const has_brace = cursor_.take_if("{");
  std::string name = word("the name of a variable after `$`");
  if (has_brace) {
    expect("}", "to close `${`");
  } else if (name == "ENV") {
    expect("{", "after `$ENV`");
    name = "ENV{" + word("the name of an environment variable") + "}";
    expect("}", "to close `$ENV{`");
  }
  return {Kind::variable, name, {}, where};
}

ParExpression ParParser::name_or_call() {
  auto const where = cursor_.position();
  std::string const name = word("a name");
  if (cursor_.take_if("::")) {
    ParExpression result{Kind::parameter, name + "::" + word("the name of a parameter after `::`"), {}, where};
    if (cursor_.take_if("[")) {
      result.operands.push_back(expression(0));
      expect("]", "after the index");
    }
    return result;
  }
  if (cursor_.take_if("(")) return {Kind::call, name, arguments(")"), where};
  return {Kind::word, name, {}, where};
}

ParFile parse_parameter_file(base::SourceText source, base::Diagnostics& problems) {
  ParFile file;
  file.source = std::move(source);
  file.assignments = ParParser(file.source, problems).file();
  return file;
}

std::vector<RequestedThorn> requested_thorns(ParFile const& file, base::Diagnostics& problems) {
  std::vector<RequestedThorn> thorns;
  for (auto const& assignment : file.assignments) {
    if (assignment.kind != ParAssignment::Kind::active_thorns) continue;
    if (assignment.value.kind != Kind::string && assignment.value.kind != Kind::word) {
      problems.error(assignment.value.where, "ActiveThorns is a list of thorns in quotes.");
      continue;
    }
    std::string name;
    for (char const c : assignment.value.text + " ") {
      if (!is_space(c) && c != ',') {
        name += c;
        continue;
      }
      bool is_new = !name.empty();
      for (auto const& thorn : thorns) is_new = is_new && !ccl::same_name(thorn.name, name);
      if (is_new) thorns.push_back({name, assignment.value.where});
      name.clear();
    }
  }
  return thorns;
}

} // namespace chemora::parameters
