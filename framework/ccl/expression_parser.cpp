/// The parser of expressions, by recursive descent over the levels of precedence.
#include "framework/ccl/expression.hpp"

#include "framework/base/text.hpp"
#include "framework/ccl/reader.hpp"

#include <array>

namespace chemora::ccl {

namespace {

using Kind = Expression::Kind;

/// Levels of precedence from the weakest to the strongest; within a level, longer signs first.
std::array<std::vector<std::string>, 6> const levels{
    {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}};

Expression binary(std::string sign, Expression left, Expression right, base::SourcePosition where) {
  Expression node{Kind::operation, std::move(sign), {}, std::move(where)};
  node.operands.push_back(std::move(left));
  node.operands.push_back(std::move(right));
  return node;
}

constexpr int max_terms = 200; ///< maximum length of an operator chain, because its tree has the same depth

Expression parse_number(Reader& reader) {
  Expression number{Kind::integer, {}, {}, reader.position()};
  auto& cursor = reader.cursor();
  auto const digits = [&] {
    while (base::is_digit(cursor.peek())) number.text += cursor.take();
  };
  digits();
  if (cursor.peek() == '.') {
    number.kind = Kind::real;
    number.text += cursor.take();
    digits();
  }
  char const next = cursor.peek();
  std::size_t const sign = cursor.peek(1) == '+' || cursor.peek(1) == '-' ? 1 : 0;
  if ((next == 'e' || next == 'E' || next == 'd' || next == 'D') && base::is_digit(cursor.peek(1 + sign))) {
    number.kind = Kind::real;
    cursor.take();
    number.text += 'e';
    if (sign) number.text += cursor.take();
    digits();
  }
  return number;
}

Expression parse_call(Reader& reader, Name const& function) {
  Expression call{Kind::call, function.text, {}, function.where};
  reader.expect_sign("(", "after the name of the function");
  if (reader.take_sign(")")) return call;
  do call.operands.push_back(parse_expression(reader));
  while (reader.take_sign(","));
  reader.expect_sign(")", "or `,` after an argument of `" + function.text + "`");
  return call;
}

Expression parse_name(Reader& reader) {
  Name const name = reader.qualified_name("a name");
  if (reader.at_sign("(")) return parse_call(reader, name);
  Expression node{Kind::name, name.text, {}, name.where};
  if (reader.take_sign("[")) {
    node.text += "[" + std::to_string(reader.natural_number("an index")) + "]";
    reader.expect_sign("]", "after an index");
  }
  return node;
}

Expression parse_operand(Reader& reader) {
  Reader::Depth const depth(reader);
  auto const where = reader.position();
  char const next = reader.cursor().peek();
  if (reader.take_sign("(")) {
    Expression inside = parse_expression(reader);
    reader.expect_sign(")", "after an expression");
    return inside;
  }
  if (next == '!' || next == '-' || next == '+') {
    reader.cursor().take();
    Expression node{Kind::operation, std::string(1, next), {}, where};
    node.operands.push_back(parse_operand(reader));
    return node;
  }
  if (reader.take_sign("*")) {
    Expression node{Kind::non_empty, "*", {}, where};
    node.operands.push_back(parse_name(reader));
    return node;
  }
  if (auto const text = reader.try_quoted()) return {Kind::string, text->text, {}, where};
  if (base::is_digit(next) || (next == '.' && base::is_digit(reader.cursor().peek(1)))) return parse_number(reader);
  if (reader.next_word().empty()) reader.fail_expected("a number, a name, a string or `(`");
  return parse_name(reader);
}

Expression parse_power(Reader& reader) {
  Expression base = parse_operand(reader);
  auto const where = reader.position();
  if (!reader.take_sign("^")) return base;
  Reader::Depth const depth(reader);
  return binary("^", std::move(base), parse_power(reader), where);
}

Expression parse_level(Reader& reader, std::size_t level) {
  if (level == levels.size()) return parse_power(reader);
  Expression left = parse_level(reader, level + 1);
  for (int n_terms = 1;; ++n_terms) {
    auto const where = reader.position();
    if (n_terms > max_terms)
      reader.fail(where, "This expression has more than " + std::to_string(max_terms) + " terms.");
    std::string const* taken = nullptr;
    for (auto const& sign : levels[level])
      if (!taken && reader.take_sign(sign)) taken = &sign;
    if (!taken) return left;
    left = binary(*taken, std::move(left), parse_level(reader, level + 1), where);
  }
}

} // namespace

Expression parse_expression(Reader& reader) { return parse_level(reader, 0); }

} // namespace chemora::ccl
