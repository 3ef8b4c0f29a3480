/// Writes expressions of parameters in C and in schedule conditions, for the files of a generated thorn.
#include "codegen/thorn_writer/thorn.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/generated_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

namespace chemora::thorn_writer {

namespace {

using tensor::Expression;
using tensor::Kind;

/// Writes a comparison: `CCTK_Equals(initial, "gaussian")`. `literal` puts the value in quotes.
template <class Literal>
std::string keyword_comparison(Expression const& expression, std::vector<tensor::Parameter> const& parameters,
                               Literal literal) {
  bool const is_first = expression.operands[0].kind == Kind::keyword;
  std::string const& name = expression.operands[is_first ? 1 : 0].name;
  auto const value = static_cast<std::size_t>(expression.operands[is_first ? 0 : 1].number.numerator);
  for (tensor::Parameter const& parameter : parameters)
    if (parameter.name == name)
      return std::string(expression.name == "!=" ? "!" : "") + "CCTK_Equals(" + name + ", " +
             literal(parameter.keywords().at(value)) + ")";
  throw base::InternalError("thorn_writer: no parameter `" + name + "`");
}

bool compares_keyword(Expression const& expression) {
  auto const& operands = expression.operands;
  return operands.size() == 2 && (operands[0].kind == Kind::keyword || operands[1].kind == Kind::keyword);
}

/// Writes conditions of parameters for schedule.ccl.
class Writer {
public:
  explicit Writer(std::vector<tensor::Parameter> const& parameters) : parameters_(parameters) {}

  std::string write(Expression const& expression) const {
    switch (expression.kind) {
    case Kind::number:
      return base::to_text(expression.number);
    case Kind::parameter:
      return expression.name;
    case Kind::apply:
      return apply(expression);
    default:
      throw base::InternalError("thorn_writer: not a condition: " + to_text(expression));
    }
  }

private:
  std::string apply(Expression const& expression) const {
    auto const& operands = expression.operands;
    if (expression.name == "not") return "!" + bracketed(operands[0]);
    if (expression.name == "neg") return "-" + write(operands[0]);
    if (compares_keyword(expression)) return keyword_comparison(expression, parameters_, quoted);
    std::string const symbol = expression.name == "and" ? "&&" : expression.name == "or" ? "||" : expression.name;
    return bracketed(operands[0]) + " " + symbol + " " + bracketed(operands[1]);
  }

  std::string bracketed(Expression const& expression) const {
    bool const is_single =
        expression.kind != Kind::apply || expression.operands.size() < 2 || compares_keyword(expression);
    return is_single ? write(expression) : "(" + write(expression) + ")";
  }

  std::vector<tensor::Parameter> const& parameters_;
};

std::string c_number(base::Number const& number) {
  std::string const text = fmt::format("{}", number.value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string c_apply(Expression const& expression, std::vector<tensor::Parameter> const& parameters) {
  std::string const& name = expression.name;
  auto const& operands = expression.operands;
  if (compares_keyword(expression))
    return keyword_comparison(expression, parameters,
                              [](std::string const& value) { return base::cpp_literal(value); });
  std::vector<std::string> values;
  for (Expression const& operand : operands) values.push_back(c_value(operand, parameters));
  if (name == "if") return fmt::format("({} ? {} : {})", values[0], values[1], values[2]);
  if (name == "neg") return fmt::format("(-{})", values[0]);
  if (name == "not") return fmt::format("(!{})", values[0]);
  if (name == "**") return fmt::format("std::pow({}, {})", values[0], values[1]);
  bool const is_word = std::isalpha(static_cast<unsigned char>(name[0])) != 0;
  if (is_word && name != "and" && name != "or") {
    bool const is_choice = name == "min" || name == "max";
    return fmt::format("std::{}{}({})", is_choice ? "f" : name == "abs" ? "f" : "", name, fmt::join(values, ", "));
  }
  return fmt::format("({} {} {})", values[0], name == "and" ? "&&" : name == "or" ? "||" : name, values[1]);
}

} // namespace

std::string c_value(Expression const& expression, std::vector<tensor::Parameter> const& parameters) {
  switch (expression.kind) {
  case Kind::number:
    return c_number(expression.number);
  case Kind::parameter: // a real number, as in equations, so that quotients are not truncated
    return expression.type == tensor::ValueType::integer ? "static_cast<CCTK_REAL>(" + expression.name + ")"
                                                         : expression.name;
  case Kind::apply:
    return c_apply(expression, parameters);
  default:
    throw base::InternalError("thorn_writer: not a value of parameters: " + to_text(expression));
  }
}

std::string schedule_condition(tensor::Expression const& condition, std::vector<tensor::Parameter> const& parameters) {
  return Writer(parameters).write(condition);
}

} // namespace chemora::thorn_writer
