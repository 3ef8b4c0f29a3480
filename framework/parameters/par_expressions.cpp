/// Values in a parameter file: expressions by precedence, texts, numbers, names.
#include "framework/parameters/par_file.hpp"

#include "framework/base/text.hpp"

#include <array>

namespace chemora::parameters {

namespace {

using Kind = ParExpression::Kind;

constexpr int max_depth = 200;

/// Levels of precedence from the weakest to the strongest; within a level, longer signs first.
std::array<std::vector<std::string>, 6> const levels{
    {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}};
constexpr std::size_t first_comparison = 2, last_comparison = 3; ///< comparisons cannot be chained

} // namespace

std::string without_par_comments(std::string const& text, bool on_first_line) {
  std::string result;
  bool is_comment = false, is_first_line = true;
  for (char const c : text) {
    if (c == '\n') is_comment = is_first_line = false;
    if (c == '#' && (on_first_line || !is_first_line)) is_comment = true;
    if (!is_comment) result += c;
  }
  return result;
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

/// Returns the operator of this precedence level at the cursor, or an empty text if this line has no such operator.
std::string ParParser::sign_at(std::size_t level) {
  skip_blanks();
  for (auto const& sign : levels[level]) {
    if (!cursor_.starts_with(sign)) continue;
    if (sign == "*" && cursor_.starts_with("**")) continue;
    return sign;
  }
  return {};
}

ParExpression ParParser::expression(std::size_t level) {
  if (level == levels.size()) return power();
  ParExpression left = expression(level + 1);
  for (int n = 0;; ++n) {
    std::string const sign = sign_at(level);
    if (sign.empty()) return left;
    auto const where = cursor_.position();
    if (n > 0 && level >= first_comparison && level <= last_comparison)
      fail(where, "Comparisons do not chain; use parentheses.");
    if (n >= max_depth) fail(where, "This expression is too long.");
    cursor_.take_if(sign);
    skip();
    ParExpression right = expression(level + 1);
    left = {Kind::operation, sign, {std::move(left), std::move(right)}, where};
  }
}

ParExpression ParParser::unary() {
  skip();
  auto const where = cursor_.position();
  if (++depth_ > max_depth) fail(where, "This expression is nested too deeply.");
  ParExpression result;
  bool const is_not = cursor_.peek() == '!' && cursor_.peek(1) != '=';
  if (cursor_.peek() == '-' || cursor_.peek() == '+' || is_not) {
    std::string const sign(1, cursor_.take());
    result = {Kind::operation, sign, {unary()}, where};
  } else {
    result = primary();
  }
  --depth_;
  return result;
}

/// A sign belongs to its operand: `-2 ** 2` is 4.
ParExpression ParParser::power() {
  ParExpression base = unary();
  skip_blanks();
  auto const where = cursor_.position();
  if (!cursor_.take_if("**")) return base;
  ParExpression exponent = unary();
  skip_blanks();
  if (cursor_.starts_with("**")) fail(cursor_.position(), "`**` does not chain; use parentheses.");
  return {Kind::operation, "**", {std::move(base), std::move(exponent)}, where};
}

ParExpression ParParser::primary() {
  skip();
  auto const where = cursor_.position();
  char const c = cursor_.peek();
  if (c == '"') return quoted();
  if (base::is_digit(c) || (c == '.' && base::is_digit(cursor_.peek(1)))) return number();
  if (c == '$') return variable();
  if (base::is_letter(c)) return name_or_call();
  if (c == '(') {
    cursor_.take();
    ParExpression inner = expression(0);
    expect(")", "to close the parenthesis");
    return inner;
  }
  if (c == '/' || (c == '.' && cursor_.peek(1) == '/')) { // a path without quotes
    std::string path;
    while (!cursor_.at_end() && !base::is_space(cursor_.peek()) && cursor_.peek() != '#') path += cursor_.take();
    return {Kind::string, path, {}, where};
  }
  fail(where,
       "Found " + next_text() + ", expected a value: a number, a word, \"text\", thorn::parameter or $variable.");
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
  return {Kind::string, without_par_comments(text, false), {}, where};
}

ParExpression ParParser::number() {
  ParExpression result{Kind::integer, {}, {}, cursor_.position()};
  if (base::is_letter(cursor_.peek(1)) && base::is_letter(cursor_.peek(2))) { // a word such as `1st`
    result.kind = Kind::word;
    do result.text += cursor_.take();
    while (base::is_letter(cursor_.peek()));
    return result;
  }
  auto const digits = [&] {
    while (base::is_digit(cursor_.peek())) result.text += cursor_.take();
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
  if (has_exponent && base::is_digit(cursor_.peek(1 + sign))) {
    result.kind = Kind::real;
    cursor_.take();
    result.text += 'e';
    if (sign) result.text += cursor_.take();
    digits();
  }
  if (base::is_letter(cursor_.peek()))
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

} // namespace chemora::parameters
