/// Parses the headings and equations of `calculation` blocks for the parser of EDL.
#include "codegen/edl/statement_parsers.hpp"

#include <set>

namespace chemora::edl {

namespace {

void parse_schedule(TokenStream& tokens, Calculation& calculation) {
  if (tokens.take_word("at"))
    calculation.preposition = "at";
  else if (tokens.take_word("in"))
    calculation.preposition = "in";
  else
    tokens.fail("Expected `at` or `in` after `scheduled`, found " + describe(tokens.peek()) + ".");
  calculation.bin = tokens.expect_name("a schedule bin or group");
  while (tokens.at_word("before") || tokens.at_word("after")) {
    auto& names = tokens.take().text == "before" ? calculation.before : calculation.after;
    names.push_back(tokens.expect_name("a scheduled function or group"));
  }
}

/// Returns whether the token connects two expressions. A line that starts with such a token should probably continue
/// the previous line.
bool is_operator(Token const& token) {
  static std::set<std::string> const symbols{"+", "-",  "*",  "/", "**", "?", ":", ",",
                                             "=", "==", "!=", "<", "<=", ">", ">="};
  return token.kind == TokenKind::symbol && symbols.contains(token.text);
}

/// Reports `D_tt phi` and `d_t phi` at the start of an equation, which are not time derivatives of EDL.
void check_time_derivative(TokenStream& tokens, Token const& token) {
  std::string const spelled = spelling(token.text, token.suffixes);
  if (spelled == "D_tt" || spelled == "D_ttt")
    tokens.fail("Second time derivatives cannot be integrated; introduce a variable, as in `D_t phi = pi` and "
                "`D_t pi = ...`.");
  if (tokens.peek(1).kind == TokenKind::word && (spelled == "d_t" || spelled == "dt" || spelled == "Dt"))
    tokens.fail("`" + spelled + "` is not a time derivative. Did you mean `D_t`?");
}

} // namespace

std::optional<Expression> parse_block_condition(TokenStream& tokens) {
  if (!tokens.take_word("if")) return std::nullopt;
  tokens.skip_empty_lines();
  Expression condition = parse_expression(tokens);
  if (tokens.at_symbol("=")) tokens.fail("Equality in a condition is written `==`.");
  return condition;
}

void parse_heading(TokenStream& tokens, Calculation& calculation) {
  calculation.where = tokens.peek().where;
  calculation.name = tokens.expect_name("the calculation's name");
  if (tokens.take_word("scheduled")) parse_schedule(tokens, calculation);
  if (tokens.take_word("on")) calculation.region = tokens.expect_name("interior, boundary or everywhere");
  if (tokens.take_word("outside")) calculation.outside = tokens.expect_name("flat");
  if (tokens.take_word("precision")) {
    base::SourcePosition const where = tokens.peek().where;
    calculation.precision = {{tokens.expect_name("real32 or real64"), where}};
  }
  calculation.condition = parse_block_condition(tokens);
  if (!tokens.at_end_of_line())
    tokens.fail("Expected `scheduled at BIN`, `scheduled in GROUP`, `before NAME`, `after NAME`, `on REGION`, "
                "`outside flat`, `precision TYPE`, `if CONDITION` or the end of the line, found " +
                describe(tokens.peek()) + ".");
  tokens.expect_end_of_line();
}

Equation parse_equation(TokenStream& tokens) {
  Token const token = tokens.peek();
  reject_raw_text(tokens);
  if (token.kind != TokenKind::word)
    tokens.fail(
        "An equation must start with the name that it defines, found " + describe(token) + "." +
        (is_operator(token) ? " To continue the equation of the previous line, end that line with the operator." : ""));
  Equation equation;
  equation.where = token.where;
  check_time_derivative(tokens, token);
  if (token.text == "D" && spelling(token.text, token.suffixes) == "D_t") {
    tokens.take();
    equation.is_evolution = true;
    if (tokens.peek().kind != TokenKind::word)
      tokens.fail("Expected a variable after `D_t`, found " + describe(tokens.peek()) + ".");
  }
  equation.left = parse_name(tokens);
  while (!equation.is_evolution && tokens.take_symbol(",")) {
    tokens.require_word("a further name on the left side");
    equation.more_left.push_back(parse_name(tokens));
  }
  if (tokens.at_symbol("==")) tokens.fail("An equation needs `=`; `==` is a comparison.");
  tokens.expect_symbol("=", "after `" + to_text(equation.left) + "`");
  tokens.skip_empty_lines();
  equation.right = parse_expression(tokens);
  if (tokens.at_symbol("=")) {
    bool const is_on_one_line = tokens.peek().where.line == equation.where.line;
    tokens.fail("A second `=` in the equation of line " + std::to_string(equation.where.line) +
                (is_on_one_line ? ". Equality in a condition is written `==`."
                                : ". A line that ends with an operator continues in the next one."));
  }
  return equation;
}

} // namespace chemora::edl
